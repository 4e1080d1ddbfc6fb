/**
 * Study: the cost of copying a schema of 100,000 seats. Compares the time from the request to DONE with an `INSERT …
 * SELECT` of the same rows in the same run, and measures the delay of the service's loop and of a light load meanwhile.
 */
import type { Client as PostgresClient } from 'pg';
import { median, medianRatio } from '../reporting/statistics.ts';
import { makeSchema } from '../stand/catalog.ts';
import type { Client } from '../stand/client.ts';
import { databaseUrl, withDatabase } from '../stand/database.ts';
import { readMetrics } from '../stand/metrics.ts';
import { untilIdle } from '../stand/processor.ts';
import type { Stage } from '../stand/stage.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import type { Study } from './study.ts';

interface Round {
  readonly copyMs: number;
  readonly insertSelectMs: number;
  readonly loopMs: number;
  readonly loopAtRestMs: number;
  readonly callsMs: readonly number[];
}

const seats = 100_000;
const api = '/api/private/v2.0/schemas/';
/** Pause between the calls of the light load; while copying, these calls poll the state of the copy. */
const pauseMs = 5;
const callsAtRest = 100;

export const clone: StudyDefinition = {
  kind: 'study',
  name: 'clone',
  about: 'Copies of a schema of 100,000 seats beside INSERT … SELECT, and their effect on a light load',
  unit: 'milliseconds',
  isEssential: false,
  run: measureClone,
};

/** Throws when a copy fails. The first one, which starts the thread, is measured as any other. */
async function measureClone(stage: Stage, ask: StudyAsked): Promise<Study> {
  const schemaId = await makeSchema(stage.owner, seats, 1_000);
  const url = await databaseUrl(stage.service.dataDir);
  const rounds: Round[] = [];
  for (let copy = 0; copy < ask.passes; copy++) {
    ask.tell(`copy ${copy + 1}`);
    const insertSelectMs = await withDatabase(url, (client) => insertSelect(client, schemaId));
    await untilIdle(stage.service.pid);
    const loopAtRestMs = await loopDuring(stage.operator, () => rest(stage.owner, schemaId));
    const callsMs: number[] = [];
    let copyMs = 0;
    const loopMs = await loopDuring(stage.operator, async () => {
      copyMs = await copyOnce(stage.owner, schemaId, callsMs);
    });
    rounds.push({ copyMs, insertSelectMs, loopMs, loopAtRestMs, callsMs });
  }
  return present(rounds);
}

function present(rounds: readonly Round[]): Study {
  const calls = rounds.flatMap(({ callsMs }) => callsMs).sort((a, b) => a - b);
  const copies = rounds.map(({ copyMs }) => copyMs);
  const inserts = rounds.map(({ insertSelectMs }) => insertSelectMs);
  const figures = {
    'copy ms': median(copies),
    'longest copy ms': Math.max(...copies),
    'INSERT … SELECT ms': median(inserts),
    'copy to INSERT … SELECT': medianRatio(copies, inserts),
    'loop delay p99 ms while copying': Math.max(...rounds.map(({ loopMs }) => loopMs)),
    'loop delay p99 ms at rest': Math.max(...rounds.map(({ loopAtRestMs }) => loopAtRestMs)),
    'p99 ms of a light load while copying': calls[Math.floor(calls.length * 0.99)] ?? null,
  };
  return {
    title: 'Copies of schemas',
    about: `${seats} seats, from the request to DONE, beside one statement each for sections, rows and seats in one transaction.`,
    figures,
    tables: [{ columns: ['figure', 'value'], rows: Object.entries(figures) }],
    plots: [],
    checks: [],
  };
}

/** The 99th percentile of the loop's delay by the service's own metrics; every reading resets it. */
async function loopDuring(operator: Client, work: () => Promise<void>): Promise<number> {
  await readMetrics(operator);
  await work();
  const metrics = await readMetrics(operator);
  const seconds = metrics.get('nodejs_eventloop_lag_p99_seconds');
  if (seconds === undefined) throw new Error("the service's metrics lack the delay of its loop");
  return seconds * 1000;
}

async function rest(owner: Client, schemaId: number): Promise<void> {
  for (let call = 0; call < callsAtRest; call++) {
    await owner.demand({ method: 'GET', path: `${api}${schemaId}` });
    await pause();
  }
}

async function copyOnce(owner: Client, schemaId: number, callsMs: number[]): Promise<number> {
  const startedAt = performance.now();
  const uuid = await owner.demand({ method: 'POST', path: `${api}clone/${schemaId}` });
  for (;;) {
    const askedAt = performance.now();
    const { state } = await owner.demand({ method: 'GET', path: `${api}clone/result/${uuid}` });
    callsMs.push(performance.now() - askedAt);
    if (state === 'DONE') return performance.now() - startedAt;
    if (state === 'ERROR') throw new Error(`the copy of schema ${schemaId} failed`);
    await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Writes the same rows once more and deletes them again; resolves with the duration of the writing in milliseconds. */
async function insertSelect(client: PostgresClient, schemaId: number): Promise<number> {
  const shift = 1_000_000_000;
  const copyId = schemaId + shift;
  await client.query(
    `insert into schema (id, organization_id, venue_id, name, capacity, visible) overriding system value
     select $2, organization_id, venue_id, name, capacity, false from schema where id = $1`,
    [schemaId, copyId],
  );
  const startedAt = performance.now();
  await client.query('begin');
  for (const statement of [
    `insert into section (id, schema_id, position, name, ga, capacity)
     select id + ${shift}, $2, position, name, ga, capacity from section where schema_id = $1`,
    `insert into seat_row (id, schema_id, section_id, position, name, x, y, first_index, seat_count)
     select id + ${shift}, $2, section_id + ${shift}, position, name, x, y, first_index, seat_count
     from seat_row where schema_id = $1`,
    `insert into seat (id, schema_id, row_id, index, name, x, y, accessible, marked)
     select id + ${shift}, $2, row_id + ${shift}, index, name, x, y, accessible, marked
     from seat where schema_id = $1`,
  ]) {
    await client.query(statement, [schemaId, copyId]);
  }
  await client.query('commit');
  const tookMs = performance.now() - startedAt;
  await client.query('delete from schema where id = $1', [copyId]);
  return tookMs;
}
