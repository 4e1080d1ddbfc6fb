/**
 * Decides whether a round counts. An invalid round ends the run. A round with much stolen processor time measures the
 * host instead of the server: it is repeated, and the least disturbed repetition counts. Repetitions are bounded, so
 * that a run on a crowded host still ends.
 */

import { InvalidRun } from '../stand/stage.ts';
import type { Round, RoundAsked, Scenario } from './scenario.ts';

/** Share of the machine's time that may be stolen: at 0.02 a hold took 61 µs, at 0.2 67 to 84, at 0.5 94 to 120. */
export const stolenMax = 0.05;
const replaysPerRound = 2;
const replaysPerRun = 150;

export class ValidRounds {
  #replaysLeft = replaysPerRun;

  /** The round that counts. Throws `InvalidRun` when a round is invalid, for example because most calls failed. */
  async run(scenario: Scenario, ask: RoundAsked): Promise<Round> {
    let best = await valid(scenario, ask);
    for (let replay = 0; replay < replaysPerRound && this.#replaysLeft > 0 && isDisturbed(best); replay++) {
      this.#replaysLeft--;
      const again = await valid(scenario, ask);
      if (hasFailures(again) || stolenOf(again) < stolenOf(best)) best = again;
    }
    return best;
  }

  /** Rounds that were repeated so far. */
  get replays(): number {
    return replaysPerRun - this.#replaysLeft;
  }
}

async function valid(scenario: Scenario, ask: RoundAsked): Promise<Round> {
  const round = await scenario.round(ask);
  if (round.invalidReason === null) return round;
  throw new InvalidRun(`${scenario.name}, ${ask.connections} connections: ${round.invalidReason}`);
}

function isDisturbed(round: Round): boolean {
  return stolenOf(round) > stolenMax && !hasFailures(round);
}

/** A round with failures always counts: repeating it would hide them. */
function hasFailures({ failed, broken }: Round): boolean {
  return failed + broken > 0;
}

function stolenOf({ stolen }: Round): number {
  return stolen ?? 0;
}
