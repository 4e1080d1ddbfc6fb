/** The context of the call that caused a command: its key, its trace and its author. */
import type { Author } from './author.ts';

/** Hashes of a call's idempotency key and of the request that it came with. */
export interface RequestKey {
  readonly keyHash: string;
  readonly bodyHash: string;
}

/** A command that is decided once, when it has a key. */
export interface MayHaveKey {
  readonly key?: RequestKey;
}

/** A command whose caller follows it through several services. */
export interface MayBeTraced {
  /** A W3C `traceparent` of 55 characters. The facts that the organization is told of carry it. */
  readonly trace?: string;
}

/** A command of the organization. Its facts carry who asked for it. */
export interface MayHaveAuthor {
  readonly by?: Author;
}
