/** Deleting an organization over HTTP: it is unreachable at once, and all its data is deleted, even under load. */
import { randomUUID } from 'node:crypto';
import { type IdentifierSqlToken, sql } from 'slonik';
import { eventually } from '../../support/eventually.ts';
import { openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import {
  bookingOf,
  outcomeOf,
  rowsHall,
  type SessionCalls,
  sessionCalls,
  succeeded,
} from '../../support/session-calls.ts';

const path = '/api/private/management/v2.0/organizations/';

let service: TestService;
let show: Show;
let calls: SessionCalls;

beforeEach(async () => {
  service = await startTestService();
  show = await openPricedShow(service, rowsHall);
  calls = sessionCalls(service, show);
});

afterEach(() => service.close());

const remove = (id = service.catalog.organization.id) =>
  service.call('DELETE', path + id, { key: service.catalog.tenant.key });

/** The number of rows of each table with data of organizations, by its name. */
async function rowCounts(): Promise<Record<string, number>> {
  const { pool } = service.catalog;
  const names = (await pool.anyFirst(sql.unsafe`
    select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `)) as string[];
  const counts: Record<string, number> = {};
  for (const name of names) {
    const table: IdentifierSqlToken = sql.identifier([name]);
    counts[name] = (await pool.oneFirst(sql.unsafe`select count(*) from ${table}`)) as number;
  }
  return counts;
}

const countOf = (organizationId: number) =>
  service.catalog.pool.oneFirst(sql.unsafe`select count(*) from organization where id = ${organizationId}`);

/** Gives the organization data of all kinds: sales, holds, a venue, a user with a login. */
async function fill(): Promise<{ readonly live: string; readonly sold: string }> {
  const [first, second, third] = show.seats as [number, number, number];
  const live = await calls.open([first], [[show.areas[0], 2]]);
  const sold = await calls.open([second]);
  succeeded(await calls.checkout(sold));
  succeeded(await calls.confirm(sold, { reference: 'R1' }));
  succeeded(await calls.book('lock', bookingOf([third])));
  return { live, sold };
}

describe('a deleted organization', () => {
  test('loses all its data, and the data of other organizations stays', async () => {
    const { catalog } = service;
    const admin = { firstName: 'Ada', lastName: 'Admin', email: 'ada@example.org', password: 'open sesame' };
    const before = await rowCounts();
    const made = succeeded(
      await service.call('POST', path, { key: catalog.tenant.key, body: { name: 'Short-lived', ...admin } }),
    ).body;
    const user = { username: admin.email, password: admin.password };
    succeeded(await service.call('POST', '/api/auth/login', { body: user }));
    const key = made.privateKey;
    succeeded(
      await service.call('PUT', '/api/private/management/v2.0/session-config/', {
        key,
        body: { publicSessionsEnabled: true },
      }),
    );
    const schema = succeeded(await service.call('POST', '/api/private/v2.0/schemas/', { key, body: rowsHall })).body;
    const times = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
    const events: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const body = { name, ...times, schemaId: schema.id };
      events.push(succeeded(await service.call('POST', '/api/private/v2.0/events/', { key, body })).body.id);
    }
    for (const eventId of events) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = { eventId, publicKey: made.publicKey };
      succeeded(await service.call('POST', '/api/public/v2.0/session/', { headers, body }));
    }
    const webhook = { url: 'https://usher.invalid/', enabled: false };
    succeeded(await service.call('POST', '/api/private/v2.0/webhooks/', { key, body: webhook }));
    expect(await rowCounts()).not.toEqual(before);
    expect((await remove(made.id)).status).toBe(204);
    expect(await rowCounts()).toEqual(before);
    expect(outcomeOf(await service.call('POST', '/api/auth/login', { body: user }))).toBe('403 ACCESS_DENIED');
    expect((await calls.create()).status).toBe(201);
  });

  test('is unreachable: its keys are refused, its sessions and events are unknown, and it is not listed', async () => {
    const { organization, tenant } = service.catalog;
    const { live, sold } = await fill();
    expect((await remove()).status).toBe(204);
    for (const key of [organization.token, organization.privateKey]) {
      const answer = await service.call('GET', `/api/private/v2.0/events/${show.eventId}`, { key });
      expect(outcomeOf(answer)).toBe('403 ACCESS_DENIED');
    }
    const headers = { 'X-Organization-ID': String(organization.id) };
    const asTenant = await service.call('GET', `/api/private/v2.0/events/${show.eventId}`, {
      key: tenant.token,
      headers,
    });
    expect(outcomeOf(asTenant)).toBe('403 ACCESS_DENIED');
    for (const id of [live, sold]) {
      expect(outcomeOf(await calls.get(id))).toBe('404 ENTITY_NOT_FOUND');
      expect(outcomeOf(await calls.lock(id, [show.seats[5]]))).toBe('404 ENTITY_NOT_FOUND');
      expect(outcomeOf(await calls.cancel(id, {}))).toBe('404 ENTITY_NOT_FOUND');
    }
    expect(outcomeOf(await calls.create())).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await service.call('GET', path + organization.id, { key: tenant.key }))).toBe(
      '404 ENTITY_NOT_FOUND',
    );
    expect(outcomeOf(await remove())).toBe('404 ENTITY_NOT_FOUND');
    const list = succeeded(await service.call('GET', path, { key: tenant.key })).body;
    expect(list.totalElements).toBe(1);
    // The deadlines of the deleted holds have no effect.
    service.clock.advance(3_600_000);
    expect(outcomeOf(await calls.get(live))).toBe('404 ENTITY_NOT_FOUND');
  });

  test('is unknown for session calls as soon as it is marked, while its events still exist', async () => {
    const { live } = await fill();
    const { pool, organization } = service.catalog;
    await pool.query(sql.unsafe`update organization set deleting = true where id = ${organization.id}`);
    await eventually(async () => (await calls.get(live)).status === 404);
    expect(outcomeOf(await calls.create())).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await calls.checkout(live))).toBe('404 ENTITY_NOT_FOUND');
    expect(await pool.exists(sql.unsafe`select from event`)).toBe(true);
  });
});

