/** How long an event took for one command, as reported in its answer. Plain data, filled in by the actor. */

/** In milliseconds with at most three decimals. */
export interface Timing {
  /** From the arrival of the command to the start of its decision, lookups included. */
  readonly queueMs: number;
  readonly decideMs: number;
  /**
   * `append`: the turn's facts had to become durable; `verify`: without facts, the event's ownership had to be
   * verified.
   */
  readonly proof: 'append' | 'verify';
  readonly proofMs: number;
}
