/** The admission of an event over HTTP: who may create a session. */
import { randomUUID } from 'node:crypto';
import { service, show, useHall } from '../../support/hall.ts';
import type { Answer, TestService } from '../../support/service.ts';
import { outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

const open = { mode: 'OPEN', opensAt: null, ratePerMinute: null, activeSessionsMax: null, claimSeconds: 120 };
const queue = {
  mode: 'QUEUE',
  opensAt: '2027-05-01T10:00:00.000Z',
  ratePerMinute: 600,
  activeSessionsMax: 2_000,
  claimSeconds: 60,
};

useHall();

const pathOf = (id: string) => `/api/private/v2.0/events/${id}/admission`;

function set(body: unknown, id = show.eventId): Promise<Answer> {
  return service.call('PUT', pathOf(id), { key: service.catalog.organization.token, body });
}

async function read(calls: TestService = service): Promise<Answer['body']> {
  return succeeded(await calls.call('GET', pathOf(show.eventId), { key: service.catalog.organization.token })).body;
}

function create(pass?: unknown, key: string = randomUUID()): Promise<Answer> {
  const { publicKey } = service.catalog.organization;
  return sessionCalls(service, show).create(key, { eventId: show.eventId, publicKey, pass });
}

test('an event is open until its admission is set', async () => {
  expect(await read()).toMatchObject(open);
});

test('the admission is what was set, also after a crash', async () => {
  expect(succeeded(await set(queue)).body).toMatchObject(queue);
  expect(await read()).toMatchObject(queue);
  expect(await read(await service.restart())).toMatchObject(queue);
});

test('an absent member is reset', async () => {
  succeeded(await set(queue));
  expect(succeeded(await set({ mode: 'QUEUE' })).body).toMatchObject({ ...open, mode: 'QUEUE' });
});

test('opensAt may have any offset', async () => {
  const { body } = succeeded(await set({ mode: 'QUEUE', opensAt: '2027-05-01T12:00:00+02:00' }));
  expect(body.opensAt).toBe('2027-05-01T10:00:00.000Z');
});

const invalid: readonly (readonly [body: unknown, field: string])[] = [
  [{}, 'mode'],
  [{ mode: 'CLOSED' }, 'mode'],
  [{ ...queue, opensAt: '2027-05-01T10:00:00' }, 'opensAt'],
  [{ ...queue, opensAt: 1_900_000_000_000 }, 'opensAt'],
  [{ ...queue, ratePerMinute: -1 }, 'ratePerMinute'],
  [{ ...queue, ratePerMinute: 0.5 }, 'ratePerMinute'],
  [{ ...queue, ratePerMinute: 1_000_001 }, 'ratePerMinute'],
  [{ ...queue, activeSessionsMax: 0 }, 'activeSessionsMax'],
  [{ ...queue, claimSeconds: 9 }, 'claimSeconds'],
];

test.each(invalid)('%j is refused', async (body, field) => {
  const answer = await set(body);
  expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
  expect(answer.body.errors[0].field).toBe(field);
  expect(await read()).toMatchObject(open);
});

test('an unknown event has no admission', async () => {
  expect(outcomeOf(await set(queue, randomUUID()))).toBe('404 ENTITY_NOT_FOUND');
});

describe('create', () => {
  test('an open event ignores a pass', async () => {
    expect((await create('whatever')).status).toBe(201);
  });

  test.each(['PASS', 'QUEUE'])('%s needs a pass', async (mode) => {
    succeeded(await set({ mode }));
    expect(outcomeOf(await create())).toBe('403 PASS_REQUIRED');
    expect(outcomeOf(await create(null))).toBe('403 PASS_REQUIRED');
    expect(outcomeOf(await create('x'))).toBe('403 PASS_INVALID');
    expect(outcomeOf(await create('x'.repeat(8192)))).toBe('403 PASS_INVALID');
  });

  test.each([[''], ['x'.repeat(8193)], [7], [{}]])('a pass like %j is a bad request', async (pass) => {
    expect(outcomeOf(await create(pass))).toBe('400 VALIDATION_FAILED');
  });

  test('a session that was created before stays reachable by its key', async () => {
    const { body } = succeeded(await create(undefined, 'first'));
    succeeded(await set({ mode: 'PASS' }));
    const again = await create(undefined, 'first');
    expect(again.status).toBe(200);
    expect(again.body.sessionId).toBe(body.sessionId);
  });
});
