/**
 * Study: the pieces alone, in this process, without HTTP and Postgres: the kernel's decide and apply, the upper bound
 * for everything above it; the scan for orphans here and on a thread; the reading of requests and the encoding of
 * answers; the prices and the places of a large layout.
 */
import type { Socket } from 'node:net';
import { presentPublic } from '#codec/answers/session.ts';
import { dueAllotmentFacts } from '#domain/allotments/steps.ts';
import { apply, sealRecord } from '#domain/apply.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import type { Command } from '#domain/command.ts';
import { decide, replyOf } from '#domain/decide.ts';
import { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { Availability } from '#domain/inventory-copy.ts';
import type { Policy } from '#domain/policy.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { encodeProblem } from '#http/pipeline/problem.ts';
import { DirectReader } from '#http/server/direct-request.ts';
import { WorkerPool } from '#workers/pool.ts';
import scanOrphans from '#workers/scan-orphans.ts';
import { median } from '../reporting/statistics.ts';
import type { ApartDefinition } from './definition.ts';
import { largeSeatCount, priceAssigner, seatPlacer } from './large-turns.ts';
import type { Study } from './study.ts';

const seatCount = 50_000;
const rowSeats = 100;
const sessions = 256;
const now = 1_800_000_000_000;
export const chunk = 200;
const scanSizes = [9_600, 96_000, 192_000];
const eventId = '0c9f2f0e-6a52-4d3e-9d5b-0a6c1f0e7a11';

export const policy: Policy = {
  organizationId: 1,
  publicSessionsEnabled: true,
  salesControlEnabled: true,
  orphanSeatPrevention: false,
  lockMs: 900_000,
  holdTypes: {},
  holdMs: 900_000,
  graceMs: 600_000,
  maxSeats: 10,
  emptySessionsMax: Number.POSITIVE_INFINITY,
  ticketsMax: 2_000_000,
  clusterVersion: everythingInForce,
};

/** Everybody may take the seats of such an allotment. */
const openTerms = {
  colour: null,
  access: 'PUBLIC',
  opensAt: null,
  closesAt: null,
  maxSeatsPerSession: 100,
  release: { at: null, whenSold: 'EVENT', to: null },
} as const;

export const micro: ApartDefinition = {
  kind: 'apart',
  name: 'micro',
  about:
    'Kernel decide and apply alone, orphan scan inline and on a thread, reading of a request, encoding of a session and of a problem, large assignments and layouts',
  unit: 'operations',
  isEssential: true,
  async run({ seconds, rounds, tell }): Promise<Study> {
    const budgetMs = Math.max(100, (seconds * 1000) / 8);
    const lines: [string, number][] = [];
    const timed = async (name: string, work: () => void | Promise<void>, each: number) => {
      tell(name);
      await perSecond(work, each, budgetMs);
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++) rates.push(await perSecond(work, each, budgetMs));
      lines.push([name, median(rates)!]);
    };
    await timed('kernel: hold/unhold pairs', kernelPairs(policy), chunk);
    await timed('kernel: pairs, orphans prevented', kernelPairs({ ...policy, orphanSeatPrevention: true }), chunk);
    await timed('read a request', requestReader(1), chunk);
    await timed('read a request, one header new', requestReader(chunk), chunk);
    await timed('encode a session', sessionEncoder(), chunk);
    await timed('encode a problem', problemEncoder(), chunk);
    await timed(`assign prices to ${largeSeatCount} seats`, largeAssigner(), 1);
    await timed(`place ${largeSeatCount} seats`, seatPlacer(), 1);
    const pool = new WorkerPool();
    try {
      await pool.warm();
      for (const size of scanSizes) {
        await timed(`orphan scan of ${size} seats, inline`, () => void scanOrphans(columnsOf(size)), 1);
        await timed(`orphan scan of ${size} seats, as served`, () => scanned(pool, size), 1);
      }
    } finally {
      await pool.close();
    }
    return present(lines);
  },
};

/** Operations a second: runs `work`, which does `each` operations, for about `budgetMs`. */
async function perSecond(work: () => void | Promise<void>, each: number, budgetMs: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < budgetMs) {
    const pending = work();
    if (pending !== undefined) await pending;
    done += each;
  }
  return (done / (performance.now() - startedAt)) * 1000;
}

/**
 * One event of 50,000 priced seats with open sessions; commands are decided as by its actor, one turn and one record for
 * each chunk. `allotments`: so many share all seats.
 */
export function kernelPairs(rules: Policy, allotments = 0): () => void {
  const state = openState();
  const ids = Array.from({ length: sessions }, (_, index) => `${index}`);
  const ask = askerOf(state, rules);
  for (let made = 0; made < allotments; made++) {
    const share = Math.ceil(seatCount / allotments);
    const seats = Array.from({ length: Math.min(share, seatCount - made * share) }, (_, at) => made * share + at + 1);
    const terms = { ...openTerms, name: `Allotment ${made}` };
    ask({ kind: 'define-allotment', id: `${made}`, isNew: true, terms });
    ask({ kind: 'fill-allotment', id: `${made}`, seats, sectionIds: [], priceIds: [], groupOfSeats: [] });
  }
  for (const sessionId of ids) ask({ kind: 'create-session', sessionId, keyHash: sessionId });
  let pair = 0;
  return () => {
    for (let done = 0; done < chunk; done++) {
      pair = (pair + 7_919) % (seatCount / 2);
      const sessionId = ids[pair % sessions]!;
      const selection = { seats: [pair * 2 + 1, pair * 2 + 2], groupOfSeats: [] };
      ask({ kind: 'lock-session', sessionId, selection });
      ask({ kind: 'unlock-session', sessionId, selection });
    }
    if (dueAllotmentFacts(state, now).length > 0) throw new Error('an allotment opened, closed or was released');
    sealRecord(state, state.seq + 1, 1, now);
  };
}

