/** Viewers come, go and resume while the owner of their event is silent, the node stops, or many records are named. */
import type { Engine } from '#actors/engine.ts';
import type { MapChanges } from '#domain/map-changes.ts';
import { Boards } from '#live/boards.ts';
import { CatchUps } from '#live/catch-ups.ts';
import { KnownMap } from '#live/known-map.ts';
import { Pacer } from '#live/pacer.ts';
import type { Piece } from '#live/stream-text.ts';
import { Viewer } from '#live/viewer.ts';
import { ManualClock } from '../support/manual-clock.ts';

const seatCount = 64;
const eventNumber = 7;

/** A connection that reads everything. */
class OpenSink {
  readonly waitingBytes = 0;
  text = '';
  hasEnded = false;

  write({ text }: Piece): void {
    this.text += text;
  }

  end(): void {
    this.hasEnded = true;
  }

  cut(): void {}
}

/** The records after `from`, each of which changed one seat: seat `seq % seatCount`. */
function changesAfter(from: number, seq: number): MapChanges {
  const changed = new Map<number, number>();
  for (let record = from + 1; record <= seq; record++) changed.set(record % seatCount, record);
  const seats = Uint32Array.from(changed.keys());
  return {
    seq,
    epoch: 1,
    from,
    schemaId: 1,
    closed: null,
    closesAt: null,
    seats,
    seqs: Float64Array.from(changed.values()),
    bookable: new Uint8Array(seats.length),
    areas: [],
  };
}

/** Of an event of which every seat can be booked. */
function firstAnswer(seq: number): MapChanges {
  return {
    ...changesAfter(seq, seq),
    offer: {
      seq,
      epoch: 1,
      isOpen: true,
      closesAt: null,
      idRuns: [[1, 0, seatCount]],
      available: new Uint32Array(2).fill(0xffffffff),
      priceSlots: new Uint16Array(seatCount).fill(1),
      priceIds: [null, 5],
      prices: [{ id: 5, name: '45.00 EUR' }],
      areas: [],
    },
  };
}

interface TestWorld {
  readonly time: ManualClock;
  readonly engine: Engine;
  /** Tasks for later iterations of the event loop. */
  readonly later: (() => void)[];
  readonly boards: Boards;
}

