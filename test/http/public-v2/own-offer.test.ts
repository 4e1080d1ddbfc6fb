/** The offer as a session sees it: prices and live map of a buyer whose pass opens an allotment, beside the public's. */
import { randomUUID } from 'node:crypto';
import { calls, seat, service, show, useHall } from '../../support/hall.ts';
import { mapPath } from '../../support/map-calls.ts';
import { MapViewer } from '../../support/map-viewer.ts';
import { passCalls } from '../../support/pass-calls.ts';
import { claimsFor, secretIssuer, signPass } from '../../support/passes.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall({ settings: { STREAM_TICK_MS: '10' } });

let fan: string;
let root: string;
let viewers: MapViewer[] = [];

beforeEach(async () => {
  const { token: key } = service.catalog.organization;
  root = `/api/private/v2.0/events/${show.eventId}/allotments/`;
  const { id } = succeeded(await service.call('POST', root, { key, body: { name: 'Fans', access: 'PASS' } })).body;
  root += id;
  const body = { seats: [seat(0), seat(1), seat(2)] };
  succeeded(await service.call('PUT', `${root}/places`, { key, body }));
  const passes = passCalls(service, show);
  const issuer = secretIssuer('fans');
  await passes.store(issuer);
  const claims = claimsFor(show.eventId, service.clock.now(), { allotments: [id, randomUUID()] });
  fan = succeeded(await passes.enter(await signPass(issuer, claims))).body.sessionId;
});

afterEach(() => {
  for (const viewer of viewers) viewer.close();
  viewers = [];
});

const query = (more: string): string => `publicKey=${service.catalog.organization.publicKey}${more}`;

async function offered(session?: string): Promise<boolean[]> {
  service.clock.advance(250);
  const own = session === undefined ? '' : `&session=${session}`;
  const answer = succeeded(await service.call('GET', `${mapPath}prices/?id=${show.eventId}&${query(own)}`));
  const ids = new Set(answer.body.seats.map(([id]: [number]) => id));
  return [0, 1, 2, 3].map((index) => ids.has(seat(index)));
}

async function watch(session?: string): Promise<MapViewer> {
  const own = session === undefined ? '' : `&session=${session}`;
  const viewer = new MapViewer(`${service.url}/api/public/v2.0/event/${show.eventId}/changes?${query(own)}`);
  viewers.push(viewer);
  await viewer.next('hello');
  return viewer;
}

test('shows the seats of its allotments, which the public does not see', async () => {
  const other = await calls.open([seat(3)]);
  expect(await offered(fan)).toEqual([true, true, true, false]);
  expect(await offered()).toEqual([false, false, false, false]);
  expect(await offered(other)).toEqual([false, false, false, false]);
  succeeded(await calls.callPublic(fan, 'lock', { seats: [seat(0)] }));
  expect(await offered(fan)).toEqual([false, true, true, false]);
});

test('is kept by no shared cache, because the id of a session is a credential', async () => {
  const answer = await service.call('GET', `${mapPath}prices/?id=${show.eventId}&${query(`&session=${fan}`)}`);
  expect(answer.headers.get('cache-control')).toMatch(/^private/);
});

test('is told by a stream of its own, and the public hears nothing of such seats', async () => {
  const [own, everybody] = [await watch(fan), await watch()];
  succeeded(await calls.callPublic(fan, 'lock', { seats: [seat(0)] }));
  expect((await own.next('change')).data).toMatchObject({ taken: [seat(0)], freed: [] });
  await calls.open([seat(3)]);
  expect((await everybody.next('change')).data).toMatchObject({ freed: [], taken: expect.arrayContaining([seat(3)]) });
  const told = everybody.events.length;
  const { token: key } = service.catalog.organization;
  const body = { name: 'Fans', access: 'PUBLIC' };
  succeeded(await service.call('PUT', root, { key, body }));
  await everybody.next('reset', told);
  expect(await offered()).toEqual([false, true, true, false]);
});

test.each([
  ['no session id', () => 'nonsense'],
  ['an unknown session', () => `${fan.slice(0, -4)}0000`],
])('answers %s as unknown, in prices and stream', async (_name, sessionOf) => {
  const own = query(`&session=${sessionOf()}`);
  expect(outcomeOf(await service.call('GET', `${mapPath}prices/?id=${show.eventId}&${own}`))).toBe(
    '404 ENTITY_NOT_FOUND',
  );
  const stream = await service.call('GET', `/api/public/v2.0/event/${show.eventId}/changes?${own}`);
  expect(outcomeOf(stream)).toBe('404 ENTITY_NOT_FOUND');
});
