/**
 * The queue of commands for an event's actor, bounded by number and by age. A full queue refuses at once (load
 * shedding). Expiries have a lane of their own in the actor, so that a full mailbox cannot starve them.
 */
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { Fault } from './fault.ts';
import { WaitEstimate } from './wait-estimate.ts';

export interface PendingCommand {
  readonly command: Command;
  /** Actor time of its arrival. */
  readonly askedAt: number;
  /** The same moment by the stopwatch; 0 without one. */
  readonly askedMs: number;
  /** True once the session or layout that the command needs has been looked up outside memory. */
  readonly isLookedUp: boolean;
  /** The service has issued the command's session id, and the session was not found. */
  readonly isGone?: true;
  resolve(answer: Answer): void;
  reject(fault: Fault): void;
}

/** Commands that may wait in one mailbox. */
export const mailboxDepthMax = 10_000;
/** How long a command may wait before it is refused unrun. */
export const mailboxAgeMaxMs = 5_000;
/**
 * Commands whose estimated wait exceeds this are refused at once. Below `mailboxAgeMaxMs`, so that a queue that slows
 * down still has time.
 */
export const expectedWaitMaxMs = 1_500;

/** Shared by all callers: an overload produces thousands a second, and each new error captures a stack. */
const crowded = new Fault('UNAVAILABLE', 'Too many requests are waiting for this event.');

export class Mailbox {
  #entries: PendingCommand[] = [];
  readonly #waitEstimate = new WaitEstimate();

  get depth(): number {
    return this.#entries.length;
  }

  /** Queues a command; throws `Fault` UNAVAILABLE when the queue is too long or too slow. */
  post(entry: PendingCommand): void {
    const refusal = this.refusalAt(entry.askedAt);
    if (refusal !== null) throw refusal;
    this.#entries.push(entry);
  }

  /** The fault of a command that would be posted at actor time `now`; null: it would be queued. */
  refusalAt(now: number): Fault | null {
    const oldest = this.#entries[0];
    const isTooOld = oldest !== undefined && now - oldest.askedAt > mailboxAgeMaxMs;
    const isTooMany = this.depth >= mailboxDepthMax || this.#waitEstimate.waitMs(this.depth) > expectedWaitMaxMs;
    return isTooOld || isTooMany ? crowded : null;
  }

  /** Takes out at most `max` commands at actor time `now`, in order of arrival. */
  drain(max: number, now: number): readonly PendingCommand[] {
    const taken = this.#take(max);
    this.#waitEstimate.note(now, taken.length, this.depth);
    return taken;
  }

  #take(max: number): readonly PendingCommand[] {
    if (this.#entries.length > max) return this.#entries.splice(0, max);
    const all = this.#entries;
    this.#entries = [];
    return all;
  }

  /** Refuses commands that arrived before `time`; they never ran. */
  refuseOlderThan(time: number): void {
    const late = this.#entries.findIndex((entry) => entry.askedAt >= time);
    for (const entry of this.#take(late === -1 ? this.#entries.length : late)) {
      entry.reject(new Fault('UNAVAILABLE', 'The event could not be reached in time.'));
    }
  }

  /** Refuses all waiting commands. */
  refuseAll(fault: Fault): void {
    for (const entry of this.#take(this.#entries.length)) entry.reject(fault);
  }
}
