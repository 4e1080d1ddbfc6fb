/**
 * Nodes that are not told of an event's archival or removal: what they remember of it is old, and they still never show a part of
 * its rows, or none, as if the event were there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNamed } from '#storage/catalog/named-event.ts';
import { type ArchivalSteps, moveToArchive } from '#workflows/event-archival.ts';
import { ask, calls, seat, service, show, useHall } from '../support/hall.ts';
import type { TestService } from '../support/service.ts';
import { outcomeOf, succeeded } from '../support/session-calls.ts';

useHall();

let nodes: readonly TestService[] = [];
let folder: string;
let eventNumber: number;

/** What both nodes answer to the list of the event's sessions. */
const lists = async (): Promise<readonly string[]> => {
  const path = `/api/private/v2.0/session/?eventId=${show.eventId}`;
  const answers: string[] = [];
  for (const node of nodes) {
    const answer = await node.call('GET', path, { key: service.catalog.organization.token });
    answers.push(answer.status === 200 ? `${answer.body.length} of 1` : outcomeOf(answer));
  }
  return answers;
};

const archive = (more: Partial<ArchivalSteps> = {}) => {
  const { router } = service.parts;
  const steps: ArchivalSteps = {
    pool: service.catalog.pool,
    notifications: { applied: async () => {} },
    settle: (eventNumbers) => router.settle(eventNumbers),
    forget: (number) => router.forget(number),
    now: () => service.clock.now(),
  };
  return moveToArchive({ ...steps, ...more }, eventNumber, join(folder, 'event.usher'));
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-late-'));
  const { eventId: id, schemaId } = show;
  // Before the test's clock.
  const dates = { start: '2026-12-01T19:30:00', endDate: '2026-12-01T22:00:00' };
  succeeded(await ask('PUT', '/api/private/v2.0/events/', { id, name: 'Show', schemaId, ...dates }));
  const bought = await calls.open([seat(0)]);
  succeeded(await calls.checkout(bought));
  succeeded(await calls.confirm(bought, { reference: 'order-1' }));
  eventNumber = (await findNamed(service.catalog.pool, show.eventId))?.number ?? 0;
  // Otherwise a node would take the event over to list its sessions.
  await service.parts.router.settle([eventNumber]);
  nodes = [await service.restart(), await service.restart()];
  for (const { parts } of nodes) await parts.persistence.notifications.stop();
  expect(await lists()).toEqual(['1 of 1', '1 of 1']);
});

afterEach(async () => {
  for (const node of nodes) await node.stop();
  await rm(folder, { recursive: true });
});

test('an archived event has no empty list', async () => {
  await archive();
  expect(await lists()).toEqual(['410 EVENT_ARCHIVED', '410 EVENT_ARCHIVED']);
});

test('an event whose rows are being removed shows none of them', async () => {
  const dying = (): Promise<void> => Promise.reject(new Error('the node dies'));
  await expect(archive({ forget: dying })).rejects.toThrow('the node dies');
  expect(await lists()).toEqual(['410 EVENT_ARCHIVED', '410 EVENT_ARCHIVED']);
  // Its node stops without it.
  await service.parts.router.forget(eventNumber);
});

test('a deleted event has no empty list', async () => {
  succeeded(await ask('DELETE', `/api/private/v2.0/events/${show.eventId}`));
  expect(await lists()).toEqual(['404 ENTITY_NOT_FOUND', '404 ENTITY_NOT_FOUND']);
});

test('a list that is empty for another reason stays an answer', async () => {
  const path = `/api/private/v2.0/session/?eventId=${show.eventId}&reference=other`;
  const key = service.catalog.organization.token;
  for (const node of nodes) expect((await node.call('GET', path, { key })).body).toEqual([]);
});
