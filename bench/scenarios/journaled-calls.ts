/**
 * The answers of the running service to the calls of a scenario, and the records that it journals for them. They are for
 * the baseline that only journals and answers.
 */
import { randomUUID } from 'node:crypto';
import type { Client as Database } from 'pg';
import type { JournaledCall, JournaledCalls } from '../baselines/journaled-call.ts';
import { postRequest } from '../load/buyer.ts';
import type { Target } from '../load/plan.ts';
import type { Client } from '../stand/client.ts';
import { withDatabase } from '../stand/database.ts';
import { InvalidRun, type Stage } from '../stand/stage.ts';
import { answerOf, visitAnswers } from './captured.ts';
import { makeSessions } from './holds.ts';

const publicPath = '/api/public/v2.0/session/';
const privatePath = '/api/private/v2.0/';
/** Records of one call: the service begins the journal of an event with one of its own. */
const recordsOf = `
  SELECT facts FROM journal JOIN event ON number = event_number WHERE id = $1 AND seq > $2 ORDER BY seq`;
const headOf = 'SELECT max(seq) AS head FROM journal JOIN event ON number = event_number WHERE id = $1';
/** Place of a seat in the middle of the event: the records of random seats are as long as its. */
const picked = 20_000;
/** Calls that name no session belong to event 0 at the baseline, and so do the sessions that it opens. */
const eventZero = '00000000';

/** A running service, and an event on it with at least 50,000 seats that is not measured. */
export interface Answering {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly organizationToken: string;
  readonly visitor: Client;
  readonly target: Target;
}

/** The calls of `callsOn` at the stage's service. */
export async function bookingCalls(stage: Stage): Promise<JournaledCalls> {
  const { service, demo, visitor } = stage;
  const { organizationToken } = demo;
  const target = await stage.hotEvent();
  const databaseUrl = await stage.databaseUrl();
  return await callsOn({ baseUrl: service.baseUrl, databaseUrl, organizationToken, visitor, target });
}

/** Calls of a purchase, of giving seats back, and of the box office. The purchase stays in the event. */
export async function callsOn(service: Answering): Promise<JournaledCalls> {
  const { target, organizationToken, databaseUrl } = service;
  const { eventId, publicKey, seats } = target;
  const [sessionId] = (await makeSessions(service.visitor, target, 1)) as [string];
  const two = JSON.stringify({ seats: [seats[picked]!, seats[2 * picked]!], groupOfSeats: [] });
  const lines = JSON.stringify({ seats: seats.slice(picked + 1, picked + 3).map((id) => ({ id })), groupOfSeats: [] });
  const key = `x-api-key: ${organizationToken}\r\n`;
  const once = `idempotency-key: ${randomUUID()}\r\n`;
  const session = `${publicPath}${sessionId}`;
  const booking = (verb: string) => `${privatePath}booking/${verb}?eventId=${eventId}`;
  return await withDatabase(databaseUrl, async (database) => {
    const call = (path: string, body: string, headers = '') =>
      journaled(database, target, () => post(service.baseUrl, path, body, headers));
    const create = await call(publicPath, JSON.stringify({ eventId, publicKey }), once);
    const lock = await call(`${session}/lock`, two);
    const unlock = await call(`${session}/unlock`, two);
    await call(`${session}/lock`, two);
    const checkout = await call(`${session}/checkout`, '{}');
    const confirm = await call(`${privatePath}session/${sessionId}/confirm`, '{"reference":"round-1-1000"}', key);
    const officeLock = await call(booking('lock'), lines, key);
    const officeUnlock = await call(booking('unlock'), lines, key);
    return {
      create: { ...create, answer: withoutEvent(create.answer) },
      lock,
      unlock,
      checkout,
      confirm,
      'box office lock': officeLock,
      'box office unlock': officeUnlock,
    };
  });
}

/** Calls of an on-sale's visitors on the event of the on-sale. Their polls and reads change nothing. */
export async function visitCalls(stage: Stage, target: Target): Promise<JournaledCalls> {
  const answers = await visitAnswers(stage, target);
  const { lock, unlock } = await bookingCalls(stage);
  const factsOf: Readonly<Record<string, string | null>> = { lock: lock!.facts, unlock: unlock!.facts };
  return Object.fromEntries(
    Object.entries(answers).map(([kind, answer]) => [kind, { answer, facts: factsOf[kind] ?? null }]),
  );
}

/** Makes a call alone on its event; its facts are those that the journal has more than before. */
async function journaled(database: Database, { eventId }: Target, call: () => Promise<string>): Promise<JournaledCall> {
  const { rows: heads } = await database.query(headOf, [eventId]);
  const answer = await call();
  const { rows } = await database.query(recordsOf, [eventId, heads[0].head]);
  const facts = rows.flatMap((row) => JSON.parse(row.facts) as unknown[]);
  if (facts.length === 0) throw new InvalidRun('a call to be repeated changed nothing');
  return { answer, facts: JSON.stringify(facts).slice(1, -1) };
}

function post(baseUrl: string, path: string, body: string, headers: string): Promise<string> {
  return answerOf(baseUrl, postRequest(new URL(baseUrl).host, path, body, headers));
}

function withoutEvent(answer: string): string {
  const text = Buffer.from(answer, 'base64').toString('latin1');
  const changed = text.replace(/(?<="sessionId":")[0-9a-f]{8}/, eventZero);
  return Buffer.from(changed, 'latin1').toString('base64');
}