function askerOf(state: EventState, rules: Policy): (command: Command) => void {
  return (command) => {
    const decision = decide(state, command, now, rules);
    for (const fact of decision.facts) apply(state, fact, now, state.seq + 1);
    if (!decision.ok) throw new Error(`the kernel refused: ${decision.refusal.code}`);
    replyOf(state, command, decision, now, rules);
  };
}

function largeAssigner(): () => void {
  const state = openState(largeSeatCount);
  const ask = askerOf(state, policy);
  ask({ kind: 'define-prices', prices: [{ id: 2, name: '60 EUR', externalId: null }] });
  return priceAssigner(state, ask);
}

function openState(size = seatCount): EventState {
  const rowFirsts = Array.from({ length: size / rowSeats }, (_, row) => row * rowSeats);
  const state = new EventState(SeatMap.from({ size, idRuns: [[1, 0, size]], rowFirsts, areas: [] }));
  const story: readonly Fact[] = [
    { type: 'opened', event: eventId, status: 'PUBLISHED' },
    { type: 'prices-defined', prices: [{ id: 1, name: '50 EUR', externalId: null }] },
    { type: 'priced', price: 1, seats: [0, size], areas: [] },
  ];
  for (const fact of story) apply(state, fact, now, 1);
  sealRecord(state, 1, 1, now);
  return state;
}

/** A hold as a browser sends it, repeatedly; one header takes `kinds` different values. */
function requestReader(kinds: number): () => void {
  const reader = new DirectReader({ destroyed: false } as Socket);
  const body = '{"seats":[10001,20001],"groupOfSeats":[]}';
  const packets = Array.from({ length: chunk }, (_, place) => {
    const lines = [
      'POST /api/public/v2.0/session/0f3a9c12-7b44-4e5d-9a10-6f2d8e417c55-01/lock HTTP/1.1',
      ...['Host: tickets.example.com', 'Connection: keep-alive', 'Accept: application/json', 'Accept-Language: en-GB'],
      ...['User-Agent: Mozilla/5.0 (X11; Linux x86_64)', `X-Request-Id: visit-${1000 + (place % kinds)}`],
      ...['Content-Type: application/json', `Content-Length: ${body.length}`],
    ];
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
  return () => {
    for (const packet of packets)
      if (reader.read(packet) === null) throw new Error('the direct reader did not read a usual request');
  };
}

function sessionEncoder(): () => void {
  const state = openState();
  const sessionId = 'one';
  for (const command of [
    { kind: 'create-session', sessionId, keyHash: sessionId },
    { kind: 'lock-session', sessionId, selection: { seats: [1, 2], groupOfSeats: [] } },
  ] satisfies Command[]) {
    for (const fact of decide(state, command, now, policy).facts) apply(state, fact, now, 2);
  }
  const session = state.sessions.get(sessionId)!;
  return () => {
    for (let done = 0; done < chunk; done++) JSON.stringify(presentPublic(eventId, session, now + done));
  };
}

function problemEncoder(): () => void {
  const conflicts = { seats: [1, 2], groupOfSeats: [] };
  const problem = { code: 'SEAT_CONFLICT', detail: 'Somebody else has them.', conflicts } as const;
  return () => {
    for (let done = 0; done < chunk; done++) encodeProblem(problem, '/api/public/v2.0/session/1/lock', `${done}`);
  };
}

/** Every third seat is taken. New arrays each time, because they are transferred to a thread. */
function columnsOf(size: number): Availability {
  const rows = Math.floor(size / rowSeats);
  const rowFirsts = new Uint32Array(Math.ceil(size / 32));
  for (let row = 0; row < rows; row++) rowFirsts[(row * rowSeats) >> 5]! |= 1 << ((row * rowSeats) & 31);
  const available = new Uint32Array(Math.ceil(size / 32)).fill(0b10110110_11011011_01101101_10110110);
  return { seq: 1, size, available, rowFirsts, rowJoins: new Int32Array(0) };
}

async function scanned(pool: WorkerPool, size: number): Promise<void> {
  await pool.scanOrphans(columnsOf(size));
}

function present(lines: readonly (readonly [string, number])[]): Study {
  return {
    title: 'Pieces alone',
    about: `In one process, without HTTP and Postgres; the kernel on ${seatCount} seats and ${sessions} sessions, decide, apply and reply.`,
    figures: Object.fromEntries(lines.map(([name, rate]) => [`${name} per second`, rate])),
    tables: [
      {
        columns: ['what', 'per second', 'µs each'],
        rows: lines.map(([name, rate]) => [name, Math.round(rate), 1e6 / rate]),
      },
    ],
    plots: [],
    checks: [],
  };
}
