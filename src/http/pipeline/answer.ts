/**
 * Turns the answer of an event into a route result: refusals become problems, and the route presents replies. Asserts
 * that a reply is of the kind that its command promises.
 */
import type { Reply } from '#domain/commands/registry.ts';
import type { Answer } from '#domain/reply.ts';
import type { RouteResult } from './route.ts';

type ReplyOf<Kind extends Reply['kind']> = Extract<Reply, { readonly kind: Kind }>;

type Origin = Pick<Answer, 'timing' | 'isReplay'>;

/** Copies timing and replay of the source to the result. A result that has a timing of its own keeps it. */
export function timedLike<Result extends RouteResult>(source: Origin, result: Result): Result {
  const { timing, isReplay } = source;
  if (timing === undefined && isReplay === undefined) return result;
  return { ...(timing === undefined ? {} : { timing }), ...(isReplay === undefined ? {} : { isReplay }), ...result };
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
  if (answer.timing === undefined && answer.isReplay === undefined) return result as Result;
  return (
    result instanceof Promise ? result.then((one) => timedLike(answer, one)) : timedLike(answer, result)
  ) as Result;
}
