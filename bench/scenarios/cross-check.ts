/**
 * Study: do the ratios depend on the load generator? The service, bare Koa and the raw socket server are loaded by the
 * suite's own generator and by wrk in turn, and the server that only writes a journal by wrk. wrk does not check answers,
 * so the service's own count of held lines shows whether its calls took effect.
 */
import type { Target } from '../load/plan.ts';
import { runWrk, type WrkResult, wrkVersion } from '../load/wrk.ts';
import { median, medianRatio, quotient } from '../reporting/statistics.ts';
import { toRawSocketMax } from '../reporting/summary.ts';
import { readMetrics } from '../stand/metrics.ts';
import { processorSeconds, untilIdle } from '../stand/processor.ts';
import { type BaselineServer, eventSeats, InvalidRun, type Stage } from '../stand/stage.ts';
import { bareKoa } from './bare-koa.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { holds, makeSessions, serviceHolds } from './holds.ts';
import { journalOnly, sessionsOfOneEvent } from './journal-only.ts';
import { rawSocket, rawSocketServer } from './raw-socket.ts';
import { above, atLeast, atMost, type Check, type Study } from './study.ts';

const title = 'Cross-check';
const sessionsPerConnection = 4;
const disagreementMax = 0.15;
const effectMin = 0.98;
const seatsPerHold = 2;
/** A ratio compares two servers within a few seconds; on a crowded host two such ratios can be 40 % apart. */
const samplesPerRound = 2;

export const crossCheck: StudyDefinition = {
  kind: 'study',
  name: 'cross-check',
  about: 'Holds to bare Koa and to the raw socket, measured by wrk (if installed) beside the suite’s own generator',
  unit: 'calls',
  isEssential: false,
  async run(stage, ask): Promise<Study> {
    const version = await wrkVersion();
    if (version !== null) return present(version, await compare(stage, ask));
    const about = 'wrk is not on the PATH: nothing was compared.';
    return { title, about, figures: {}, tables: [], plots: [], checks: [] };
  },
};

/** One round with one number of connections. */
interface Sample {
  readonly connections: number;
  readonly own: Speeds;
  readonly wrk: Speeds;
  /** wrk's calls at the server that only writes a journal; null: not in this sample. */
  readonly floor: Speed | null;
  /** Lines held by the service's own count, for each line that wrk's calls asked for. */
  readonly effect: number;
}

interface Speeds {
  readonly service: Speed;
  readonly koa: Speed;
  readonly raw: Speed;
}

interface Speed {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly cpuMicros: number | null;
}

async function compare(stage: Stage, ask: StudyAsked): Promise<Sample[]> {
  const { seconds, warmSeconds } = ask;
  const service = holds(serviceHolds(stage, 'hold/unhold', () => stage.hotEvent()));
  const target = await stage.lastHotEvent();
  const koa = await bareKoa(stage);
  const raw = await rawSocket(stage);
  const [koaServer, rawServer] = [await stage.bareKoa(), await rawSocketServer(stage)];
  const journalServer = await journalOnly(stage);
  const samples: Sample[] = [];
  const askedByOwn = async (connections: number): Promise<Speeds> => {
    const closed = { connections, seconds, warmSeconds };
    return {
      service: await ask.runRound(service, closed),
      koa: await ask.runRound(koa, closed),
      raw: await ask.runRound(raw, closed),
    };
  };
  const askedByWrk = async (connections: number, hasFloor: boolean): Promise<Omit<Sample, 'connections' | 'own'>> => {
    const [warm, closed] = [
      { connections, seconds: Math.ceil(warmSeconds) },
      { connections, seconds },
    ];
    await wrkOnService(stage, await stage.hotEvent(), warm);
    const { speed, effect } = await wrkOnService(stage, await stage.hotEvent(), closed);
    await wrkOnIdle(koaServer, target, warm);
    const koaSpeed = await wrkOnIdle(koaServer, target, closed);
    await wrkOnIdle(rawServer, target, warm);
    const wrk = { service: speed, koa: koaSpeed, raw: await wrkOnIdle(rawServer, target, closed) };
    if (!hasFloor) return { wrk, floor: null, effect };
    await wrkOnIdle(journalServer, target, warm);
    return { wrk, floor: await wrkOnIdle(journalServer, target, closed), effect };
  };
  for (let number = 0; number < ask.rounds * samplesPerRound; number++) {
    for (const connections of ask.connections) {
      ask.tell(`${connections} connections`);
      const early = number % 2 === 0 ? await askedByOwn(connections) : null;
      const heard = await askedByWrk(connections, number % samplesPerRound === 0);
      samples.push({ connections, own: early ?? (await askedByOwn(connections)), ...heard });
    }
  }
  return samples;
}

type Closed = Pick<StudyAsked, 'seconds'> & { readonly connections: number };

async function wrkOnService(stage: Stage, target: Target, { connections, seconds }: Closed) {
  const { baseUrl, pid } = stage.service;
  const count = connections * sessionsPerConnection;
  const sessionIds = await makeSessions(stage.visitor, target, count);
  const held = async () => (await readMetrics(stage.operator)).get('usher_holds_won_total') ?? 0;
  await untilIdle(pid);
  const before = await held();
  const { speed, calls } = await timed(pid, () =>
    runWrk({ baseUrl, connections, seconds, sessionIds, seats: target.seats }),
  );
  // wrk ends without its last answers, so calls may still run.
  await untilIdle(pid);
  return { speed, effect: ((await held()) - before) / ((calls / 2) * seatsPerHold) };
}

