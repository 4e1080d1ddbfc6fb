/**
 * Replays the journal of an archive through the rules and compares the result with what the same file says: its snapshot,
 * its orders, its seats and areas. Needs no database. A journal whose first records were trimmed begins at the snapshot;
 * then orders that ended before are not in memory, and only counted.
 */
import { z } from 'zod';
import { sessionOf, sessionRow } from '#codec/stored-session.ts';
import { BrokenInvariant } from '#collections/assert.ts';
import { replay } from '#domain/apply.ts';
import type { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { columnNames, type EventImage, imageOf } from '#domain/image.ts';
import {
  areaDifferences,
  areaRow,
  seatCountDifferences,
  seatDifferences,
  seatRow,
  sessionCountDifferences,
  sessionDifferences,
} from '../audit/differences.ts';
import { UnreadableSnapshot } from '../journal/snapshot-parts.ts';
import { type Archive, type ArchivedRow, parsed, recordOf } from './archive-reader.ts';
import { ArchivedStart } from './archived-start.ts';

export interface ArchiveReport {
  readonly records: number;
  readonly orders: number;
  /** Orders that ended before the oldest record and the snapshot, so that nothing else in the file speaks of them. */
  readonly ordersNotCompared: number;
  /** One line each, the first hundred; empty: the file agrees with itself. */
  readonly findings: readonly string[];
}

const findingsMax = 100;

const archivedSession = z
  .object({ ...sessionRow.omit({ createdAt: true }).shape, created_at: z.int() })
  .transform(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
const archivedSeat = seatRow
  .omit({ priceId: true })
  .extend({ price_id: z.int().nullable() })
  .transform(({ price_id: priceId, ...row }) => ({ ...row, priceId }));

/** Lets other work of the process run between records. Rejects with `BadArchive` when a row cannot be read. */
export async function verifyArchive(archive: Archive): Promise<ArchiveReport> {
  const replayed = new ReplayedArchive(archive.heading.headSeq);
  for await (const row of archive.rows()) {
    if (await replayed.take(row)) await new Promise(setImmediate);
    if (replayed.isBroken) break;
  }
  return replayed.report();
}

class ReplayedArchive {
  readonly #headSeq: number;
  readonly #findings: string[] = [];
  readonly #start = new ArchivedStart();
  #image: EventImage | null = null;
  #state: EventState | null = null;
  #isTrimmed = false;
  #isBroken = false;
  #records = 0;
  #orders = 0;
  #ordersNotCompared = 0;
  #seats = 0;

  constructor(headSeq: number) {
    this.#headSeq = headSeq;
  }

  /** The journal cannot be replayed, so that there is nothing to compare the rest with. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** True when the row has taken some time. */
  async take(row: ArchivedRow): Promise<boolean> {
    try {
      return await this.#take(row);
    } catch (error) {
      if (error instanceof UnreadableSnapshot) this.#break(`the snapshot: ${error.message}`);
      else if (error instanceof BrokenInvariant) this.#break(error.message);
      else throw error;
      return false;
    }
  }

  async #take(row: ArchivedRow): Promise<boolean> {
    if (this.#start.take(row)) return true;
    const { part, text } = row;
    switch (part) {
      case 'journal':
        await this.#takeRecord(recordOf(text));
        return true;
      case 'session_record':
        this.#takeOrder(parsed(archivedSession, text));
        return false;
      case 'seat_booking':
        this.#seats += 1;
        this.#find((state) => seatDifferences(parsed(archivedSeat, text), state));
        return false;
      case 'area_booking':
        this.#find((state) => areaDifferences(parsed(areaRow, text), state));
        return false;
      default:
        return false;
    }
  }

  report(): ArchiveReport {
    if (!this.#isBroken) {
      this.#find((state) => [
        ...(state.seq === this.#headSeq ? [] : [`the journal ends at ${state.seq}, the event at ${this.#headSeq}`]),
        ...(this.#isTrimmed ? [] : sessionCountDifferences(this.#orders, state)),
        ...seatCountDifferences(this.#seats, state),
      ]);
    }
    const [records, orders, ordersNotCompared] = [this.#records, this.#orders, this.#ordersNotCompared];
    return { records, orders, ordersNotCompared, findings: this.#findings };
  }

  async #takeRecord(record: JournalRecord): Promise<void> {
    this.#records += 1;
    try {
      this.#state ??= await this.#begin(record.seq);
      if (record.seq <= this.#state.seq) return;
      replay(this.#state, record);
    } catch (error) {
      // Any error of the rules means that the record is broken.
      return this.#break(`record ${record.seq} cannot be replayed: ${(error as Error).message}`);
    }
    if (this.#state.seq === this.#image?.seq) this.#findAll(imageDifferences(imageOf(this.#state), this.#image));
  }

  /** The state before the first record, or that of the snapshot when the first records are missing. */
  async #begin(firstSeq: number): Promise<EventState> {
    this.#image = this.#start.image();
    this.#isTrimmed = firstSeq > 1;
    return this.#start.state(this.#isTrimmed ? this.#image : null, firstSeq);
  }

  #takeOrder(row: z.output<typeof archivedSession>): void {
    this.#orders += 1;
    this.#find((state) => {
      const hasLeft = this.#isTrimmed && state.sessionsByOrdinal.get(row.ordinal) === undefined;
      if (!hasLeft) return sessionDifferences(sessionOf(row), state);
      this.#ordersNotCompared += 1;
      return [];
    });
  }

  #find(differences: (state: EventState) => readonly string[]): void {
    if (this.#state === null) this.#break('the file has no journal');
    else this.#findAll(differences(this.#state));
  }

  #findAll(found: readonly string[]): void {
    this.#findings.push(...found.slice(0, findingsMax - this.#findings.length));
  }

  #break(finding: string): void {
    this.#isBroken = true;
    this.#findAll([finding]);
  }
}

/** What both images have whatever their age: references and properties may have been rewritten since. */
function imageDifferences(replayed: EventImage, stored: EventImage): string[] {
  const columns = columnNames.filter((name) => !sameBytes(replayed.columns[name], stored.columns[name]));
  const members = (['eventId', 'epoch', 'status', 'lastOrdinal', 'prices'] as const).filter(
    (name) => JSON.stringify(replayed.head[name]) !== JSON.stringify(stored.head[name]),
  );
  return [...columns, ...members].map((name) => `the snapshot of record ${stored.seq} has other ${name}`);
}

function sameBytes(one: ArrayBufferView, other: ArrayBufferView): boolean {
  return bytesOf(one).equals(bytesOf(other));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
