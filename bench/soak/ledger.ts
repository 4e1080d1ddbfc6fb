/** All that the buyers of a soak know together, and what was found wrong with it. */
import type { Target } from '../load/plan.ts';
import { History } from './history.ts';

const violationsMax = 50;

export class Ledger {
  readonly histories: History[] = [];
  readonly targets: readonly Target[];
  /** Organization token. */
  readonly token: string;
  readonly violations: string[] = [];
  /** Sessions with an acknowledged or a pending write since the last audit. */
  readonly touched = new Set<History>();
  /** Writes acknowledged since the last audit. */
  writes = 0;
  private readonly targetsById: ReadonlyMap<string, Target>;

  constructor(targets: readonly Target[], token: string) {
    this.targets = targets;
    this.token = token;
    this.targetsById = new Map(targets.map((target) => [target.eventId, target]));
  }

  targetOf(history: History): Target {
    return this.targetsById.get(history.eventId)!;
  }

  open(target: Target): History {
    const history = new History(target.eventId, `soak-${this.histories.length}`);
    this.histories.push(history);
    return history;
  }

  /** Notes something that must not be. */
  accuse(history: History | null, what: string): void {
    const who = history === null ? '' : `session ${this.histories.indexOf(history)} of event ${history.eventId}: `;
    if (this.violations.length < violationsMax) this.violations.push(`${who}${what}`);
  }
}
