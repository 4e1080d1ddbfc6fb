/**
 * Study: bytes of PostgreSQL's write-ahead log for a purchase and for a pair of hold and unhold, by table. Bytes hardly
 * depend on the load of the machine. Twice for purchases: at full speed, where the tables see most sessions once or twice, and
 * step by step, where they see each step, as of buyers who think between two of them.
 */
import type { Client as Database } from 'pg';
import { tablesCatchUpAt } from '../audit/catch-up.ts';
import { remember } from '../audit/evidence.ts';
import type { Target } from '../load/plan.ts';
import { quotient } from '../reporting/statistics.ts';
import { withDatabase } from '../stand/database.ts';
import { type LoggedTable, logBytes, logEnd, loggedTables } from '../stand/log-bytes.ts';
import { InvalidRun, type Stage } from '../stand/stage.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { holdRound, makeSessions, serviceHolds } from './holds.ts';
import type { Study, Table } from './study.ts';

const steppedPurchases = { full: 2_000, quick: 200 };
const together = 250;
const tablesShown = 8;

interface Logged {
  readonly name: string;
  readonly count: number;
  readonly bytes: number;
  readonly tables: readonly LoggedTable[];
}

export const writeAheadLog: StudyDefinition = {
  kind: 'study',
  name: 'write-ahead-log',
  about: 'Bytes of the write-ahead log for a purchase and for a pair of hold and unhold, by table',
  unit: 'bytes',
  isEssential: false,
  async run(stage, ask): Promise<Study> {
    const work = (database: Database): Promise<readonly Logged[]> => measureAll(stage, ask, database);
    return present(await withDatabase(await stage.databaseUrl(), work));
  },
};

async function measureAll(stage: Stage, ask: StudyAsked, database: Database): Promise<readonly Logged[]> {
  const measured: Logged[] = [];
  const count = steppedPurchases[ask.isQuick ? 'quick' : 'full'];
  for (const isAfterCheckpoint of [false, true]) {
    const suffix = isAfterCheckpoint ? ', after a checkpoint' : '';
    const logged = async (name: string, run: (target: Target) => Promise<number>): Promise<void> => {
      const target = await stage.hotEvent();
      ask.tell(name + suffix);
      if (isAfterCheckpoint) await database.query('CHECKPOINT');
      const from = await logEnd(database);
      const done = await run(target);
      await tablesCatchUpAt(await stage.databaseUrl(), target.eventId);
      const to = await logEnd(database);
      const bytes = await logBytes(database, from, to);
      measured.push({ name: name + suffix, count: done, bytes, tables: await loggedTables(database, from, to) });
    };
    await logged('a purchase', (target) => purchases(stage, ask, target));
    await logged('a purchase step by step', (target) => steppedThrough(stage, target, count));
    await logged('a hold and an unhold', (target) => pairs(stage, ask, target));
  }
  return measured;
}

/** At full speed; resolves with their number. */
async function purchases(
  { service, demo, generator, evidence }: Stage,
  ask: StudyAsked,
  target: Target,
): Promise<number> {
  const connections = ask.connections.at(-1) as number;
  const { seconds } = ask;
  const plan = {
    baseUrl: service.baseUrl,
    apiKey: demo.organizationToken,
    connections,
    seconds,
    warmSeconds: 0,
  } as const;
  const load = await generator.run({ kind: 'purchases', targets: [target], label: `log-${target.eventId}`, ...plan });
  remember(evidence, load);
  if (load.purchases === 0) throw new InvalidRun('nothing was bought');
  return load.purchases;
}

/** Purchases of two seats; before each step the tables are as far as the journal. */
async function steppedThrough(stage: Stage, target: Target, count: number): Promise<number> {
  const { visitor, owner } = stage;
  const caughtUp = async (): Promise<void> => tablesCatchUpAt(await stage.databaseUrl(), target.eventId);
  for (let from = 0; from < count; from += together) {
    const sessions = await makeSessions(visitor, target, Math.min(together, count - from));
    await caughtUp();
    await each(sessions, (sessionId, place) => {
      const seats = target.seats.slice((from + place) * 2, (from + place) * 2 + 2);
      const path = `/api/public/v2.0/session/${sessionId}/lock`;
      return visitor.demand({ method: 'POST', path, body: { seats, groupOfSeats: [] } });
    });
    await caughtUp();
    await each(sessions, (sessionId) => {
      const path = `/api/public/v2.0/session/${sessionId}/checkout`;
      return visitor.demand({ method: 'POST', path, body: {} });
    });
    await caughtUp();
    await each(sessions, (sessionId) => {
      const body = { reference: `order ${sessionId}`, properties: {} };
      return owner.demand({ method: 'POST', path: `/api/private/v2.0/session/${sessionId}/confirm`, body });
    });
  }
  return count;
}

async function each(sessions: readonly string[], call: (sessionId: string, place: number) => Promise<unknown>) {
  await Promise.all(sessions.map(call));
}

/** At full speed; resolves with the number of pairs. */
async function pairs(stage: Stage, ask: StudyAsked, target: Target): Promise<number> {
  const setting = serviceHolds(stage, 'hold/unhold', async () => target);
  const { seconds } = ask;
  const { round } = await holdRound(setting, {
    connections: ask.connections.at(-1) as number,
    seconds,
    warmSeconds: 0,
  });
  return round.done / 2;
}

function present(measured: readonly Logged[]): Study {
  return {
    title: 'What PostgreSQL writes to its log',
    about:
      'Bytes of the write-ahead log, until the tables are as far as the journal. After a checkpoint the first change of each ' +
      'page writes the whole page.',
    figures: Object.fromEntries(measured.map(({ name, bytes, count }) => [`bytes of ${name}`, quotient(bytes, count)])),
    tables: measured.map(tableOf),
    plots: [],
    checks: [],
  };
}

function tableOf({ name, count, tables }: Logged): Table {
  const rows = tables.slice(0, tablesShown).map((table) => {
    const [records, bytes, images] = [table.records, table.bytes, table.imageBytes].map((sum) => quotient(sum, count));
    return [table.name, records, bytes, images] as const;
  });
  return {
    columns: [`${name}: table with its indexes`, 'records', 'bytes', 'bytes of whole pages'],
    rows: rows.map(([table, ...figures]) => [table, ...figures.map((figure) => figure ?? null)]),
  };
}
