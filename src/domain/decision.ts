/**
 * What `decide` returns: a refusal, or the facts that are to happen and a plan of the reply, which is
 * made after they have been applied.
 */

import type { Fact } from './fact.ts';
import type { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';

/** A session's reply names its ordinal and shows the record as the facts leave it. */
export type ReplyPlan =
  | { readonly kind: 'show-session'; readonly session: number; readonly isNew?: boolean }
  | { readonly kind: 'show-inventory' }
  | { readonly kind: 'show-prices'; readonly ids: readonly number[] }
  | { readonly kind: 'show-sequence' }
  | { readonly kind: 'show-availability' }
  | { readonly kind: 'show-offer'; readonly known: number | null }
  | { readonly kind: 'show-template' }
  | Exclude<Reply, { kind: 'session' | 'sequence' | 'inventory' | 'availability' | 'offer' | 'template' }>;

export type Decision =
  | { readonly ok: true; readonly facts: readonly Fact[]; readonly reply: ReplyPlan }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      /** Facts of a refusal: the remembered answer of a call that carried an idempotency key. */
      readonly facts: readonly Fact[];
    };

const nothing: readonly Fact[] = [];

export function accept(facts: readonly Fact[], reply: ReplyPlan): Decision {
  return { ok: true, facts, reply };
}

export function refuse(refusal: Refusal): Decision {
  return { ok: false, refusal, facts: nothing };
}
