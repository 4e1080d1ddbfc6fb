/**
 * Writes the projection in groups: all steps requested while a statement is in flight share the next one. Promises that
 * a step is written once, even when the connection fails, and that only records of the journal are projected. Only this
 * file and `epochs.ts` fill these tables. Not a `BatchedQuery`: its groups are bounded in rows, and steps are retried.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import type { Projection, ProjectionStep } from '#actors/ports.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import { formatAt } from '#domain/formats.ts';
import type { StorageLog } from '../database/log.ts';
import { isDefiniteRefusal } from '../database/sql-errors.ts';
import { FeedNews } from '../feed/feed-news.ts';
import { lookUpSteps, writeSteps } from './projection-statement.ts';

const rowsPerStatementMax = 5_000;
const attemptsMax = 5;
const firstPauseMs = 10;

interface Waiting {
  readonly step: ProjectionStep;
  readonly resolve: (projectedSeq: number | null) => void;
  readonly reject: (error: unknown) => void;
}

export class PostgresProjection implements Projection {
  readonly #pool: DatabasePool;
  readonly #log: StorageLog;
  readonly #clusterVersion: VersionInForce;
  readonly #news: FeedNews;
  #waiting: Waiting[] = [];
  #running = false;
  #onFed: (at: number) => void = () => undefined;

  constructor(pool: DatabasePool, clusterVersion: VersionInForce, log: StorageLog) {
    this.#pool = pool;
    this.#clusterVersion = clusterVersion;
    this.#log = log;
    this.#news = new FeedNews(pool);
  }

  /** Rejects when Postgres refuses the step or does not answer. A later retry is always safe. */
  write(step: ProjectionStep): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ step, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      setImmediate(() => void this.#run());
    });
  }

  /** The listener is called when changes of the feed are committed, with the time of the oldest. */
  onFed(listener: (at: number) => void): void {
    this.#onFed = listener;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#settle(this.#next());
    this.#running = false;
  }

  #next(): Waiting[] {
    let rows = 0;
    let count = 0;
    for (const { step } of this.#waiting) {
      rows +=
        1 +
        step.sessions.length +
        step.sessionsGone.length +
        step.seatsTaken.length +
        step.seatsFreed.length +
        step.areas.length;
      rows += (step.feed?.changes.length ?? 0) + (step.history?.rows.length ?? 0);
      if (count > 0 && rows > rowsPerStatementMax) break;
      count += 1;
    }
    const group = this.#waiting;
    this.#waiting = group.splice(count);
    return group;
  }

  /** After an error the outcome is unknown, so the group is sent again; a refused group is sent step by step. */
  async #settle(group: Waiting[]): Promise<void> {
    let left: Waiting[] = group;
    for (let attempt = 1; left.length > 0; attempt++) {
      try {
        left = await this.#attempt(left);
        if (left.length === 0) return;
        if (attempt === attemptsMax) throw new Error('The projection of the event is locked by another writer');
      } catch (error) {
        const isRefused = isDefiniteRefusal(error);
        if (isRefused && left.length > 1) {
          for (const waiting of left) await this.#settle([waiting]);
          return;
        }
        const reason = error instanceof Error ? error.message : String(error);
        this.#log.warn({ reason, events: left.length, attempt }, 'a projection could not be written');
        if (isRefused || attempt >= attemptsMax) {
          for (const waiting of left) waiting.reject(error);
          return;
        }
      }
      await pause(firstPauseMs * 2 ** attempt);
    }
  }

  /** Resolves with the steps that must be retried. */
  async #attempt(group: readonly Waiting[]): Promise<Waiting[]> {
    const feedFormat = formatAt('feed row', this.#clusterVersion.current);
    const { places: written, fed: organizations } = await writeSteps(this.#pool, stepsOf(group), feedFormat);
    this.#news.tell(organizations);
    const fed = group.flatMap(({ step }, place) => (written.has(place) ? (step.feed?.changes[0]?.at ?? []) : []));
    if (fed.length > 0) this.#onFed(Math.min(...fed));
    const others = group.filter(({ step, resolve }, place) => {
      if (written.has(place)) resolve(step.toSeq);
      return !written.has(place);
    });
    if (others.length === 0) return [];
    const found = await lookUpSteps(this.#pool, stepsOf(others));
    return others.flatMap((waiting, place) => {
      const { step, resolve } = waiting;
      const projectedSeq = found[place] ?? null;
      if (projectedSeq === step.fromSeq) return [waiting];
      // A late step of a former owner has written the same rows, and perhaps no history.
      if (projectedSeq === step.toSeq && step.history !== undefined) {
        const { feed: _feed, ...rest } = step;
        return [{ ...waiting, step: { ...rest, fromSeq: step.toSeq } }];
      }
      resolve(projectedSeq);
      return [];
    });
  }
}

function stepsOf(group: readonly Waiting[]): ProjectionStep[] {
  return group.map((waiting) => waiting.step);
}
