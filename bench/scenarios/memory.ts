/**
 * Study: the memory of a session and of an event: the used heap of a service of its own after garbage collection, read
 * through its inspector, while it is filled step by step. Speed is not measured here, because a debugger changes
 * timings.
 */

import type { Point } from '../reporting/statistics.ts';
import { makeEvent, makeEvents, makeSchema } from '../stand/catalog.ts';
import { Inspector } from '../stand/inspector.ts';
import { untilIdle } from '../stand/processor.ts';
import type { Service } from '../stand/service.ts';
import { Stage } from '../stand/stage.ts';
import { makeSingleSeatCarts, withoutFirstSeats } from './carts.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { makeSessions } from './holds.ts';
import { atMost, type Study } from './study.ts';

const eventSeats = 50_000;
const sessionBytesMax = 600;
const warmSessions = 2_000;
const sessionsAtOnce = 500;
const full = { sessions: [1_000, 10_000, 100_000], events: [5, 20, 50] };
const quick = { sessions: [1_000, 4_000], events: [2, 5] };

export const memory: ApartDefinition = {
  kind: 'apart',
  name: 'memory',
  about: 'Memory of an open session without a cart, with one seat, and of an active event of 50,000 seats',
  unit: 'bytes',
  isEssential: false,
  run: (ask) => Stage.around(true, (stage) => measureMemory(stage, ask)),
};

async function measureMemory(stage: Stage, ask: StudyAsked): Promise<Study> {
  const { owner, demo, visitor, service, evidence } = stage;
  const { sessions, events } = ask.isQuick ? quick : full;
  const schemaId = await makeSchema(owner, eventSeats, 0);
  // The first event loads the layout, fills caches and compiles code; that must not be counted.
  const warm = await makeSingleSeatCarts(visitor, await makeEvent(owner, demo, schemaId), warmSessions);
  for (const record of warm) evidence.holds.push(record);
  const grow = (name: string, counts: readonly number[], add: (from: number, to: number) => Promise<void>) => {
    ask.tell(name);
    return growBy(service, counts, add);
  };
  const ofEvents = await grow('events', events, async (from, to) => {
    for (const target of await makeEvents(owner, demo, schemaId, to - from)) {
      evidence.holds.push(...(await makeSingleSeatCarts(visitor, target, 1)));
    }
  });
  const most = sessions.at(-1)!;
  const target = await makeEvent(owner, demo, await makeSchema(owner, most + warmSessions, 0));
  await makeSingleSeatCarts(visitor, target, 1).then(([record]) => evidence.holds.push(record!));
  const ofEmpty = await grow('sessions without a cart', sessions, async (from, to) => {
    for (let made = from; made < to; made += sessionsAtOnce) {
      const ids = await makeSessions(visitor, target, Math.min(sessionsAtOnce, to - made));
      const { eventId } = target;
      for (const sessionId of ids) evidence.holds.push({ eventId, sessionId, seats: [], pending: null });
    }
  });
  const ofOneSeat = await grow('sessions with a seat', sessions, async (from, to) => {
    for (const record of await makeSingleSeatCarts(visitor, withoutFirstSeats(target, from + 1), to - from))
      evidence.holds.push(record);
  });
  return present({ ofEvents, ofEmpty, ofOneSeat }, await usedBytes(service));
}

/** Grows step by step; resolves with the bytes used since the beginning at each count. */
async function growBy(
  service: Service,
  counts: readonly number[],
  add: (from: number, to: number) => Promise<void>,
): Promise<Point[]> {
  const { used } = await usedBytes(service);
  const points: Point[] = [];
  let from = 0;
  for (const to of counts) {
    await add(from, to);
    from = to;
    points.push([to, (await usedBytes(service)).used - used]);
  }
  return points;
}

interface Weights {
  readonly ofEvents: readonly Point[];
  readonly ofEmpty: readonly Point[];
  readonly ofOneSeat: readonly Point[];
}

function present({ ofEvents, ofEmpty, ofOneSeat }: Weights, { resident }: { readonly resident: number }): Study {
  const each = (points: readonly Point[]) => {
    const [count, bytes] = points.at(-1)!;
    return Math.round(bytes / count);
  };
  const rows = (name: string, points: readonly Point[]) =>
    points.map(([count, bytes]) => [name, count, bytes, Math.round(bytes / count)]);
  const line = (name: string, points: readonly Point[]) => ({
    name,
    points: points.map(([count, bytes]): Point => [count, bytes / count]),
  });
  return {
    title: 'Memory',
    about: `Heap and array buffers after garbage collection; an event has ${eventSeats} seats and shares its layout.`,
    figures: {
      'bytes of an event': each(ofEvents),
      'bytes of a session without a cart': each(ofEmpty),
      'bytes of a session with one seat': each(ofOneSeat),
      'resident bytes with all of it': resident,
    },
    tables: [
      {
        columns: ['what', 'count', 'bytes', 'bytes each'],
        rows: [
          ...rows('events', ofEvents),
          ...rows('sessions without a cart', ofEmpty),
          ...rows('sessions with one seat', ofOneSeat),
        ],
      },
    ],
    plots: [
      {
        title: 'Memory of a session',
        x: { name: 'open sessions', isLogarithmic: true },
        y: { name: 'bytes each' },
        lines: [line('without a cart', ofEmpty), line('with one seat', ofOneSeat)],
      },
      {
        title: 'Memory of an event',
        x: { name: 'active events', isLogarithmic: true },
        y: { name: 'bytes each' },
        lines: [line('50,000 seats', ofEvents)],
      },
    ],
    checks: [atMost(`a session without a cart takes at most ${sessionBytesMax} bytes`, each(ofEmpty), sessionBytesMax)],
  };
}

/** Heap and array buffers in use after a full garbage collection, and resident memory. The service has an inspector. */
export async function usedBytes(service: Service): Promise<{ used: number; resident: number }> {
  await untilIdle(service.pid);
  const inspector = await Inspector.open(service);
  try {
    await inspector.ask('HeapProfiler.collectGarbage');
    await inspector.ask('HeapProfiler.collectGarbage');
    const { result } = await inspector.ask('Runtime.evaluate', {
      expression: 'JSON.stringify(process.memoryUsage())',
      returnByValue: true,
    });
    const { heapUsed, arrayBuffers, rss } = JSON.parse(result.value);
    return { used: heapUsed + arrayBuffers, resident: rss };
  } finally {
    inspector.close();
  }
}
