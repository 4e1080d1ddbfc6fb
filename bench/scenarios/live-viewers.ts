/**
 * Study: ten thousand viewers of one event's live map. Bursts of holds: when each viewer is told. Holds at half the
 * ceiling, in turn with and without viewers: what the viewers cost the buyers, and how late they are told. Memory of a
 * viewer. A run in which a viewer missed a change, or lost its stream, is invalid.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { remember } from '../audit/evidence.ts';
import type { LoadResult, Plan, Target } from '../load/plan.ts';
import { seatDigest, Viewers } from '../load/viewers.ts';
import { median, quotient } from '../reporting/statistics.ts';
import { residentBytes } from '../stand/processor.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { holdRound, holds, makeSessions, serviceHolds } from './holds.ts';
import type { Round, RoundAsked } from './scenario.ts';
import { atLeast, atMost, type Study } from './study.ts';

const allViewers = 10_000;
const quickViewers = 500;
const bursts = 4;
const holdsPerBurst = 10;
const burstEveryMs = 1_000;
const halfOfCeiling = 0.5;
/** The load leaves these seats alone: they are held one by one, and it is measured when each viewer is told of each. */
const probedSeats = 1_000;
const probeEveryMs = 100;
const toldWithinMs = 60_000;
const lookMs = 50;
const promised = { burstP99Ms: 250, loadedP99Ms: 1_500, shareOfHolds: 0.75, bytesPerViewer: 16 * 1024 };

export const liveViewers: ApartDefinition = {
  kind: 'apart',
  name: 'live-viewers',
  about: 'When 10,000 viewers of a live map are told of holds, what they cost the holds, and their memory',
  unit: 'milliseconds',
  isEssential: false,
  run: (ask) => Stage.around(false, (stage) => measureViewers(stage, ask)),
};

async function measureViewers(stage: Stage, ask: StudyAsked): Promise<Study> {
  const count = ask.isQuick ? quickViewers : allViewers;
  const { seconds, warmSeconds } = ask;
  // Before any load: memory that a load has given back to the heap would hide what viewers take.
  const burstsSeen: Bursts[] = [];
  for (let pass = 0; pass < ask.passes; pass++) {
    ask.tell('bursts');
    burstsSeen.push(await watchBursts(stage, count));
  }
  const closed = { connections: ask.connections.at(-1)!, seconds, warmSeconds };
  ask.tell('ceiling');
  const ceiling = await ask.runRound(holds(serviceHolds(stage, 'ceiling', () => stage.hotEvent())), closed);
  const asked = { ...closed, perSecond: Math.max(1, Math.round(ceiling.perSecond * halfOfCeiling)) };
  const pairs: Pair[] = [];
  for (let pass = 0; pass < ask.passes; pass++) {
    const early = pass % 2 === 0 ? await watchLoad(stage, 0, asked) : null;
    ask.tell(`${asked.perSecond} holds a second`);
    const beside = await watchLoad(stage, count, asked);
    pairs.push({ without: early ?? (await watchLoad(stage, 0, asked)), beside });
  }
  return present(count, asked.perSecond, burstsSeen, pairs);
}

interface Bursts {
  /** From the holder's answer to each viewer, for each hold. */
  readonly lateMs: Float64Array;
  readonly bytesPerViewer: number;
  readonly residentPerViewer: number | null;
}

interface Loaded {
  readonly round: Round;
  readonly lateMs: Float64Array;
  readonly bytesPerViewer: number;
}

interface Pair {
  readonly without: Loaded;
  readonly beside: Loaded;
}

/** Microseconds of the monotonic clock, which is the same in all processes. */
export const now = (): number => Number(process.hrtime.bigint() / 1000n);

/** Path of the stream that a viewer without a session reads. */
export function viewersPath({ eventId, publicKey }: Target): string {
  return `/api/public/v2.0/event/${eventId}/changes?publicKey=${publicKey}`;
}

/** Holds a seat; resolves with the time of the answer. */
async function hold(stage: Stage, sessionId: string, seat: number): Promise<number> {
  const body = { seats: [seat], groupOfSeats: [] };
  await stage.visitor.demand({ method: 'POST', path: `/api/public/v2.0/session/${sessionId}/lock`, body });
  return now();
}

