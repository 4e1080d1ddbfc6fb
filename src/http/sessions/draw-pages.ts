/**
 * Pages of a draw: the hashes of its tickets, which anybody may read to verify it. A page of 1,000 takes some
 * milliseconds, so that a few readers could hold up every buyer. Promises that one page is made at a time, in short
 * steps between which other work runs, and that a bounded number of readers waits; further ones are refused.
 */
import { WorkQueue } from '#storage/database/work-queue.ts';
import { hashOfTicket, type TicketMint } from './tickets.ts';

/** Some 0.2 ms. */
const ticketsPerTurn = 50;
/** Their pages take less than a second. */
const waitingMax = 100;

export class DrawPages {
  readonly #tickets: TicketMint;
  readonly #making = new WorkQueue({ atOnce: 1, waitingMax, refusal: 'Too many read the draw at the moment.' });

  constructor(tickets: TicketMint) {
    this.#tickets = tickets;
  }

  /** The hashes of `count` tickets of an event, from number `first` on. Rejects with UNAVAILABLE when too many wait. */
  hashes(eventNumber: number, first: number, count: number): Promise<readonly string[]> {
    return this.#making.run(async () => {
      const hashes: string[] = [];
      for (let at = 0; at < count; at++) {
        if (at > 0 && at % ticketsPerTurn === 0) await new Promise(setImmediate);
        hashes.push(hashOfTicket(this.#tickets.textOf(eventNumber, first + at)));
      }
      return hashes;
    });
  }
}
