/** Events in the catalog: created together with their first record, visible to their own organization, cached by id. */
import { sql } from 'slonik';
import * as events from '#storage/catalog/events.ts';
import { EventDirectory } from '#storage/catalog/events.ts';
import { openShow } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLog } from '../../support/logs.ts';

const catalog = catalogOfFile(recordingLog());

describe('an event of the catalog', () => {
  test('has its first record and its owner row from its creation on', async () => {
    const { event } = await openShow(catalog);
    const row = await catalog.pool.one(sql.unsafe`
      select seq, facts::jsonb as facts, head_seq from journal join event_owner using (event_number)
      where event_number = ${event.number}
    `);
    expect(row).toMatchObject({ seq: 1, facts: [{ type: 'opened', status: 'PUBLISHED' }], head_seq: 1 });
  });

  test('keeps its local times to the nanosecond', async () => {
    const { schema } = await openShow(catalog);
    const times = { start: '2027-05-01T19:30:00.123456789', end: '2027-05-01T22:00:00' };
    const made = await events.create(catalog.pool, catalog.organization.id, {
      schemaId: schema.id,
      name: 'Precise',
      status: 'DRAFT',
      ...times,
    });
    expect(await events.find(catalog.pool, catalog.organization.id, made?.id ?? '')).toMatchObject({
      ...times,
      status: 'DRAFT',
    });
  });

  test('cannot be created on the schema of another organization, and leaves no rows', async () => {
    const { schema, event } = await openShow(catalog);
    const fields = { schemaId: schema.id, name: 'Theirs', start: event.start, end: event.end, status: event.status };
    expect(await events.create(catalog.pool, catalog.other.id, fields)).toBeNull();
    expect(await catalog.pool.oneFirst(sql.unsafe`select count(*) from event where name = 'Theirs'`)).toBe(0);
  });

  test('is found by its own organization only', async () => {
    const { event } = await openShow(catalog);
    expect(await events.find(catalog.pool, catalog.organization.id, event.id)).toEqual(event);
    expect(await events.find(catalog.pool, catalog.other.id, event.id)).toBeNull();
  });

  test('is moved to another schema or removed only if its journal has not grown since it was read', async () => {
    const { event } = await openShow(catalog);
    const { schema } = await openShow(catalog);
    const { id } = catalog.organization;
    const fields = { name: 'Moved', start: event.start, end: event.end, schemaId: schema.id };
    expect(await events.moveToSchema(catalog.pool, id, event.number, 2, fields)).toBeNull();
    expect(await events.beginRemoval(catalog.pool, event.number, 2)).toBe(false);
    expect(await events.find(catalog.pool, id, event.id)).toEqual(event);
    const epoch = sql.unsafe`select epoch from event_owner where event_number = ${event.number}`;
    expect(await catalog.pool.oneFirst(epoch)).toBe(0);

    const moved = { ...event, name: 'Moved', schemaId: schema.id };
    expect(await events.moveToSchema(catalog.pool, id, event.number, 1, fields)).toEqual(moved);
    expect(await catalog.pool.oneFirst(epoch)).toBe(1);
    expect(await events.beginRemoval(catalog.pool, event.number, 1)).toBe(true);
    expect(await events.find(catalog.pool, id, event.id)).toBeNull();
  });

  test('is no longer visible after its removal has begun', async () => {
    const { event } = await openShow(catalog);
    const { id } = catalog.organization;
    const { name, start, end } = event;
    await catalog.pool.query(sql.unsafe`delete from event_owner where event_number = ${event.number}`);
    const filter = { venueId: null, status: null, name: null, endsFrom: null, only: null };
    const { content } = await events.list(catalog.pool, id, filter, { page: 0, size: 100, sort: [] });
    expect(content.filter((one) => one.id === event.id)).toEqual([]);
    expect(await events.find(catalog.pool, id, event.id)).toBeNull();
    expect(await events.update(catalog.pool, id, event.id, { name, start, end })).toBeNull();
    expect(await new EventDirectory(catalog.pool, catalog.notifications).find(event.id)).toBeNull();
  });

  test('never gets the number of another event, not even of one whose creation failed', async () => {
    const { event, schema } = await openShow(catalog);
    const bad = { schemaId: schema.id, name: 'Bad', start: '', end: '', status: 'LOST' as 'DRAFT' };
    await expect(events.create(catalog.pool, catalog.organization.id, bad)).rejects.toThrow();
    const { event: next } = await openShow(catalog);
    expect(next.number).toBeGreaterThan(event.number + 1);
  });
});

describe('the event directory', () => {
  test('finds an event with its organization’s public key, and caches it', async () => {
    const { event, schema } = await openShow(catalog);
    const directory = new EventDirectory(catalog.pool, catalog.notifications);
    expect(directory.peek(event.id)).toBeUndefined();
    const address = await directory.find(event.id);
    expect(address).toEqual({
      eventId: event.id,
      eventNumber: event.number,
      name: 'Show',
      organizationId: catalog.organization.id,
      schemaId: schema.id,
      publicKey: catalog.organization.publicKey,
      isArchived: false,
    });
    expect(directory.peek(event.id)).toEqual(address);
  });

  test('finds a new event for which it had found nothing before', async () => {
    const directory = new EventDirectory(catalog.pool, catalog.notifications);
    const { event } = await openShow(catalog);
    const later = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
    expect(await directory.find(later)).toBeNull();
    await catalog.pool.query(sql.unsafe`update event set id = ${later} where id = ${event.id}`);
    expect((await directory.find(later))?.eventNumber).toBe(event.number);
  });

  test('forgets an event that is removed', async () => {
    const directory = new EventDirectory(catalog.pool, catalog.notifications);
    const { event } = await openShow(catalog);
    await directory.find(event.id);
    await catalog.pool.query(sql.unsafe`delete from event where id = ${event.id}`);
    await eventually(async () => (await directory.find(event.id)) === null);
  });
});
