/** A call that was refused, with the problem that the service answered, and the words for the person at the console. */
import { text } from './texts.ts';

export interface ShownProblem {
  /** Ids of the seats and areas that are in the way. */
  readonly conflicts?: { readonly seats: readonly number[]; readonly groupOfSeats: readonly number[] } | undefined;
  readonly detail?: string | undefined;
  readonly errorCode?: string | undefined;
  /** Sets of seats that could have been taken in place of those of the call. */
  readonly alternatives?: readonly (readonly number[])[] | undefined;
  /** Seats that are booked together with those of the call, and seats that would be left alone. */
  readonly rest?: readonly number[] | undefined;
  readonly orphanSeats?: readonly number[] | undefined;
  readonly largestTogether?: number | undefined;
  readonly maxSeats?: number | undefined;
  readonly left?: number | undefined;
  readonly opensAt?: string | undefined;
  readonly errors?:
    | readonly { readonly field: string; readonly message: string; readonly rejectedValue?: unknown }[]
    | undefined;
}

export class Refusal extends Error {
  readonly status: number;
  readonly problem: ShownProblem | undefined;

  constructor(status: number, problem: ShownProblem | undefined) {
    super(problem?.detail ?? text('answered', { status }));
    this.status = status;
    this.problem = problem;
  }
}

/** The mistakes of what was sent, each with its place; none: the refusal has another reason. */
export function mistakesIn(error: unknown): readonly string[] {
  const errors = error instanceof Refusal ? error.problem?.errors : undefined;
  return errors?.map(({ field, message }) => `${field} ${message}`) ?? [];
}

/** One or two sentences that say what failed, for the person at the console. */
export function problemText(error: unknown): string {
  if (!(error instanceof Refusal)) {
    if (error instanceof TypeError) return text('notReached');
    return error instanceof Error ? error.message : String(error);
  }
  const { status, message } = error;
  if (status === 403) return text('mayNot', { detail: message });
  if (status === 429) return text('tooManyCalls', { detail: message });
  if (status === 503) return text('busyOrStarting', { detail: message });
  const fields = mistakesIn(error);
  return fields.length === 0 ? message : `${fields.join('; ')}.`;
}

/** The same before a login: neither a wrong password nor a sign-on that is refused is a lack of rights. */
export function entryText(failure: unknown): string {
  if (failure === null) return '';
  return failure instanceof Refusal && failure.status === 403 ? failure.message : problemText(failure);
}
