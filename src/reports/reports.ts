/**
 * Makes the reports of events and of series. Each event is read in one snapshot of the database, after its projection has
 * been brought up to everything that was durable when the report was asked for. Asks no event for what it has.
 */
import { Cache } from '#storage/database/cache.ts';
import { type DatabasePool, inSnapshot } from '#storage/database/pool.ts';
import { readSectionPlan, type SectionPlan } from '#storage/reports/layout-places.ts';
import { findUnreported, readHead, readLayout, rowsIn } from '#storage/reports/reported-events.ts';
import { countEvent } from './count-event.ts';
import type { Grouping } from './groups.ts';
import { type ReportRow, Tally } from './tally.ts';

/** Of layouts with 200,000 seats each takes some 10 KB. */
const plansMax = 100;

export interface ReportSource {
  readonly pool: DatabasePool;
  /** Brings the projection of these events up to everything that is durable now. */
  readonly settle: (eventNumbers: readonly number[]) => Promise<void>;
}

export interface EventReport {
  /** The last record that the report includes. */
  readonly sequence: number;
  readonly rows: readonly ReportRow[];
}

export interface SeriesReport {
  /** In the order of the events. */
  readonly sequences: readonly number[];
  readonly rows: readonly ReportRow[];
}

/** The event was deleted meanwhile, or its projection does not have what reports need. */
export type WhyNoReport = 'gone' | 'not ready';

export class Reports {
  readonly #source: ReportSource;
  /** By `readLayout`: a version of a layout never changes. */
  readonly #plans: Cache<string, SectionPlan>;

  constructor(source: ReportSource) {
    this.#source = source;
    this.#plans = new Cache(plansMax, (key) => readSectionPlan(source.pool, Number(key.split(' ')[0])));
  }

  async ofEvent(eventNumber: number, by: readonly Grouping[]): Promise<EventReport | WhyNoReport> {
    const tally = new Tally(by);
    await this.prepare([eventNumber]);
    const sequence = await this.#count(eventNumber, tally, false);
    return typeof sequence === 'number' ? { sequence, rows: tally.rows() } : sequence;
  }

  /** `isWanted`: false ends the report between two events. Events that are deleted meanwhile do not count. */
  async ofEvents(
    eventNumbers: readonly number[],
    by: readonly Grouping[],
    isWanted: () => boolean,
  ): Promise<SeriesReport | 'not ready'> {
    const tally = new Tally(by);
    const sequences: number[] = [];
    await this.prepare(eventNumbers);
    for (const eventNumber of eventNumbers) {
      if (!isWanted()) break;
      const sequence = await this.#count(eventNumber, tally, true);
      if (sequence === 'not ready') return sequence;
      sequences.push(sequence === 'gone' ? 0 : sequence);
    }
    return { sequences, rows: tally.rows() };
  }

  /** Afterwards the projection has everything that was durable before. */
  async prepare(eventNumbers: readonly number[]): Promise<void> {
    const { pool, settle } = this.#source;
    await settle(await findUnreported(pool, eventNumbers));
  }

  /** The database was restored: versions of layouts may have another content than those with the same number before. */
  forget(): void {
    this.#plans.clear();
  }

  async #count(eventNumber: number, tally: Tally, isOneOfMany: boolean): Promise<number | WhyNoReport> {
    for (;;) {
      // Read before the snapshot: whoever holds a connection must not wait for another one.
      const layout = await readLayout(this.#source.pool, eventNumber);
      if (layout === null) return 'gone';
      const plan = await this.#plans.get(layout);
      const counted = await inSnapshot(this.#source.pool, async (connection) => {
        if ((await readLayout(connection, eventNumber)) !== layout) return null;
        const head = await readHead(connection, eventNumber);
        if (head === null) return 'gone';
        if (head.offer === null) return 'not ready';
        await countEvent({ offer: head.offer, plan, isOneOfMany }, rowsIn(connection, eventNumber), tally);
        return head.sequence;
      });
      if (counted !== null) return counted;
    }
  }
}
