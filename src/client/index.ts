/** The client of Usher, for servers and browsers: what `usher/client` exports. */
export { type Change, type ChangeNews, type ChangesOptions, type ChangeType, followChanges } from './changes.ts';
export { type Answer, type Client, type ClientOptions, createClient, dataOf } from './client.ts';
export type { ClientClock } from './clock.ts';
export type { ConnectionState } from './connection.ts';
export { decimalAmount, decimalsOf, formatAmount } from './money.ts';
export type { components, paths } from './openapi.d.ts';
export { type ErrorCode, isProblem, type Problem, ProblemError, type ProblemOf } from './problem.ts';
export type { RetryOptions } from './retry.ts';
export {
  type ClosedCode,
  followSeats,
  type SeatChange,
  type SeatNews,
  type SeatPrices,
  type SeatsClosed,
  type SeatsOptions,
} from './seats.ts';
export {
  verifyWebhook,
  type WebhookChange,
  type WebhookHeaders,
  WebhookRejected,
  type WebhookRequest,
} from './webhook-signature.ts';