describe('the deletion of an organization', () => {
  test('succeeds while buyers make calls, and no data is written afterwards', async () => {
    const outcomes = new Set<string>();
    let isOver = false;
    const buyers = Array.from({ length: 12 }, async (_, buyer) => {
      let id = await calls.open();
      while (!isOver) {
        const answer = await calls.lock(id, [show.seats[buyer] as number]);
        outcomes.add(outcomeOf(answer));
        outcomes.add(outcomeOf(await calls.unlock(id, [show.seats[buyer] as number])));
        const next = await calls.create();
        outcomes.add(outcomeOf(next));
        if (next.status < 300) id = next.body.sessionId;
        const sale = await calls.book('directsale', bookingOf([show.seats[17] as number]));
        outcomes.add(outcomeOf(sale));
      }
    });
    await eventually(() => outcomes.has('200') && outcomes.has('201'));
    const gone = await remove();
    expect(gone.status).toBe(204);
    await eventually(() => outcomes.has('404 ENTITY_NOT_FOUND') && outcomes.has('403 ACCESS_DENIED'));
    isOver = true;
    await Promise.all(buyers);
    const allowed = ['200', '201', '404 ENTITY_NOT_FOUND', '403 ACCESS_DENIED', '503 UNAVAILABLE'];
    expect([...outcomes].filter((outcome) => !allowed.includes(outcome))).toEqual([]);
    const counts = await rowCounts();
    for (const table of ['event', 'event_owner', 'journal', 'event_projection', 'session_record', 'seat_booking']) {
      expect([table, counts[table]]).toEqual([table, 0]);
    }
    expect(await countOf(service.catalog.organization.id)).toBe(0);
  });

  test('that a crash has interrupted is resumed at the next start', async () => {
    const { pool, organization, other } = service.catalog;
    await fill();
    await pool.query(sql.unsafe`delete from event_owner`);
    await pool.query(sql.unsafe`update organization set deleting = true where id = ${organization.id}`);
    await service.restart();
    await eventually(async () => (await countOf(organization.id)) === 0);
    expect(await countOf(other.id)).toBe(1);
    const counts = await rowCounts();
    for (const table of ['event', 'journal', 'event_projection', 'session_record', 'schema', 'seat', 'seat_row']) {
      expect([table, counts[table]]).toEqual([table, 0]);
    }
  });

  test('and the deletion of one event are resumed at the next start', async () => {
    const { pool, organization } = service.catalog;
    await fill();
    await pool.query(sql.unsafe`delete from event_owner`);
    await service.restart();
    await eventually(async () => !(await pool.exists(sql.unsafe`select from event`)));
    expect(await countOf(organization.id)).toBe(1);
    expect(await pool.exists(sql.unsafe`select from journal`)).toBe(false);
  });

  test('is repeated if data was added meanwhile', async () => {
    const { pool, organization } = service.catalog;
    // Simulates a call that was accepted just before: it adds a schema after all schemas were deleted.
    await pool.query(sql.unsafe`
      create function sneak_in() returns trigger language plpgsql as $$
      begin
        if old.name <> 'Late' then
          insert into schema (organization_id, name, capacity, visible) values (old.organization_id, 'Late', 0, true);
        end if;
        return null;
      end $$
    `);
    await pool.query(sql.unsafe`
      create trigger sneak_in after delete on schema for each row execute function sneak_in()
    `);
    expect((await remove()).status).toBe(204);
    expect(await countOf(organization.id)).toBe(0);
  });
});
