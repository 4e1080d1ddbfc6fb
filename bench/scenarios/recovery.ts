/**
 * Study: how long an event is unavailable after the service was killed, against its open sessions and against the
 * length of its journal: kill -9, start, first read, first hold. The first read activates the event.
 */

import { tablesCatchUpAt } from '../audit/catch-up.ts';
import type { HoldRecord, Target } from '../load/plan.ts';
import { median, type Point } from '../reporting/statistics.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { Client } from '../stand/client.ts';
import { withDatabase } from '../stand/database.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import { makeSingleSeatCarts } from './carts.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { holdRound, serviceHolds } from './holds.ts';
import { atMost, type Study } from './study.ts';

const seatCount = 100_000;
const full = { sessions: [100, 1_000, 20_000, 90_000], loadSeconds: [1, 4, 16], restarts: 3 };
const quick = { sessions: [100, 2_000], loadSeconds: [1], restarts: 1 };
/** One batch is one record: few connections make many records. */
const loadConnections = 4;
const promise = { sessions: 20_000, ms: 300 };

export const recovery: ApartDefinition = {
  kind: 'apart',
  name: 'recovery',
  about: 'Kill -9 and start again: time to the first answer against open sessions and against journal length',
  unit: 'milliseconds',
  isEssential: false,
  run: (ask) => Stage.around(ask.isProfiled, (stage) => measureRecovery(stage, ask)),
};

interface Return {
  readonly launchMs: number;
  readonly firstAnswerMs: number;
  readonly firstHoldMs: number;
}

async function measureRecovery(stage: Stage, ask: StudyAsked): Promise<Study> {
  const { sessions, loadSeconds, restarts } = ask.isQuick ? quick : full;
  const schemaId = await makeSchema(stage.owner, seatCount, 0);
  const bySessions: [number, Return][] = [];
  for (const count of sessions) {
    ask.tell(`${count} sessions`);
    const target = await makeEvent(stage.owner, stage.demo, schemaId);
    const crowd = await makeSingleSeatCarts(stage.visitor, target, count);
    bySessions.push([count, await returns(stage, ask, target, crowd, restarts)]);
  }
  const byRecords: [number, Return][] = [];
  for (const seconds of loadSeconds) {
    ask.tell(`a journal of ${seconds} seconds`);
    const target = await makeEvent(stage.owner, stage.demo, schemaId);
    const crowd = await makeSingleSeatCarts(stage.visitor, target, 1);
    const free = { ...target, seats: target.seats.slice(seatCount / 2) };
    const setting = serviceHolds(stage, 'history', async () => free);
    await holdRound(setting, { connections: loadConnections, seconds, warmSeconds: 0 });
    byRecords.push([await journalLength(stage, target), await returns(stage, ask, target, crowd, restarts)]);
  }
  return present(
    bySessions,
    byRecords.sort(([a], [b]) => a - b),
  );
}

/**
 * Restarts the service `restarts` times; throws when a session has lost its cart. Adds the last carts to the evidence.
 */
async function returns(
  stage: Stage,
  ask: StudyAsked,
  target: Target,
  crowd: readonly HoldRecord[],
  restarts: number,
): Promise<Return> {
  const last = crowd.at(-1)!;
  const all: Return[] = [];
  let held = last.seats;
  for (let restart = 0; restart < restarts; restart++) {
    // A start loads events whose tables are behind; this event must not be loaded before the first read.
    await tablesCatchUpAt(await stage.databaseUrl(), target.eventId);
    await stage.service.kill();
    const launchMs = await stage.service.launch();
    const client = new Client(stage.service.baseUrl);
    const path = `/api/public/v2.0/session/${last.sessionId}`;
    // Timed inside, so that starting and stopping the profiler is not counted.
    const { session, firstAnswerMs } = await ask.watch(
      stage.service,
      `activation, ${crowd.length} sessions`,
      async () => {
        const askedAt = performance.now();
        const session = await client.demand({ method: 'GET', path });
        return { session, firstAnswerMs: performance.now() - askedAt };
      },
    );
    if (session.cart.seats.length !== held.length) throw new InvalidRun('a session came back with another cart');
    held = [...held, target.seats[crowd.length + restart]!];
    const heldAt = performance.now();
    await client.demand({ method: 'POST', path: `${path}/lock`, body: { seats: held, groupOfSeats: [] } });
    all.push({ launchMs, firstAnswerMs, firstHoldMs: performance.now() - heldAt });
    client.close();
  }
  for (const record of crowd) stage.evidence.holds.push(record === last ? { ...last, seats: held } : record);
  return {
    launchMs: median(all.map(({ launchMs }) => launchMs))!,
    firstAnswerMs: median(all.map(({ firstAnswerMs }) => firstAnswerMs))!,
    firstHoldMs: median(all.map(({ firstHoldMs }) => firstHoldMs))!,
  };
}

async function journalLength(stage: Stage, { eventId }: Target): Promise<number> {
  return await withDatabase(await stage.databaseUrl(), async (client) => {
    const select =
      'SELECT head_seq FROM event_owner JOIN event ON event.number = event_owner.event_number WHERE event.id = $1';
    return Number((await client.query(select, [eventId])).rows[0].head_seq);
  });
}

function present(bySessions: readonly [number, Return][], byRecords: readonly [number, Return][]): Study {
  const points = (lines: readonly [number, Return][], of: (back: Return) => number) =>
    lines.map(([size, back]): Point => [size, of(back)]);
  const promised = bySessions.find(([count]) => count >= promise.sessions)?.[1].firstAnswerMs ?? null;
  const rows = (what: string, lines: readonly [number, Return][]) =>
    lines.map(([size, back]) => [what, size, back.launchMs, back.firstAnswerMs, back.firstHoldMs]);
  const plot = (what: string, lines: readonly [number, Return][]) => ({
    title: `Recovery against ${what}`,
    x: { name: what, isLogarithmic: true },
    y: { name: 'milliseconds' },
    lines: [
      { name: 'first answer', points: points(lines, ({ firstAnswerMs }) => firstAnswerMs) },
      { name: 'first hold after it', points: points(lines, ({ firstHoldMs }) => firstHoldMs) },
    ],
  });
  return {
    title: 'Recovery',
    about: `One event of ${seatCount} seats; the service is killed and started, medians of the restarts.`,
    figures: Object.fromEntries([
      ...bySessions.map(([count, back]) => [`first answer ms with ${count} sessions`, back.firstAnswerMs]),
      ['launch ms', median(bySessions.map(([, { launchMs }]) => launchMs))],
    ]),
    tables: [
      {
        columns: ['against', 'size', 'launch ms', 'first answer ms', 'first hold ms'],
        rows: [...rows('sessions', bySessions), ...rows('journal records', byRecords)],
      },
    ],
    plots: [plot('open sessions', bySessions), plot('journal records', byRecords)],
    checks: [
      atMost(
        `${seatCount} seats with ${promise.sessions} sessions are back within ${promise.ms} ms of the first read`,
        promised,
        promise.ms,
      ),
    ],
  };
}
