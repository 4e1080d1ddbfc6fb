/**
 * The history of seats and areas over HTTP: who did what, newest first, in pages; the same after a snapshot, a crash and a
 * change of owner; honest where the journal was trimmed or an earlier release had the event.
 */
import { sql } from 'slonik';
import { errorsOf } from '../../support/answers.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { ask, booked, calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

const path = '/api/private/v2.0/events/{id}/seats/{seatId}/history/';
const ofSeat = (index: number, query = '') =>
  ask('GET', path.replace('{id}', show.eventId).replace('{seatId}', `${seat(index)}`) + query);
const ofArea = (areaId: number, query = '') =>
  ask('GET', `/api/private/v2.0/events/${show.eventId}/areas/${areaId}/history/${query}`);

interface Told {
  readonly from: unknown;
  readonly to: unknown;
  readonly by: { readonly kind: string; readonly id: string | null } | null;
  readonly sequence: number;
  readonly at: string;
  readonly reference?: string;
}

const changes = async (index: number, query = ''): Promise<Told[]> =>
  succeeded(await ofSeat(index, query)).body.history;
const summary = (told: readonly Told[]) =>
  told.map(({ from, to, by, reference = '' }) => `${from} ${to} ${by?.kind} ${by?.id} ${reference}`.trim());
const eventNumber = async (): Promise<number> =>
  Number(await service.catalog.pool.oneFirst(sql.unsafe`select number from event where id = ${show.eventId}`));
const snapshot = async () => service.parts.router.settle([await eventNumber()], true);

const verbs = (editor: Editor) => (verb: string, index: number) =>
  editor.ask('POST', `/api/private/v2.0/booking/${verb}?eventId=${show.eventId}`, bookingOf([seat(index)]));

test('a seat names the session, the kinds of keys, the account and the clock that moved it', async () => {
  const { organization, tenant } = service.catalog;
  const id = await calls.open([seat(0)]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'order 1' }));
  const privately = sessionCalls(service, show, organization.privateKey);
  succeeded(await privately.release(id));
  const editor = await openEditor(service);
  expect((await verbs(editor)('lock', 0)).body).toBe(true);
  service.clock.advance(900_000);
  const asTenant = {
    key: tenant.token,
    headers: { 'X-Organization-ID': `${organization.id}` },
    body: bookingOf([seat(0)]),
  };
  succeeded(await service.call('POST', `/api/private/v2.0/booking/block?eventId=${show.eventId}`, asTenant));
  const account = String(editor.login.user.id);
  expect(summary(await changes(0))).toEqual([
    'AVAILABLE BLOCKED KEY tenant-token',
    'LOCKED AVAILABLE TIME null',
    `AVAILABLE LOCKED ACCOUNT ${account}`,
    'SOLD AVAILABLE KEY private-key order 1',
    'LOCKED SOLD KEY organization-token order 1',
    `AVAILABLE LOCKED SESSION ${id} order 1`,
  ]);
  const told = await changes(0);
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map(({ sequence }) => sequence).toSorted((a, b) => b - a));
  expect(told.every(({ at }) => /^\d{4}-.*Z$/.test(at))).toBe(true);
  expect(succeeded(await ofSeat(1)).body).toMatchObject({ history: [], next: null, complete: true });
});

test('the account of a login counts in the earlier interface too', async () => {
  const editor = await openEditor(service);
  const url = `/api/private/v1.0/booking/lock?id=${show.eventId}`;
  succeeded(
    await service.call('POST', url, {
      key: editor.login.token,
      body: [{ compositeKey: 'Stalls;;A;;1', capacity: null }],
    }),
  );
  expect(summary(await changes(0))).toEqual([`AVAILABLE LOCKED ACCOUNT ${editor.login.user.id}`]);
});

test('a session that expires was moved by the clock, and an exchange by who asked for it', async () => {
  const id = await calls.open([seat(0)]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'order 2' }));
  succeeded(await calls.exchange(id, { release: { seats: [seat(0)] }, take: { seats: [seat(1)] } }));
  const other = await calls.open([seat(2)]);
  service.clock.advance(900_000);
  expect((await calls.get(other)).body.state).toBe('EXPIRED');
  expect(summary(await changes(0)).at(0)).toBe('SOLD AVAILABLE KEY organization-token order 2');
  expect(summary(await changes(1))).toEqual(['AVAILABLE SOLD KEY organization-token order 2']);
  expect(summary(await changes(2))).toEqual(['LOCKED AVAILABLE TIME null', `AVAILABLE LOCKED SESSION ${other}`]);
});

