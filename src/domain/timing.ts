/** How long an event took over one command, as its answer says. Plain data: whoever gives the answer measures it. */

/** In milliseconds with at most three decimals. */
export interface Timing {
  /** From being asked until it was decided on, with what had to be looked up for it. */
  readonly queueMs: number;
  readonly decideMs: number;
  /** `append`: its turn's facts had to become durable; `verify`: there were none, and the event had to be still owned. */
  readonly proof: 'append' | 'verify';
  readonly proofMs: number;
}