async function watchBursts(stage: Stage, count: number): Promise<Bursts> {
  const target = await stage.hotEvent();
  const { eventId } = target;
  const seats = target.seats.slice(0, bursts * holdsPerBurst);
  const sessions = await makeSessions(stage.visitor, target, seats.length);
  await pause(burstEveryMs);
  const before = await residentBytes(stage.service.pid);
  const viewers = await Viewers.open(stage.service.port, viewersPath(target), count);
  try {
    await viewers.ask({ do: 'watch', seats });
    await pause(burstEveryMs);
    const opened = await residentBytes(stage.service.pid);
    const answeredAt = new Map<number, number>();
    for (let first = 0; first < seats.length; first += holdsPerBurst) {
      const burst = seats.slice(first, first + holdsPerBurst).map(async (seat, at) => {
        const sessionId = sessions[first + at] as string;
        answeredAt.set(seat, await hold(stage, sessionId, seat));
        stage.evidence.holds.push({ eventId, sessionId, seats: [seat], pending: null });
      });
      await Promise.all([...burst, pause(burstEveryMs)]);
    }
    const { lateMs, bytes } = await allTold(stage, target, viewers, answeredAt);
    const told = await residentBytes(stage.service.pid);
    // Writing to viewers may take more memory than opening their streams.
    const resident = before === null ? null : (Math.max(opened ?? 0, told ?? 0) - before) / count;
    return { lateMs, bytesPerViewer: bytes / count, residentPerViewer: resident };
  } finally {
    await viewers.close();
  }
}

/** Holds at a fixed rate, and single holds of other seats beside them. */
async function watchLoad(stage: Stage, count: number, ask: RoundAsked): Promise<Loaded> {
  const target = await stage.hotEvent();
  const seats = target.seats.slice(-probedSeats);
  const loaded = { ...target, seats: target.seats.slice(0, -probedSeats) };
  const [sessionId] = (await makeSessions(stage.visitor, target, 1)) as [string];
  const viewers = await Viewers.open(stage.service.port, viewersPath(target), count);
  const answeredAt = new Map<number, number>();
  const generator = {
    run: async (plan: Plan): Promise<LoadResult> => {
      const over = new AbortController();
      const [load] = await Promise.all([
        stage.generator.run(plan).finally(() => over.abort()),
        probe(over.signal, seats, async (seat) => answeredAt.set(seat, await hold(stage, sessionId, seat))),
      ]);
      return load;
    },
  };
  try {
    await viewers.ask({ do: 'watch', seats });
    const setting = serviceHolds(stage, `holds, ${count} viewers`, async () => loaded);
    const { round, load } = await holdRound({ ...setting, generator, remember: () => {} }, ask);
    remember(stage.evidence, load);
    stage.evidence.holds.push({ eventId: target.eventId, sessionId, seats: [...answeredAt.keys()], pending: null });
    if (round.invalidReason !== null) throw new InvalidRun(`holds with ${count} viewers: ${round.invalidReason}`);
    if (count === 0) return { round, lateMs: new Float64Array(), bytesPerViewer: 0 };
    const { lateMs, bytes } = await allTold(stage, target, viewers, answeredAt);
    return { round, lateMs, bytesPerViewer: bytes / count };
  } finally {
    await viewers.close();
  }
}

async function probe(over: AbortSignal, seats: readonly number[], act: (seat: number) => Promise<unknown>) {
  for (const seat of seats) {
    if (over.aborted) return;
    await Promise.all([act(seat), pause(probeEveryMs)]);
  }
}