test('an area tells its places before and after', async () => {
  const id = await calls.open([], [[floor, 3]]);
  expect(await booked('block', bookingOf([], [[floor, 5]]))).toBe(true);
  succeeded(await calls.cancel(id, { startOver: true }));
  const { history } = succeeded(await ofArea(floor)).body;
  expect(history.slice(0, 3).map(({ from, to, by }: Told) => [from, to, by?.kind])).toEqual([
    [{ available: 12, locked: 3, sold: 0, blocked: 5 }, { available: 15, locked: 0, sold: 0, blocked: 5 }, 'SESSION'],
    [{ available: 17, locked: 3, sold: 0, blocked: 0 }, { available: 12, locked: 3, sold: 0, blocked: 5 }, 'KEY'],
    [{ available: 20, locked: 0, sold: 0, blocked: 0 }, { available: 17, locked: 3, sold: 0, blocked: 0 }, 'SESSION'],
  ]);
});

/** Locks and unlocks the seat so often. */
async function move(index: number, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    expect(await booked(time % 2 === 0 ? 'lock' : 'unlock', bookingOf([seat(index)]))).toBe(true);
  }
}

test('pages follow each other without a gap, whether what they tell is stored, waits to be stored, or is read twice', async () => {
  await move(0, 4);
  await snapshot();
  await move(0, 4);
  const whole = await changes(0);
  expect(whole).toHaveLength(8);
  const paged: Told[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: { history: Told[]; next: string | null } = succeeded(
      await ofSeat(0, `?limit=2${next === '' ? '' : `&after=${next}`}`),
    ).body;
    paged.push(...page.history);
    next = page.next;
    if (paged.length === 4) await snapshot();
  }
  expect(paged).toEqual(whole);
  await service.restart();
  expect(await changes(0)).toEqual(whole);
  await snapshot();
  await service.restart();
  expect(await changes(0)).toEqual(whole);
  const stored = await service.catalog.pool.oneFirst(sql.unsafe`
    select count(*)::int from history_block where event_number = ${await eventNumber()} and block = 0
  `);
  expect(stored).toBe(2);
});

test('a trimmed journal ends the history, and so does a node of the release before', async () => {
  await move(0, 4);
  await snapshot();
  const number = await eventNumber();
  const { pool } = service.catalog;
  const whole = succeeded(await ofSeat(0)).body;
  expect(whole).toMatchObject({ complete: true, begins: { sequence: 1 } });
  const third = whole.history[1].sequence;
  await pool.query(sql.unsafe`delete from journal where event_number = ${number} and seq < ${third}`);
  const trimmed = succeeded(await ofSeat(0)).body;
  expect(trimmed).toMatchObject({ complete: false, begins: { sequence: third, at: whole.history[1].at } });
  expect(trimmed.history).toEqual(whole.history.slice(0, 2));
  // Its snapshot is newer than the history that is stored.
  await service.parts.router.forget(number);
  await pool.query(sql.unsafe`update event_history set to_seq = to_seq - 1 where event_number = ${number}`);
  const begun = succeeded(await ofSeat(0)).body;
  expect(begun).toMatchObject({ history: [], complete: false });
  await move(1, 2);
  await snapshot();
  await service.restart();
  expect(await changes(1)).toHaveLength(2);
  expect(succeeded(await ofSeat(1)).body.complete).toBe(false);
});

test('the reference of an erased session is not told', async () => {
  const id = await calls.open([seat(0)]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'Ada' }));
  expect((await changes(0)).map(({ reference }) => reference)).toEqual(['Ada', 'Ada']);
  const number = await eventNumber();
  const organizationId = service.catalog.organization.id;
  await service.parts.router.ask(number, { kind: 'erase-session', organizationId, sessionId: id });
  expect(JSON.stringify(await changes(0))).not.toContain('Ada');
});

test('what is no seat, no area, no event of the caller and no page is refused', async () => {
  const other = service.catalog.other.token;
  const seatPath = path.replace('{id}', show.eventId).replace('{seatId}', `${seat(0)}`);
  expect(outcomeOf(await ask('GET', seatPath, undefined, other))).toBe('404 ENTITY_NOT_FOUND');
  expect(outcomeOf(await ofArea(seat(0)))).toBe('404 ENTITY_NOT_FOUND');
  expect(outcomeOf(await ask('GET', path.replace('{id}', show.eventId).replace('{seatId}', '1')))).toBe(
    '404 ENTITY_NOT_FOUND',
  );
  expect(errorsOf(await ofSeat(0, '?after=x'))).toEqual(['after PATTERN']);
  expect(errorsOf(await ofSeat(0, '?limit=0'))).toEqual(['limit MIN']);
  expect(succeeded(await ofSeat(0, '?limit=100000')).body.history).toEqual([]);
});
