/**
 * From what an event answered to what the caller gets: refusals become problems, replies are presented by
 * the route. Asserts that a reply is of the kind that its command promises.
 */
import type { Answer, Reply } from '#domain/command.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { RouteResult } from './route.ts';

type ReplyOf<Kind extends Reply['kind']> = Extract<Reply, { readonly kind: Kind }>;

/** A refusal as a result; its code has its status in the registry of problems. */
function presentRefusal(refusal: Refusal): RouteResult {
  return { problem: refusal };
}

/** The refusal, or what `present` makes of the reply. Throws when the reply is of another kind. */
export function presentAnswer<Kind extends Reply['kind'], Result extends RouteResult | Promise<RouteResult>>(
  answer: Answer,
  kind: Kind,
  present: (reply: ReplyOf<Kind>) => Result,
): RouteResult | Result {
  if (!answer.ok) return presentRefusal(answer.refusal);
  if (answer.reply.kind !== kind) throw new Error(`expected a reply of kind ${kind}, got ${answer.reply.kind}`);
  return present(answer.reply as ReplyOf<Kind>);
}
