/**
 * The result of `decide`: a refusal, or the facts to apply and a plan of the reply, which is built after they have been
 * applied.
 */

import type { Fact } from './fact.ts';
import type { Refusal } from './refusal.ts';
import type { Inventory, Reply } from './reply.ts';
import type { Session } from './session/session.ts';

/** `show-session` names the session's ordinal; the reply shows the session as it is after the facts. */
export type ReplyPlan =
  | { readonly kind: 'show-session'; readonly session: number; readonly isNew?: boolean }
  /** The session as it was at a former time. */
  | { readonly kind: 'show-recorded'; readonly session: Session; readonly at: number }
  | { readonly kind: 'show-inventory'; readonly known: Pick<Inventory, 'seq' | 'schemaId'> | null }
  | { readonly kind: 'show-prices'; readonly ids: readonly number[] }
  | { readonly kind: 'show-sequence' }
  | { readonly kind: 'show-availability' }
  | { readonly kind: 'show-offer'; readonly known: number | null }
  | { readonly kind: 'show-map-changes'; readonly since: number | null }
  | { readonly kind: 'show-template' }
  | { readonly kind: 'show-totals' }
  | { readonly kind: 'show-admission' }
  | { readonly kind: 'show-queue' }
  | { readonly kind: 'show-ticket'; readonly ticket: number; readonly isNew?: boolean }
  | Exclude<
      Reply,
      {
        kind:
          | 'session'
          | 'sequence'
          | 'inventory'
          | 'availability'
          | 'offer'
          | 'map-changes'
          | 'template'
          | 'totals'
          | 'admission';
      }
    >;

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  /** A refusal has at most one fact: the remembered answer of a call with an idempotency key. */
  readonly facts: readonly Fact[];
  readonly isReplay?: true;
}

export interface Accepted {
  readonly ok: true;
  readonly facts: readonly Fact[];
  readonly reply: ReplyPlan;
  /** The answer of an earlier call with the same idempotency key. */
  readonly isReplay?: true;
}

export type Decision = Accepted | Refused;

const nothing: readonly Fact[] = [];

export function accept(facts: readonly Fact[], reply: ReplyPlan): Accepted {
  return { ok: true, facts, reply };
}

export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal, facts: nothing };
}
