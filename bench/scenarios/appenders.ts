/**
 * Study: how many nodes one PostgreSQL serves. Every node has one append in flight; 1 to 32 of them append to one log at once,
 * without the rest of the service. Tells records a second, and the processor time of PostgreSQL for each, which depends
 * less on the load of the machine. The knee is the fewest nodes with nine tenths of the highest rate.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch, Ownership } from '#actors/ports.ts';
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import { median, quotient } from '../reporting/statistics.ts';
import { makeOwnedEvents } from '../stand/owned-events.ts';
import { familySeconds } from '../stand/processor.ts';
import { silentLog } from '../stand/silent-log.ts';
import { InvalidRun, type Stage } from '../stand/stage.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import type { Study } from './study.ts';

const nodes = [1, 2, 4, 8, 16, 32];
const eventsPerNode = 16;
/** A record of a busy event has some ten of them. */
const heldPerRecord = 10;
const kneeShare = 0.9;

interface Sample {
  readonly nodes: number;
  readonly perSecond: number;
  /** Of PostgreSQL, for each record. */
  readonly storeMicros: number | null;
  readonly recordsPerAppend: number;
  readonly appendMs: number;
}

export const appenders: StudyDefinition = {
  kind: 'study',
  name: 'appenders',
  about: 'Appends of 1 to 32 nodes to one write-ahead log: records a second, and what each costs PostgreSQL',
  unit: 'records',
  isEssential: false,
  async run(stage, ask): Promise<Study> {
    const { url, ownerships } = await makeOwnedEvents(
      await stage.databaseUrl(),
      'appenders',
      eventsPerNode * (nodes.at(-1) as number),
    );
    const heads = new Map(ownerships.map((ownership) => [ownership, ownership.headSeq]));
    const samples: Sample[] = [];
    for (let pass = 0; pass < ask.passes; pass++) {
      for (const count of pass % 2 === 0 ? nodes : nodes.toReversed()) {
        ask.tell(`${count} nodes`);
        samples.push(await measure(stage, url, heads, count, ask));
      }
    }
    return present(samples);
  },
};

async function measure(
  { storePid }: Stage,
  url: string,
  heads: Map<Ownership, number>,
  count: number,
  { seconds, warmSeconds }: StudyAsked,
): Promise<Sample> {
  const lanes = await Promise.all(Array.from({ length: count }, () => Lane.open(url)));
  const owned = [...heads.keys()];
  let isOver = false;
  const working = lanes.flatMap((lane, place) =>
    owned
      .slice(place * eventsPerNode, (place + 1) * eventsPerNode)
      .map((ownership) => lane.fill(ownership, heads, () => isOver)),
  );
  await pause(warmSeconds * 1000);
  const before = { records: recordsOf(lanes), at: performance.now() };
  const storeBefore = await familySeconds(storePid);
  const appended = lanes.map(({ appends, appendMs }) => ({ appends, appendMs }));
  await pause(seconds * 1000);
  const records = recordsOf(lanes) - before.records;
  const elapsed = (performance.now() - before.at) / 1000;
  const store = await familySeconds(storePid);
  isOver = true;
  const appends = sum(lanes.map((lane, place) => lane.appends - (appended[place]?.appends ?? 0)));
  const appendMs = sum(lanes.map((lane, place) => lane.appendMs - (appended[place]?.appendMs ?? 0)));
  await Promise.all(working);
  await Promise.all(lanes.map((lane) => lane.close()));
  if (records === 0) throw new InvalidRun(`nothing was appended by ${count} nodes`);
  return {
    nodes: count,
    perSecond: records / elapsed,
    // A process of PostgreSQL that has ended is missing in the second reading.
    storeMicros:
      store === null || storeBefore === null || store < storeBefore ? null : ((store - storeBefore) * 1e6) / records,
    recordsPerAppend: records / appends,
    appendMs: appendMs / appends,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const recordsOf = (lanes: readonly Lane[]): number => sum(lanes.map(({ records }) => records));

/** The journal of one node: one append is in flight, and what comes meanwhile shares the next. */
class Lane {
  records = 0;
  appends = 0;
  appendMs = 0;
  readonly #journal: PostgresJournal;
  readonly #closePool: () => Promise<void>;

  static async open(url: string): Promise<Lane> {
    const pool = await createAppendPool(url, silentLog);
    return new Lane(pool);
  }

  private constructor(pool: Awaited<ReturnType<typeof createAppendPool>>) {
    const appendObserved = (ms: number): void => {
      this.appends += 1;
      this.appendMs += ms;
    };
    this.#journal = new PostgresJournal({ pool, observe: () => {}, appendObserved, log: silentLog });
    this.#closePool = () => pool.end();
  }

  /** Appends one record after the other. */
  async fill(ownership: Ownership, heads: Map<Ownership, number>, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const seq = (heads.get(ownership) as number) + 1;
      const outcome = await this.#journal.append(batchOf(ownership, seq));
      if (outcome !== 'durable') throw new InvalidRun(`an append was ${outcome}`);
      heads.set(ownership, seq);
      this.records += 1;
    }
  }

  async close(): Promise<void> {
    this.#journal.close();
    await this.#closePool();
  }
}

function batchOf(ownership: Ownership, seq: number): Batch {
  const facts = Array.from({ length: heldPerRecord }, (_, place) => {
    const seats = [seq * 2 + place, seq * 2 + place + 1];
    return { type: 'held', session: seq + place, seats } as const;
  });
  return { ownership, seq, at: Date.now(), facts };
}

function present(samples: readonly Sample[]): Study {
  const lines = nodes.map((count) => {
    const of = samples.filter((sample) => sample.nodes === count);
    return {
      nodes: count,
      perSecond: median(of.map(({ perSecond }) => perSecond)),
      storeMicros: median(of.flatMap(({ storeMicros }) => storeMicros ?? [])),
      recordsPerAppend: median(of.map(({ recordsPerAppend }) => recordsPerAppend)),
      appendMs: median(of.map(({ appendMs }) => appendMs)),
    };
  });
  const highest = Math.max(...lines.map(({ perSecond }) => perSecond ?? 0));
  const knee = lines.find(({ perSecond }) => (perSecond ?? 0) >= highest * kneeShare)?.nodes ?? null;
  const [one, many] = [lines[0], lines.at(-1)];
  return {
    title: 'Many nodes and one log',
    about:
      `Each node has ${eventsPerNode} busy events and one append in flight; a record has ${heldPerRecord} holds. The bench appends for ` +
      'all of them in one process, so the rate ends where that process or the processors do.',
    figures: {
      'fewest nodes with nine tenths of the highest rate': knee,
      '32 nodes to one: records a second': quotient(many?.perSecond ?? 0, one?.perSecond ?? 0),
      '32 nodes to one: processor time of a record': quotient(many?.storeMicros ?? 0, one?.storeMicros ?? 0),
    },
    tables: [
      {
        columns: ['nodes', 'records/s', 'PostgreSQL µs a record', 'records an append', 'append ms'],
        rows: lines.map((line) => Object.values(line)),
      },
    ],
    plots: [],
    checks: [],
  };
}
