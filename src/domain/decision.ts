/**
 * The result of `decide`: a refusal, or the facts to apply and a plan of the reply, which is built after they have been
 * applied.
 */

import type { Fact } from './fact.ts';
import type { Refusal } from './refusal.ts';
import type { Inventory, Reply } from './reply.ts';

/** `show-session` names the session's ordinal; the reply shows the session as it is after the facts. */
export type ReplyPlan =
  | { readonly kind: 'show-session'; readonly session: number; readonly isNew?: boolean }
  | { readonly kind: 'show-inventory'; readonly known: Pick<Inventory, 'seq' | 'schemaId'> | null }
  | { readonly kind: 'show-prices'; readonly ids: readonly number[] }
  | { readonly kind: 'show-sequence' }
  | { readonly kind: 'show-availability' }
  | { readonly kind: 'show-offer'; readonly known: number | null }
  | { readonly kind: 'show-map-changes'; readonly since: number | null }
  | { readonly kind: 'show-template' }
  | { readonly kind: 'show-admission' }
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
          | 'admission';
      }
    >;

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  /** A refusal has at most one fact: the remembered answer of a call with an idempotency key. */
  readonly facts: readonly Fact[];
}

export type Decision = { readonly ok: true; readonly facts: readonly Fact[]; readonly reply: ReplyPlan } | Refused;

const nothing: readonly Fact[] = [];

export function accept(facts: readonly Fact[], reply: ReplyPlan): Decision {
  return { ok: true, facts, reply };
}

export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal, facts: nothing };
}