/** A server that knows neither the sessions nor the seats. All sessions are of one event. */
async function wrkOnIdle(
  { baseUrl, server }: BaselineServer,
  { seats }: Target,
  { connections, seconds }: Closed,
): Promise<Speed> {
  const sessionIds = sessionsOfOneEvent(connections * sessionsPerConnection);
  return (await timed(server().pid, () => runWrk({ baseUrl, connections, seconds, sessionIds, seats }))).speed;
}

async function timed(pid: number, run: () => Promise<WrkResult>): Promise<{ speed: Speed; calls: number }> {
  const before = await processorSeconds(pid);
  const { calls, perSecond, p99Ms, failed } = await run();
  const after = await processorSeconds(pid);
  if (failed > 0) throw new InvalidRun(`cross-check: ${failed} of wrk’s ${calls} calls failed`);
  const cpuMicros = before === null || after === null ? null : ((after - before) / calls) * 1e6;
  return { speed: { perSecond, p99Ms, cpuMicros }, calls };
}

/** The ratios of one number of connections, and how far the two generators' ratios to bare Koa are apart. */
function ratiosOf(connections: number, all: readonly Sample[]) {
  const ratio = (of: (sample: Sample) => Speeds) =>
    medianRatio(
      all.map((sample) => of(sample).service.perSecond),
      all.map((sample) => of(sample).koa.perSecond),
    );
  const toRaw = medianRatio(
    all.map(({ wrk }) => wrk.service.cpuMicros),
    all.map(({ wrk }) => wrk.raw.cpuMicros),
  );
  const floors = all.flatMap(({ wrk, floor }) => (floor === null ? [] : { floor, raw: wrk.raw }));
  const floorToRaw = medianRatio(
    floors.map(({ floor }) => floor.cpuMicros),
    floors.map(({ raw }) => raw.cpuMicros),
  );
  const own = ratio((sample) => sample.own);
  const wrk = ratio((sample) => sample.wrk);
  const share = quotient(wrk, own);
  return { connections, all, own, wrk, toRaw, floorToRaw, apart: share === null ? null : Math.abs(share - 1) };
}

function present(version: string, samples: readonly Sample[]): Study {
  const groups = Map.groupBy(samples, ({ connections }) => connections);
  const lines = [...groups].map(([connections, all]) => ratiosOf(connections, all));
  const row = (who: string, { connections, all }: (typeof lines)[number], of: (sample: Sample) => Speed | null) => {
    const speeds = all.flatMap((sample) => of(sample) ?? []);
    return [
      who,
      connections,
      Math.round(median(speeds.map(({ perSecond }) => perSecond))!),
      median(speeds.map(({ cpuMicros }) => cpuMicros)),
      median(speeds.map(({ p99Ms }) => p99Ms)),
    ];
  };
  return {
    title,
    about: `Hold and give back on ${eventSeats} seats, bare Koa and the raw socket, in closed loop, by the suite’s generator and by ${version}, in turn.`,
    figures: Object.fromEntries(
      lines.flatMap(({ connections, own, wrk, toRaw, floorToRaw }) => [
        [`${connections} connections to bare Koa, own generator`, own],
        [`${connections} connections to bare Koa, wrk`, wrk],
        [`${connections} connections: CPU to the raw socket, wrk`, toRaw],
        [`${connections} connections: CPU to the raw socket, wrk, journal only`, floorToRaw],
      ]),
    ),
    tables: [
      {
        columns: ['connections', 'to bare Koa, own generator', 'to bare Koa, wrk', 'apart', 'CPU to raw socket, wrk'],
        rows: lines.map(({ connections, own, wrk, apart, toRaw }) => [connections, own, wrk, apart, toRaw]),
      },
      {
        columns: ['who', 'connections', 'per second', 'CPU µs', 'p99 ms'],
        rows: lines.flatMap((line) => [
          row('own generator: hold/unhold', line, ({ own }) => own.service),
          row('own generator: bare Koa', line, ({ own }) => own.koa),
          row('own generator: raw socket', line, ({ own }) => own.raw),
          row('wrk: hold/unhold', line, ({ wrk }) => wrk.service),
          row('wrk: bare Koa', line, ({ wrk }) => wrk.koa),
          row('wrk: raw socket', line, ({ wrk }) => wrk.raw),
          row('wrk: journal only', line, ({ floor }) => floor),
        ]),
      },
    ],
    plots: [],
    checks: checksOf(lines, samples),
  };
}

function checksOf(lines: readonly ReturnType<typeof ratiosOf>[], samples: readonly Sample[]): Check[] {
  return [
    ...lines.map(({ connections, apart }) =>
      atMost(
        `${connections} connections: the two ratios agree within ${disagreementMax * 100} %`,
        apart,
        disagreementMax,
      ),
    ),
    ...lines.flatMap(({ connections, toRaw, floorToRaw }) => {
      const most = toRawSocketMax[connections];
      if (most === undefined) return [];
      const says = `${connections} connections, wrk: processor time at most ${most} × the raw socket’s`;
      return above(floorToRaw, atMost(says, toRaw, most));
    }),
    atLeast(
      `of what wrk asked for, at least ${effectMin} was held`,
      Math.min(...samples.map(({ effect }) => effect)),
      effectMin,
    ),
  ];
}
