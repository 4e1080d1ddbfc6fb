/** The histories of all buyers of a soak, and the violations that were found. */
import type { Target } from '../../bench/load/plan.ts';
import type { Entrances } from './entrances.ts';
import { History } from './history.ts';

/** Told of every write that was acknowledged: its event, and when its call was sent (`performance.now()`). */
export type WriteListener = (eventId: string, sentAt: number) => void;

const violationsMax = 50;

export class Ledger {
  readonly histories: History[] = [];
  /** The events on sale. */
  readonly targets: Target[];
  /** Organization token. */
  readonly token: string;
  /** How buyers get into the events. */
  readonly entrances: Pick<Entrances, 'of' | 'passFor'>;
  readonly violations: string[] = [];
  /** Sessions with an acknowledged or a pending write since the last audit. */
  readonly touched = new Set<History>();
  /** Number of acknowledged writes. */
  writes = 0;
  /** Number of reads that were checked for an old state of the session. */
  reads = 0;
  private readonly onWrite: WriteListener;
  private opened = 0;

  constructor(
    targets: readonly Target[],
    token: string,
    entrances: Pick<Entrances, 'of' | 'passFor'>,
    onWrite: WriteListener = () => {},
  ) {
    this.targets = [...targets];
    this.token = token;
    this.entrances = entrances;
    this.onWrite = onWrite;
  }

  targetOf(history: History): Target {
    return this.targets.find(({ eventId }) => eventId === history.eventId)!;
  }

  /** False once its event was replaced. */
  isOnSale({ eventId }: History): boolean {
    return this.targets.some((target) => target.eventId === eventId);
  }

  open(target: Target): History {
    const history = new History(target.eventId, `soak-${this.opened++}`);
    this.histories.push(history);
    return history;
  }

  acknowledge(history: History, sentAt: number): void {
    this.writes += 1;
    this.onWrite(history.eventId, sentAt);
  }

  /** Replaces an event that is nearly sold out. Its sessions are removed: audit them before. */
  replace(target: Target, by: Target): void {
    this.targets[this.targets.indexOf(target)] = by;
    const kept = this.histories.filter(({ eventId }) => eventId !== target.eventId);
    this.histories.splice(0, this.histories.length, ...kept);
  }

  /** Records a violation. */
  reportViolation(history: History | null, what: string): void {
    const session = history === null ? '' : `session ${history.key} of event ${history.eventId}: `;
    if (this.violations.length < violationsMax) this.violations.push(`${session}${what}`);
  }
}
