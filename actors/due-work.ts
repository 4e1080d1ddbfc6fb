/**
 * The work that time brings to one event: deadlines of sessions and locks that have passed, and the step of the queue that
 * is due. Every command asks whether something is due, and nearly always nothing is: one flag says so, and the waiting
 * expiries are not looked at. Decides nothing.
 */
import type { Command } from '#domain/command.ts';
import type { DeadlineQueue } from './deadlines.ts';
import { Expiries, type ExpiringEvent } from './expiries.ts';
import { QueueTimer } from './queue-timer.ts';

export class DueWork {
  readonly expiries: Expiries;
  readonly queueTimer: QueueTimer;
  /** False: nothing waits. */
  #mayWait = false;

  constructor(deadlines: DeadlineQueue, event: ExpiringEvent) {
    const due = (): void => {
      this.#mayWait = true;
      event.due();
    };
    this.expiries = new Expiries({ due, unprojectedSessions: () => event.unprojectedSessions() });
    this.queueTimer = new QueueTimer(deadlines, due);
  }

  /** How much of it can be decided now. */
  get count(): number {
    return this.#mayWait ? this.expiries.count + (this.queueTimer.isDue ? 1 : 0) : 0;
  }

  /** The command that does what one turn may do of it; null: nothing can be decided now. */
  take(): Extract<Command, { kind: 'expire' }> | null {
    if (this.count === 0) return null;
    const queue = this.queueTimer.isDue ? ({ queue: true } as const) : {};
    this.queueTimer.looked();
    const expiries = this.expiries.take();
    this.#mayWait = !this.expiries.isEmpty;
    return { kind: 'expire', ...expiries, ...queue };
  }
}
