/**
 * The work of one event that is due by its time: passed deadlines of sessions and locks, and the next step of the queue.
 * Every command asks whether something is due, and nearly always nothing is: one flag answers that, so that the waiting
 * expiries are not looked at. Decides nothing.
 */
import type { Command } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { DeadlineQueue } from './deadlines.ts';
import { Expiries, type ExpiringEvent } from './expiries.ts';
import { StepTimer } from './step-timer.ts';

export class DueWork {
  readonly expiries: Expiries;
  readonly stepTimer: StepTimer;
  /** False: nothing waits. True: something may wait. */
  #mayWait = false;

  constructor(deadlines: DeadlineQueue, event: ExpiringEvent) {
    const due = (): void => {
      this.#mayWait = true;
      event.due();
    };
    this.expiries = new Expiries({ due, unprojectedSessions: () => event.unprojectedSessions() });
    this.stepTimer = new StepTimer(deadlines, due);
  }

  /** How many expiries and steps of the queue can be decided now. */
  get count(): number {
    return this.#mayWait ? this.expiries.count + (this.stepTimer.isDue ? 1 : 0) : 0;
  }

  /** The command for as much of the work as one turn may do; null: nothing can be decided now. */
  take(): Extract<Command, { kind: 'expire' }> | null {
    if (this.count === 0) return null;
    const queue = this.stepTimer.isDue ? ({ queue: true } as const) : {};
    this.stepTimer.looked();
    const expiries = this.expiries.take();
    this.#mayWait = !this.expiries.isEmpty;
    return { kind: 'expire', ...expiries, ...queue };
  }
}

/**
 * Has the steps of the event's allotments decided that are due, by its time or by what the turn has sold, until none
 * follows from the last. `facts`: of the turn; a step adds its own.
 */
export function stepAllotments(
  state: EventState,
  facts: readonly Fact[],
  decide: (command: Extract<Command, { kind: 'step-allotments' }>) => void,
): void {
  for (let decided = -1; state.allotments !== null && decided !== facts.length; ) {
    decided = facts.length;
    decide({ kind: 'step-allotments' });
  }
}
