/** The facts of the admission and of the queue. Like all facts they are permanent: `src/domain/fact.ts` says what may change. */
import type { Admission } from './admission.ts';

/** How the event admits buyers: its admission, and the tickets of its queue. */
export type AdmissionFact =
  /** The whole admission, replaced. */
  | ({ readonly type: 'admission-set' } & Admission)
  /** The event gets its queue. `seed`: 64 hex digits, secret until the draw; `seedHash`: their SHA-256 in hex. */
  | { readonly type: 'queue-begun'; readonly seed: string; readonly seedHash: string }
  /** Tickets from `first` on. `keys`: 20 characters of the hashed idempotency key of each, without a separator. */
  | { readonly type: 'joined'; readonly first: number; readonly keys: string }
  /** The order of the first `count` tickets is fixed by the seed. */
  | { readonly type: 'drawn'; readonly seed: string; readonly count: number }
  /** The places below `upTo` are admitted; those that were not before can be claimed before `deadline`. */
  | { readonly type: 'admitted'; readonly upTo: number; readonly deadline: number }
  /** The ticket opens the session that the next `session-created` of the record creates. */
  | { readonly type: 'claimed'; readonly ticket: number }
  /** The places below `upTo` can no longer be claimed. */
  | { readonly type: 'lapsed'; readonly upTo: number };
