/** The answer of an event to a command: a reply or a refusal. */
import type { Reply } from './commands/registry.ts';
import type { Refusal } from './refusal.ts';
import type { Timing } from './timing.ts';

/** `timing`: only where it is measured. `isReplay`: the answer of an earlier call with the same idempotency key. */
export type Answer = (
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly refusal: Refusal }
) & { readonly timing?: Timing; readonly isReplay?: true };