function openBoards(ask: Engine['ask']): TestWorld {
  const time = new ManualClock();
  const engine = { ask };
  const later: (() => void)[] = [];
  const boards = new Boards(
    {
      engine,
      self: 'here',
      clock: time,
      time,
      random: () => 0.5,
      later: (task) => void later.push(task),
      isHead: async () => true,
      meter: { round: () => {}, written: () => {}, cut: () => {} },
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    },
    { tickMs: 100, viewersMax: 10_000, viewersPerAddressMax: 0 },
  );
  return { time, engine, later, boards };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('viewers that have left before the owner answered are forgotten, and so is their event', async () => {
  const { boards, time } = openBoards(() => Promise.reject(new Error('the owner is silent')));
  for (let round = 0; round < 10; round++) {
    const leave = Array.from({ length: 50 }, () =>
      boards.watch({ eventNumber, after: null, address: null }, new OpenSink()),
    );
    await settled();
    for (const left of leave) left();
  }
  expect([boards.viewers, boards.events]).toEqual([0, 1]);
  for (let second = 0; second < 10; second++) {
    time.advance(1_000);
    await settled();
  }
  expect(boards.events).toBe(0);
});

test('a node that stops while it welcomes viewers ends the streams of all of them', async () => {
  const { boards, later } = openBoards(async () => ({
    ok: true,
    reply: { kind: 'map-changes', changes: firstAnswer(9) },
  }));
  const sinks = Array.from({ length: 1_200 }, () => new OpenSink());
  for (const sink of sinks) boards.watch({ eventNumber, after: null, address: null }, sink);
  await settled();
  // The first viewers have been welcomed; the others wait for the next iteration.
  expect(sinks.filter(({ text }) => text.includes('hello')).length).toBeLessThan(sinks.length);
  expect(later).toHaveLength(1);
  const drained = boards.drain();
  for (let task = later.shift(); task !== undefined; task = later.shift()) {
    task();
    await settled();
  }
  await drained;
  expect(sinks.filter(({ hasEnded }) => !hasEnded)).toEqual([]);
  for (const { text } of sinks) expect(text).toMatch(/retry: \d+\n\n$/);
});

test('after an owner that lacks some changes, viewers that read the prices by themselves are told to do it again', async () => {
  // The next owner knows the changes since record 12: seat 13 % 64 was taken by record 13.
  const next = firstAnswer(14);
  const offer = { ...next.offer, available: Uint32Array.of(0xffffdfff, 0xffffffff) } as NonNullable<
    MapChanges['offer']
  >;
  const answers = [firstAnswer(9), { ...next, from: 12, offer }];
  const { boards, time } = openBoards(async () => ({
    ok: true,
    reply: { kind: 'map-changes', changes: answers.shift() as MapChanges },
  }));
  const [told, fromNow, behind, resumed] = Array.from({ length: 4 }, () => new OpenSink()) as [
    OpenSink,
    OpenSink,
    OpenSink,
    OpenSink,
  ];
  boards.watch({ eventNumber, after: 9, address: null }, told);
  boards.watch({ eventNumber, after: 9, mayKnowMore: true, address: null }, resumed);
  boards.watch({ eventNumber, after: null, address: null }, fromNow);
  boards.watch({ eventNumber, after: 3, address: null }, behind);
  await settled();
  boards.changed(eventNumber);
  for (let step = 0; step < 10; step++) {
    time.advance(20);
    await settled();
  }
  expect(answers).toEqual([]);
  expect(told.text).toMatch(/event: change\ndata: {"seq":14,"freed":\[\],"taken":\[14\],"areas":\[\]}\n\n$/);
  expect(told.text).not.toContain('event: reset');
  expect(fromNow.text).toMatch(/event: reset\ndata: {"seq":14}\n\n$/);
  expect(resumed.text).toMatch(/event: reset\ndata: {"seq":14}\n\n$/);
  expect(behind.text).toMatch(/event: reset\ndata: {"seq":9}\n\nid: 14\nevent: reset\ndata: {"seq":14}\n\n$/);
});

test('a viewer that comes back after such an owner is told to read again unless it names the map that it has', async () => {
  const answers = [firstAnswer(9), { ...firstAnswer(14), from: 12 }, changesAfter(14, 15)];
  const { boards, time } = openBoards(async () => ({
    ok: true,
    reply: { kind: 'map-changes', changes: answers.shift() as MapChanges },
  }));
  boards.watch({ eventNumber, after: 9, address: null }, new OpenSink());
  for (let answered = 0; answered < 3; answered++) {
    boards.changed(eventNumber);
    for (let step = 0; step < 10; step++) {
      time.advance(20);
      await settled();
    }
  }
  expect(answers).toEqual([]);
  const begins = (after: number, mayKnowMore: boolean): boolean => {
    const sink = new OpenSink();
    boards.watch({ eventNumber, after, mayKnowMore, address: null }, sink);
    return !sink.text.includes('event: reset');
  };
  const records = [9, 11, 12, 14, 15];
  // A page that read the prices at record 10 after a reset at 9 resumes from 9: nobody knows what it drew.
  expect(records.filter((after) => begins(after, true))).toEqual([12, 14, 15]);
  expect(records.filter((after) => begins(after, false))).toEqual([9, 12, 14, 15]);
});

test('a few starting records serve viewers of any record, and none misses a change', () => {
  const records = 1_000;
  const map = new KnownMap(firstAnswer(0));
  for (let seq = 0; seq < records; seq += 10) map.take(changesAfter(seq, seq + 10));
  const starts = new Map<number, Set<number>>();
  for (let after = 0; after <= records; after++) {
    const start = map.startFor(after) as number;
    expect(start).toBeLessThanOrEqual(after);
    if (!starts.has(start)) starts.set(start, new Set(map.changesAfter(start).taken));
    const missed = [...changesAfter(after, records).seats].filter((seat) => !starts.get(start)?.has(seat + 1));
    expect([after, missed]).toEqual([after, []]);
  }
  expect(starts.size).toBeLessThanOrEqual(9 + Math.ceil(Math.log2(records)));
  expect([map.startFor(-1), map.startFor(records + 1)]).toEqual([null, null]);
});

/** Every look at it costs this much: making a text takes three looks. */
const lookMs = 10;

class SlowClock extends ManualClock {
  override now(): number {
    this.advance(lookMs);
    return super.now();
  }
}

test('making texts for viewers of many records takes at most a quarter of the time, and all get theirs', async () => {
  const map = new KnownMap(firstAnswer(0));
  map.take(changesAfter(0, 4_000));
  const time = new SlowClock();
  const begun = new Map<Viewer, string>();
  const catchUps = new CatchUps({
    time,
    tickMs: 100,
    pacer: new Pacer(),
    begin: (viewer, pieces) => begun.set(viewer, pieces.map(({ text }) => text.toString()).join('')),
  });
  const viewers = Array.from({ length: 100 }, (_, at) => new Viewer(new OpenSink(), at * 40));
  const startedAt = time.now();
  for (const viewer of viewers) catchUps.add(viewer, map);
  expect(begun.size).toBeLessThan(viewers.length);
  const distinct = new Set(viewers.map(({ after }) => map.startFor(after as number))).size;
  while (catchUps.waiting.size > 0) {
    time.advance(1);
    await settled();
  }
  expect(begun.size).toBe(viewers.length);
  for (const [{ after }, text] of begun) expect(text).toMatch(new RegExp(`^id: ${after}\nevent: hello\n`));
  expect(time.now() - startedAt).toBeGreaterThan((distinct - 1) * lookMs * 4);
});

test('an event is followed for at most 64 sets of allotments; the public and known sets are never refused', () => {
  const { boards } = openBoards(() => Promise.reject(new Error('the owner is silent')));
  const refusalOf = (...allotments: string[]) => boards.refusalOf({ eventNumber, allotments, address: null });
  for (let set = 0; set < 64; set++) {
    expect(refusalOf(`a${set}`)).toBeNull();
    boards.watch({ eventNumber, allotments: [`a${set}`], after: null, address: null }, new OpenSink());
  }
  expect([refusalOf('one more'), refusalOf('a7'), refusalOf()]).toEqual(['event is full', null, null]);
});
