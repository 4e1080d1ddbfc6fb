/**
 * Turns the answer of an event into a route result: refusals become problems, and the route presents replies. Asserts
 * that a reply is of the kind that its command promises.
 */
import type { Answer, Reply } from '#domain/reply.ts';
import type { Timing } from '#domain/timing.ts';
import type { RouteResult } from './route.ts';

type ReplyOf<Kind extends Reply['kind']> = Extract<Reply, { readonly kind: Kind }>;

/** Copies the timing of the source to the result. A result that has a timing of its own keeps it. */
export function timedLike<Result extends RouteResult>(source: { readonly timing?: Timing }, result: Result): Result {
  return source.timing === undefined ? result : { timing: source.timing, ...result };
}

/**
 * Returns the refusal as a problem, or the reply as `present` shows it; both with the answer's timing. Throws when the
 * reply is of another kind.
 */
export function presentAnswer<Kind extends Reply['kind'], Result extends RouteResult | Promise<RouteResult>>(
  answer: Answer,
  kind: Kind,
  present: (reply: ReplyOf<Kind>) => Result,
): RouteResult | Result {
  if (!answer.ok) return timedLike(answer, { problem: answer.refusal });
  if (answer.reply.kind !== kind) throw new Error(`expected a reply of kind ${kind}, got ${answer.reply.kind}`);
  const result: RouteResult | Promise<RouteResult> = present(answer.reply as ReplyOf<Kind>);
  if (answer.timing === undefined) return result as Result;
  return (
    result instanceof Promise ? result.then((one) => timedLike(answer, one)) : timedLike(answer, result)
  ) as Result;
}
