/**
 * Session ids: UUIDs of version 8 that carry the number of their event (32 bits), a keyed checksum (20 bits) and 70
 * random bits. Any node knows from the id alone which event to ask, and detects an invented id without a query. An id
 * is a credential: it is never logged.
 */
import { createHmac, hash, randomBytes } from 'node:crypto';
import type { SecretKeys } from '#storage/database/sealed.ts';

const sessionIdShape = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Random bytes are drawn in blocks: one call to the system serves many ids. */
const randomBlockBytes = 4096;
const randomBytesPerId = 9;

export class SessionIdMint {
  readonly #secret: string;
  readonly #formerSecrets: readonly string[];
  #block = Buffer.alloc(0);
  #offset = 0;
  /** The id that was asked for last, and its event. */
  #askedId = '';
  #askedNumber: number | null = null;

  constructor({ current, former }: SecretKeys) {
    this.#secret = secretOf(current);
    this.#formerSecrets = former.map(({ key }) => secretOf(key));
  }

  mint(eventNumber: number): string {
    const random = this.#draw();
    const event = eventNumber.toString(16).padStart(8, '0');
    const variant = '89ab'[(random[0] as number) >>> 6] as string;
    const tail = random.toString('hex');
    // 2 hex digits, then 3 with the variant before them, then 12.
    const body = `${tail.slice(1, 3)}-${variant}${tail.slice(3, 6)}-${tail.slice(6, 18)}`;
    const check = checksum(this.#secret, event, body);
    return `${event}-${check.slice(0, 4)}-8${check[4]}${body}`;
  }

  /** The number of the event that the id names, or null when the text is no session id. */
  eventNumberOf(sessionId: string): number | null {
    // A call asks twice: whether its event refuses calls, and then the event itself.
    if (sessionId === this.#askedId) return this.#askedNumber;
    this.#askedId = sessionId;
    this.#askedNumber = sessionIdShape.test(sessionId) ? Number.parseInt(sessionId.slice(0, 8), 16) : null;
    return this.#askedNumber;
  }

  isGenuine(sessionId: string): boolean {
    if (!sessionIdShape.test(sessionId)) return false;
    if (isCheckedWith(this.#secret, sessionId)) return true;
    for (const secret of this.#formerSecrets) if (isCheckedWith(secret, sessionId)) return true;
    return false;
  }

  #draw(): Buffer {
    if (this.#offset + randomBytesPerId > this.#block.length) {
      this.#block = randomBytes(randomBlockBytes);
      this.#offset = 0;
    }
    this.#offset += randomBytesPerId;
    return this.#block.subarray(this.#offset - randomBytesPerId, this.#offset);
  }
}

/** A key of its own, so that the checksum says nothing about what else the secret protects. */
function secretOf(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update('session ids').digest('hex');
}

function checksum(secret: string, event: string, body: string): string {
  // Four times as fast as an HMAC. All messages have one length, so the secret on both sides is enough.
  return hash('sha256', `${secret}${event}${body}${secret}`).slice(0, 5);
}

function isCheckedWith(secret: string, sessionId: string): boolean {
  const check = checksum(secret, sessionId.slice(0, 8), sessionId.slice(16));
  return sessionId.slice(9, 13) === check.slice(0, 4) && sessionId[15] === check[4];
}
