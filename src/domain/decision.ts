/**
 * The result of `decide`: a refusal, or the facts to apply and a plan of the reply, which is built after they have been
 * applied.
 */

import type { Fact } from './fact.ts';
import type { Refusal } from './refusal.ts';

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  /** A refusal has at most one fact: the remembered answer of a call with an idempotency key. */
  readonly facts: readonly Fact[];
  readonly isReplay?: true;
}

export interface Accepted<Plan> {
  readonly ok: true;
  readonly facts: readonly Fact[];
  /** What the command's `reply` needs beside the state after the facts. Plain data. */
  readonly plan: Plan;
  /** The answer of an earlier call with the same idempotency key. */
  readonly isReplay?: true;
}

export type Decision<Plan = unknown> = Accepted<Plan> | Refused;

const nothing: readonly Fact[] = [];

export function accept<Plan>(facts: readonly Fact[], plan: Plan): Accepted<Plan> {
  return { ok: true, facts, plan };
}

export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal, facts: nothing };
}
