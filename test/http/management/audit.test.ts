/**
 * The audit: which calls leave an entry and what it says, that entries commit with the change or stand before it, that
 * nothing changes them, and that no secret and nothing of a buyer is in them.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { isAudited, unaudited } from '#http/pipeline/audited.ts';
import type { Route } from '#http/pipeline/route.ts';
import { AuditEntries } from '#storage/catalog/audit-entries.ts';
import { bearer } from '../../support/editor-calls.ts';
import { objectsNamed } from '../../support/objects-of-organization.ts';
import { type Hired, hire, peoplePath } from '../../support/people-calls.ts';
import { callOf, type ObjectIds } from '../../support/route-calls.ts';
import type { Answer } from '../../support/service.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const path = '/api/private/management/v2.0/audit/';

useService();

let show: Show;
let owner: Hired;

beforeAll(async () => {
  show = await openPricedShow(service);
  owner = await hire(service, 'OWNER');
});

interface Entry {
  readonly id: number;
  readonly operation: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly status: number | null;
  readonly repeated: boolean;
}

const read = (query = '', key?: string): Promise<Answer> => ask('GET', `${path}${query}`, undefined, key);
const entriesOf = async (query: string): Promise<Entry[]> => succeeded(await read(query)).body.entries;
const last = async (operation: string): Promise<Entry> =>
  (await entriesOf(`?operation=${operation}&limit=1`))[0] as Entry;
const stored = () =>
  service.catalog.pool.anyFirst(sql.unsafe`select row_to_json(audit_entry)::text from audit_entry`) as Promise<
    readonly string[]
  >;

async function buy(): Promise<string> {
  const sold = await openPricedShow(service);
  const calls = sessionCalls(service, sold);
  const id = await calls.open([sold.seats[0] as number]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'the secret reference', properties: { name: 'Ada Lovelace' } }));
  return id;
}

describe('an entry', () => {
  test('says who changed what, when and from where, what there was and what there is', async () => {
    const person = await hire(service, 'VIEWER');
    const answer = await owner.ask('PUT', `${peoplePath}${person.id}`, { role: 'MANAGER' });
    succeeded(answer);
    expect(await last('changePerson')).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      by: { kind: 'ACCOUNT', id: String(owner.id), email: owner.email },
      address: expect.stringContaining('127.0.0.1'),
      operation: 'changePerson',
      target: `PUT ${peoplePath}${person.id}`,
      eventId: null,
      before: expect.objectContaining({ id: person.id, role: 'VIEWER' }),
      after: expect.objectContaining({ id: person.id, role: 'MANAGER' }),
      status: 200,
      repeated: false,
      requestId: answer.headers.get('x-request-id'),
    });
  });

  test('of a key names the kind of the key, and of a thing that is gone has no state after', async () => {
    const venue = succeeded(await ask('POST', '/api/private/v2.0/venues/', { name: 'Old Hall' })).body;
    succeeded(await ask('DELETE', `/api/private/v2.0/venues/${venue.id}`));
    expect(await last('createVenue')).toMatchObject({
      by: { kind: 'KEY', id: 'organization-token', email: null },
      before: null,
      after: { id: venue.id, name: 'Old Hall' },
      status: 201,
    });
    expect(await last('deleteVenue')).toMatchObject({ before: { name: 'Old Hall' }, after: null, status: 204 });
  });

  test('of a release names the event, also when it is refused, and says nothing of the buyer', async () => {
    const id = await buy();
    const release = () => ask('POST', `/api/private/v2.0/session/${id}/release`);
    succeeded(await release());
    const entry = await last('releaseSession');
    expect(entry).toMatchObject({ before: { state: 'CONFIRMED' }, after: { state: 'CANCELLED' }, status: 200 });
    expect(await read('?operation=releaseSession&limit=1')).toMatchObject({
      body: { entries: [{ eventId: expect.stringMatching(/^[0-9a-f-]{36}$/) }] },
    });
    expect(JSON.stringify(entry)).not.toMatch(/secret reference|Lovelace/);
    const again = await release();
    expect(await last('releaseSession')).toMatchObject({ status: again.status, before: { state: 'CANCELLED' } });
  });

  test('that would be too long has its plain members only', async () => {
    const holdTypes = Object.fromEntries(
      Array.from({ length: 90 }, (_, at) => [`TYPE${at}${'X'.repeat(50)}`, { ttlSeconds: null, validState: 'LOCKED' }]),
    );
    const config = '/api/private/management/v2.0/organization-config/';
    succeeded(await ask('PUT', config, { holdTypes }));
    const { after } = await last('updateOrganizationConfig');
    expect(after).toMatchObject({ truncated: true, lockTtlSeconds: expect.any(Number) });
    expect(after).not.toHaveProperty('holdTypes');
    succeeded(await ask('PUT', config, { holdTypes: {} }));
  });

  test('of a call that is repeated with its key: once where the catalog answers it again, and marked where the event does', async () => {
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    const { token } = service.catalog.organization;
    const create = () =>
      service.call('POST', '/api/private/v2.0/venues/', { key: token, headers, body: { name: 'Twice' } });
    succeeded(await create());
    const { id } = await last('createVenue');
    succeeded(await create());
    expect((await last('createVenue')).id).toBe(id);
    const session = await buy();
    const release = () => service.call('POST', `/api/private/v2.0/session/${session}/release`, { key: token, headers });
    succeeded(await release());
    succeeded(await release());
    const [second, first] = await entriesOf('?operation=releaseSession&limit=2');
    expect([first?.repeated, second?.repeated]).toEqual([false, true]);
  });
});

describe('a change and its entry', () => {
  test('are one transaction: without the entry there is no change, and a refusal leaves none', async () => {
    const { pool } = service.catalog;
    const names = async () => pool.anyFirst(sql.unsafe`select name from venue where name like 'Atomic%'`);
    const before = (await stored()).length;
    await pool.query(
      sql.unsafe`alter table audit_entry add constraint broken check (operation <> 'createVenue') not valid`,
    );
    try {
      expect((await ask('POST', '/api/private/v2.0/venues/', { name: 'Atomic 1' })).status).toBe(500);
      expect(await names()).toEqual([]);
    } finally {
      await pool.query(sql.unsafe`alter table audit_entry drop constraint broken`);
    }
    expect(outcomeOf(await ask('POST', '/api/private/v2.0/venues/', { name: '' }))).toBe('400 VALIDATION_FAILED');
    expect(outcomeOf(await ask('DELETE', '/api/private/v2.0/venues/999999999'))).toBe('404 ENTITY_NOT_FOUND');
    expect(await stored()).toHaveLength(before);
  });

  test('of an event: the event is not asked when there can be no entry', async () => {
    const { pool } = service.catalog;
    const admission = `/api/private/v2.0/events/${show.eventId}/admission`;
    const modeOf = async () => succeeded(await ask('GET', admission)).body.mode;
    await pool.query(
      sql.unsafe`alter table audit_entry add constraint broken check (operation <> 'setAdmission') not valid`,
    );
    try {
      expect((await ask('PUT', admission, { mode: 'QUEUE', ratePerMinute: 10 })).status).toBe(500);
      expect(await modeOf()).toBe('OPEN');
    } finally {
      await pool.query(sql.unsafe`alter table audit_entry drop constraint broken`);
    }
    succeeded(await ask('PUT', admission, { mode: 'QUEUE', ratePerMinute: 10 }));
    expect(await last('setAdmission')).toMatchObject({
      before: { mode: 'OPEN' },
      after: { mode: 'QUEUE' },
      status: 200,
      eventId: show.eventId,
    });
    succeeded(await ask('PUT', admission, { mode: 'OPEN' }));
  });

  test('of an event whose outcome could not be written has an entry that says so', async () => {
    const { pool } = service.catalog;
    const admission = `/api/private/v2.0/events/${show.eventId}/admission`;
    await pool.query(sql.unsafe`alter table audit_entry add constraint broken check (status is null) not valid`);
    try {
      expect((await ask('PUT', admission, { mode: 'QUEUE', ratePerMinute: 20 })).status).toBe(500);
    } finally {
      await pool.query(sql.unsafe`alter table audit_entry drop constraint broken`);
    }
    expect(succeeded(await ask('GET', admission)).body).toMatchObject({ mode: 'QUEUE', ratePerMinute: 20 });
    expect(await last('setAdmission')).toMatchObject({ before: { mode: 'OPEN' }, after: null, status: null });
    succeeded(await ask('PUT', admission, { mode: 'OPEN' }));
  });
});

describe('every call of an organization that changes something', () => {
  const changing = ({ method, caller }: Route): boolean =>
    method !== 'GET' && caller !== 'anonymous' && caller !== 'tenant';

  test('is in the audit, or on the list of those that are not, with a reason', () => {
    const outside = service.routes.filter((route) => changing(route) && !isAudited(route));
    expect(outside.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(unaudited).toSorted());
    expect(Object.values(unaudited).filter((reason) => reason.length < 8)).toEqual([]);
  });

  test('leaves an entry when it takes effect, and no entry has a secret or tells of a buyer', async () => {
    const silent: string[] = [];
    let done = 0;
    const ids: ObjectIds = await objectsNamed('Audited');
    for (const route of service.routes.filter(isAudited)) {
      // The person and the organization of the test are needed by the calls after it.
      const { path: called, body } = callOf(route, ids);
      const options = route.caller === 'login' || route.caller === 'legacy' ? bearer(owner.token) : {};
      const key = service.catalog.organization.token;
      const sent = { ...('headers' in options ? options : { key }), ...(body === undefined ? {} : { body }) };
      const answer = await service.call(route.method, called, sent);
      if (answer.status >= 300) continue;
      done++;
      if ((await entriesOf(`?operation=${route.operationId}&limit=1`)).length === 0) silent.push(route.operationId);
    }
    expect(silent).toEqual([]);
    expect(done).toBeGreaterThan(25);
    const { organization, tenant } = service.catalog;
    const text = (await stored()).join('\n');
    const secrets = [organization.token, organization.privateKey, tenant.token, owner.token, owner.refreshToken];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/whsec_|usher_inv_|usher_log_|secret reference|Lovelace|"password"|"secret"/);
  });
});

describe('the entries', () => {
  test('are changed and deleted by nobody but their age', async () => {
    const { pool } = service.catalog;
    const refused = /not changed and not deleted/;
    await expect(pool.query(sql.unsafe`delete from audit_entry`)).rejects.toThrow(refused);
    await expect(pool.query(sql.unsafe`update audit_entry set author = 'ACCOUNT:1'`)).rejects.toThrow(refused);
    const [, other] = await entriesOf('?limit=2');
    await expect(
      pool.query(sql.unsafe`update audit_entry set status = 204 where id = ${other?.id ?? 0}`),
    ).rejects.toThrow(refused);
    const entries = new AuditEntries(pool);
    const count = (await stored()).length;
    await entries.trim(1);
    expect(await stored()).toHaveLength(count);
  });

  test('are found by person, operation, event and time, by page and as a table', async () => {
    const person = await hire(service, 'MANAGER');
    for (const name of ['=One', 'Two', 'Three'])
      succeeded(await person.ask('POST', '/api/private/v2.0/venues/', { name }));
    const mine = `?accountId=${person.id}`;
    expect((await entriesOf(mine)).map(({ after }) => after?.name)).toEqual(['Three', 'Two', '=One']);
    const first = succeeded(await read(`${mine}&limit=2`)).body;
    expect(first.entries).toHaveLength(2);
    expect((await entriesOf(`${mine}&limit=2&after=${first.next}`)).map(({ after }) => after?.name)).toEqual(['=One']);
    expect(await entriesOf(`${mine}&until=2001-01-01T00:00:00Z`)).toEqual([]);
    expect(await entriesOf(`${mine}&from=2001-01-01T00:00:00Z&operation=createVenue`)).toHaveLength(3);
    expect((await entriesOf(`?eventId=${show.eventId}`)).length).toBeGreaterThan(0);
    expect(await entriesOf(`?eventId=${randomUUID()}`)).toEqual([]);
    const table = await fetch(`${service.url}${path}${mine}&format=csv`, {
      headers: { 'X-API-Key': service.catalog.organization.token },
    });
    const lines = (await table.text()).split('\r\n');
    expect(table.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    expect(lines[0]).toMatch(/^id,at,byKind,byId,email,/);
    expect(lines).toHaveLength(5);
    for (const wrong of ['?limit=0', '?accountId=x', '?from=yesterday', '?eventId=7', '?format=xml'])
      expect([wrong, outcomeOf(await read(wrong))]).toEqual([wrong, '400 VALIDATION_FAILED']);
  });

  test('are for an OWNER only, and of the own organization', async () => {
    for (const role of ['MANAGER', 'BOX_OFFICE', 'VIEWER'] as const) {
      const person = await hire(service, role);
      expect(outcomeOf(await person.ask('GET', path))).toBe('403 ROLE_NOT_ALLOWED');
    }
    expect((await owner.ask('GET', path)).status).toBe(200);
  });
});