/** Waits until every viewer has been told of everything that is no longer bookable. */
async function allTold(stage: Stage, target: Target, viewers: Viewers, answeredAt: ReadonlyMap<number, number>) {
  const path = `/api/public/v1.0/event/prices/?id=${target.eventId}&publicKey=${target.publicKey}`;
  const until = performance.now() + toldWithinMs;
  for (;;) {
    const { seats } = await stage.visitor.demand({ method: 'GET', path });
    const bookable = new Set<number>(seats.map(([id]: [number]) => id));
    const due = target.seats.reduce((sum, seat) => (bookable.has(seat) ? sum : sum ^ seatDigest(seat)), 0);
    const { digests, ended, resets } = await viewers.ask({ do: 'report' });
    if (ended + resets > 0) throw new InvalidRun(`${ended} streams of viewers ended, ${resets} were reset`);
    if (digests.length === 1 && digests[0] === due) break;
    if (performance.now() > until) throw new InvalidRun('a viewer of the live map missed a change');
    await pause(lookMs);
  }
  const { toldAt, bytes } = await viewers.ask({ do: 'tell-times' });
  const late = toldAt.flatMap(([seat, times]) => {
    const at = answeredAt.get(seat);
    return at === undefined ? [] : [times.map((time) => (time === 0 ? Number.NaN : (time - at) / 1000))];
  });
  const lateMs = Float64Array.from(late.flatMap((times) => [...times])).sort();
  if (lateMs.some(Number.isNaN)) throw new InvalidRun('a viewer was not told of a hold');
  return { lateMs, bytes };
}

function present(count: number, perSecond: number, all: readonly Bursts[], pairs: readonly Pair[]): Study {
  const p99 = (lateMs: Float64Array): number | null => lateMs[Math.floor((lateMs.length - 1) * 0.99)] ?? null;
  const p50 = (lateMs: Float64Array): number | null => lateMs[(lateMs.length - 1) >> 1] ?? null;
  const shares = pairs.map(({ without, beside }) => quotient(beside.round.perSecond, without.round.perSecond));
  const burstP99Ms = median(all.map(({ lateMs }) => p99(lateMs)));
  const loadedP99Ms = median(pairs.map(({ beside }) => p99(beside.lateMs)));
  const share = median(shares);
  const resident = all.reduce<number | null>((most, { residentPerViewer }) => {
    return residentPerViewer === null ? most : Math.max(most ?? 0, residentPerViewer);
  }, null);
  const burstRow = ({ lateMs, bytesPerViewer, residentPerViewer }: Bursts) => {
    return [lateMs.length, p50(lateMs), p99(lateMs), lateMs.at(-1) ?? null, bytesPerViewer, residentPerViewer];
  };
  const loadRow = (viewers: number, { round, lateMs, bytesPerViewer }: Loaded) => {
    const told = [p50(lateMs), p99(lateMs), bytesPerViewer];
    return [viewers, Math.round(round.perSecond), round.p50Ms, round.p99Ms, round.cpuMicros, ...told];
  };
  return {
    title: 'Viewers of a live map',
    about: `${count} viewers of one event. ${bursts} bursts of ${holdsPerBurst} holds; then ${perSecond} holds a second, open loop, in turn with and without viewers. Every viewer was told of every change.`,
    figures: {
      'told of a burst, p99 ms': burstP99Ms,
      'told under load, p99 ms': loadedP99Ms,
      'holds beside viewers to holds without': share,
      'resident bytes of a viewer': resident,
    },
    tables: [
      {
        columns: ['told of bursts', 'p50 ms', 'p99 ms', 'max ms', 'bytes each', 'resident each'],
        rows: all.map(burstRow),
      },
      {
        columns: ['viewers', 'holds/s', 'p50 ms', 'p99 ms', 'CPU µs', 'told p50 ms', 'told p99 ms', 'bytes each'],
        rows: pairs.flatMap(({ without, beside }) => [loadRow(0, without), loadRow(count, beside)]),
      },
    ],
    plots: [],
    checks: [
      atMost(
        `${count} viewers are told of bursts within ${promised.burstP99Ms} ms (p99)`,
        burstP99Ms,
        promised.burstP99Ms,
      ),
      atMost(
        `${count} viewers are told under load within ${promised.loadedP99Ms} ms (p99)`,
        loadedP99Ms,
        promised.loadedP99Ms,
      ),
      atLeast(`${count} viewers leave holds at ${promised.shareOfHolds} of their rate`, share, promised.shareOfHolds),
      // The heap grows by more than a few viewers take.
      ...(count < allViewers ? [] : [atMost('resident bytes of a viewer', resident, promised.bytesPerViewer)]),
    ],
  };
}
