/**
 * The floor of promises that PostgreSQL has a part in: the calls of a scenario at a server that answers constants and
 * writes only their records. Each scenario that has such a promise measures it beside itself.
 */
import { randomUUID } from 'node:crypto';
import type { Stage, StoringServer } from '../stand/stage.ts';
import { idleAnswers } from './bare-koa.ts';
import type { RoundsDefinition } from './definition.ts';
import { bookingCalls } from './journaled-calls.ts';
import type { Scenario } from './scenario.ts';

const eventDigits = 8;

/** The server that answers all calls of holds, purchases and the box office. */
export function journalOnly(stage: Stage): Promise<StoringServer> {
  return stage.journalOnly('bookings', () => bookingCalls(stage));
}

/** Holds on one event. */
export async function journalOnlyHolds(stage: Stage): Promise<Scenario> {
  const target = await stage.lastHotEvent();
  return idleAnswers(stage, 'journal-only hold/unhold', await journalOnly(stage), target, sessionsOfOneEvent);
}

/** A session id that names the event of this number, as those of the service do. */
export function sessionOf(event: number): string {
  return event.toString(16).padStart(eventDigits, '0') + randomUUID().slice(eventDigits);
}

export function sessionsOfOneEvent(count: number): string[] {
  return Array.from({ length: count }, () => sessionOf(0));
}

export const journalOnlyRounds: RoundsDefinition = {
  kind: 'rounds',
  name: 'journal-only',
  about: 'The floor of durable holds: a Node socket server that only writes the records of the calls, by group commit',
  unit: 'calls',
  isEssential: true,
  sizes: 'all',
  prepare: async (stage) => [await journalOnlyHolds(stage)],
};
