/**
 * Verifies passes before a command is made of them, on the node that got the call. The signatures are computed on
 * threads, at most `inFlightMax` at once: a flood of forged passes neither holds the event loop nor queues without
 * bound. A verified pass is remembered, but never longer than it or its key is valid.
 */
import { hash } from 'node:crypto';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Pass } from '#domain/command.ts';
import type { VerifyingKey } from '#storage/catalog/pass-keys.ts';
import { ProblemError } from '../pipeline/problem.ts';
import type { BuyerHashes } from './buyer-hashes.ts';
import { clockSkewSeconds, passOf, type ReadPass } from './claims.ts';
import { KeyRing, type RingKey } from './key-ring.ts';

/** Longer tokens are refused unread. */
const tokenLengthMax = 8 * 1024;
/** Two cores verify as many in about 100 ms. */
const inFlightMax = 1_000;
/** About 300 bytes each. */
const rememberedMax = 20_000;

export interface PassKeySource {
  /** The same array until a key changes. */
  verifying(organizationId: number): Promise<readonly VerifyingKey[]>;
}

export const passOutcomes = ['signed', 'invalid', 'expired', 'shed'] as const;
export type PassOutcome = (typeof passOutcomes)[number];

/** Counts what became of passes; `shed`: not verified, because too many were. */
export interface PassMeter {
  passChecked(outcome: PassOutcome): void;
}

export interface PassCheckWorld {
  readonly keys: PassKeySource;
  /** The database's time in milliseconds. */
  readonly now: () => number;
  readonly meter: PassMeter;
  readonly buyers: BuyerHashes;
}

export interface PassEvent {
  readonly organizationId: number;
  /** In lower case. */
  readonly eventId: string;
  readonly eventNumber: number;
}

type CheckedPass = Extract<Pass, { readonly kind: 'signed' | 'invalid' | 'expired' }>;

interface Remembered {
  readonly read: ReadPass;
  readonly key: RingKey;
}

export class PassChecks {
  readonly #world: PassCheckWorld;
  /** By the stored keys they were imported from: a changed key makes another ring, and what the old one verified is gone. */
  readonly #rings = new WeakMap<readonly VerifyingKey[], Promise<KeyRing>>();
  readonly #numbers = new WeakMap<readonly VerifyingKey[], number>();
  readonly #remembered = new Map<string, Remembered>();
  #lastNumber = 0;
  #inFlight = 0;

  constructor(world: PassCheckWorld) {
    this.#world = world;
  }

  /** Throws `ProblemError` UNAVAILABLE when too many passes are being verified. */
  async check(event: PassEvent, token: string): Promise<CheckedPass> {
    const read = await this.#read(event.organizationId, token);
    const pass: CheckedPass = typeof read === 'string' ? refused(read) : this.#checked(read, event);
    this.#world.meter.passChecked(pass.kind);
    return pass;
  }

  #checked({ eventId, pass, buyer }: ReadPass, called: PassEvent): CheckedPass {
    if (eventId !== called.eventId) return refused('it is for another event');
    if (this.#world.now() >= pass.until) return expired;
    return { ...pass, buyer: this.#world.buyers.of(called.eventNumber, buyer) };
  }

  /** The pass of a token whose signature is right, or why it is refused. */
  async #read(organizationId: number, token: string): Promise<ReadPass | string> {
    if (token.length > tokenLengthMax) return `it is longer than ${tokenLengthMax} characters`;
    const header = headerOf(token);
    if (header === null) return 'it is not a JSON Web Token';
    if (!hasCanonicalSignature(token)) return 'its signature is not written in base64url';
    const stored = await this.#world.keys.verifying(organizationId);
    const now = this.#world.now();
    const name = `${this.#numberOf(stored)} ${hash('sha256', token, 'base64url')}`;
    const known = this.#recall(name, now);
    if (known !== null) return known;
    const candidates = (await this.#ringOf(stored)).candidates(header, now);
    if (candidates.length === 0) return 'no key of the organization has its `kid` and `alg`';
    for (const key of candidates) {
      const claims = await this.#claimsBy(key, token, now);
      if (claims === otherKey) continue;
      const read = typeof claims === 'string' ? claims : passOf(claims, now);
      if (typeof read !== 'string') this.#remember(name, { read, key });
      return read;
    }
    return otherKey;
  }

  async #claimsBy({ key, algorithms }: RingKey, token: string, now: number): Promise<JWTPayload | string> {
    if (this.#inFlight >= inFlightMax) {
      this.#world.meter.passChecked('shed');
      const detail = 'Too many passes are being verified; nothing was done.';
      throw new ProblemError({ code: 'UNAVAILABLE', detail, retryAfterSeconds: 1 });
    }
    this.#inFlight++;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [...algorithms],
        clockTolerance: clockSkewSeconds,
        currentDate: new Date(now),
        requiredClaims: ['exp'],
      });
      return payload;
    } catch (error) {
      return whyNot(error);
    } finally {
      this.#inFlight--;
    }
  }

  #recall(name: string, now: number): ReadPass | null {
    const known = this.#remembered.get(name);
    if (known === undefined) return null;
    this.#remembered.delete(name);
    const { validUntil } = known.key;
    if (validUntil !== null && now >= validUntil) return null;
    this.#remembered.set(name, known);
    return known.read;
  }

  #remember(name: string, pass: Remembered): void {
    this.#remembered.set(name, pass);
    if (this.#remembered.size <= rememberedMax) return;
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest);
      return;
    }
  }

  #ringOf(stored: readonly VerifyingKey[]): Promise<KeyRing> {
    const ring = this.#rings.get(stored) ?? KeyRing.of(stored);
    this.#rings.set(stored, ring);
    return ring;
  }

  #numberOf(stored: readonly VerifyingKey[]): number {
    const number = this.#numbers.get(stored) ?? ++this.#lastNumber;
    this.#numbers.set(stored, number);
    return number;
  }
}

const otherKey = 'its signature does not fit the key';
const pastExpiry = 'it has expired';
const expired = { kind: 'expired' } as const;

function refused(why: string): CheckedPass {
  return why === pastExpiry ? expired : { kind: 'invalid', why };
}

function headerOf(token: string): { readonly alg?: unknown; readonly kid?: unknown } | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

/**
 * Base64 has spare bits at its end, which decoders ignore. A signature must be as an encoder writes it: otherwise one
 * pass would have several texts, each of them verified and remembered.
 */
function hasCanonicalSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function whyNot(error: unknown): string {
  if (error instanceof errors.JWTExpired) return pastExpiry;
  if (error instanceof errors.JWSSignatureVerificationFailed) return otherKey;
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf' && error.reason === 'check_failed'
      ? 'it is not valid yet (`nbf`)'
      : `the claim \`${error.claim}\` is missing or has another type`;
  }
  if (error instanceof errors.JOSEError) return 'it is not a JSON Web Token of this kind';
  throw error;
}
