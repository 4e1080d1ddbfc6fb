/**
 * Tickets of a queue as texts: `qt_` and 32 characters that carry the event's number, the ticket's number and 128 bits
 * of a keyed checksum. Any node knows from the text alone which event to ask, and an invented one costs one hash. The
 * text follows from the numbers, so nobody has to store it; without the secret it cannot be guessed. When the secret is
 * replaced, the events that exist keep the former one: the list of a draw has been published with its tickets' texts.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '#storage/database/sealed.ts';
import { EventSecrets } from '../event-secrets.ts';

const shape = /^qt_[A-Za-z0-9_-]{32}$/;
const prefix = 'qt_';
const numberBytes = 8;
const checkBytes = 16;

export interface TicketNumber {
  readonly eventNumber: number;
  readonly ticket: number;
}

export class TicketMint {
  readonly #secrets: EventSecrets;

  constructor(keys: SecretKeys) {
    this.#secrets = new EventSecrets(keys, 'queue tickets');
  }

  textOf(eventNumber: number, ticket: number): string {
    const bytes = Buffer.alloc(numberBytes + checkBytes);
    bytes.writeUInt32BE(eventNumber);
    bytes.writeUInt32BE(ticket, 4);
    this.#checksum(bytes).copy(bytes, numberBytes);
    return prefix + bytes.toString('base64url');
  }

  /** Null when the service issued no such ticket. */
  read(text: string): TicketNumber | null {
    if (!shape.test(text)) return null;
    const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
    if (!timingSafeEqual(this.#checksum(bytes), bytes.subarray(numberBytes))) return null;
    return { eventNumber: bytes.readUInt32BE(), ticket: bytes.readUInt32BE(4) };
  }

  #checksum(bytes: Buffer): Buffer {
    const numbers = bytes.toString('hex', 0, numberBytes);
    const secret = this.#secrets.of(bytes.readUInt32BE());
    // All messages have one length, so the secret on both sides is enough, and four times as fast as an HMAC.
    return hash('sha256', `${secret}${numbers}${secret}`, 'buffer').subarray(0, checkBytes);
  }
}

/** As the list of the draw names a ticket: the SHA-256 of its text in hex. */
export function hashOfTicket(text: string): string {
  return hash('sha256', text);
}
