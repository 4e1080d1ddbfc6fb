/**
 * The checks of a schema as functions: bounds of texts, numbers and lists by code of this file, all others by zod's. Says
 * whether a value passes, not why it does not.
 */
import { z } from 'zod';

/** In place of a value that the schema refuses. */
export const invalid = Symbol('invalid');

type Payload = z.core.ParsePayload<unknown>;

/** Returns a value as a check leaves it, or `invalid`. */
export type Step = (value: unknown) => unknown;

/** The value after all steps, or `invalid`. */
export function stepped(steps: readonly Step[], value: unknown): unknown {
  let made = value;
  for (let at = 0; at < steps.length && made !== invalid; at++) made = (steps[at] as Step)(made);
  return made;
}

export function stepOf(check: z.core.$ZodCheck): Step {
  const { def } = (check as z.core.$ZodChecks)._zod;
  switch (def.check) {
    case 'min_length':
      return unless<string>(({ length }) => length >= 2 * def.minimum, check);
    case 'max_length':
      return unless<string>(({ length }) => length <= def.maximum, check);
    case 'greater_than':
      return passing<number>((value) => value > (def.value as number) || (def.inclusive && value === def.value));
    case 'less_than':
      return passing<number>((value) => value < (def.value as number) || (def.inclusive && value === def.value));
    default:
      return zodStep(check);
  }
}

/** zod counts a text in code points: it decides where the number of UTF-16 units does not. */
function unless<Value>(isSure: (value: Value) => boolean, check: z.core.$ZodCheck): Step {
  const step = zodStep(check);
  return (value) => (isSure(value as Value) ? value : step(value));
}

function passing<Value>(test: (value: Value) => unknown): Step {
  return (value) => (test(value as Value) ? value : invalid);
}

/** A check that zod makes. */
function zodStep(check: z.core.$ZodCheck): Step {
  const { when, fn } = check._zod.def as { readonly when?: (payload: Payload) => boolean; readonly fn?: Step };
  if (fn !== undefined && when === undefined) return passing(fn);
  return (value) => {
    const payload: Payload = { value, issues: [] };
    if (when?.(payload) === false) return value;
    if (check._zod.check(payload as never) instanceof Promise) throw new z.core.$ZodAsyncError();
    return payload.issues.length === 0 ? payload.value : invalid;
  };
}
