/** Cloning schemas over HTTP: request, progress, resumption after a crash, and refusals. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import type { LayoutBody } from '../../support/answers.ts';
import { smallHall } from '../../support/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from '../../support/service.ts';
import { makeEvent } from '../../support/service.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/schemas/';
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Sections, rows and seats of the small hall. */
const smallTotal = 3 + 3 + 9;

useService();

async function store(layout: unknown = smallHall): Promise<number> {
  const made = await ask('POST', path, layout);
  expect(made.status).toBe(201);
  return made.body.id;
}

async function requestClone(schemaId: number): Promise<string> {
  const requested = await ask('POST', `${path}clone/${schemaId}`);
  expect(requested).toMatchObject({ status: 200, body: expect.stringMatching(uuidShape) });
  return requested.body;
}

const resultOf = (uuid: string): Promise<Answer> => ask('GET', `${path}clone/result/${uuid}`);

/** The id of the clone, once the operation is DONE. */
function whenDone(uuid: string): Promise<number> {
  return eventually(async () => {
    const { body } = await resultOf(uuid);
    if (body.state !== 'ERROR') return body.newSchemaId;
    throw new Error('the copy failed');
  });
}

async function layoutOf(schemaId: number): Promise<LayoutBody> {
  const { status, body } = await ask('GET', `${path}${schemaId}/layout/`);
  expect(status).toBe(200);
  return body;
}

const seatIdsOf = ({ sections }: LayoutBody): number[] =>
  sections.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.map(({ id }) => id)));

/** The whole layout without ids and the schema's name. */
function withoutIds(layout: object): unknown {
  const hidden = ['id', 'guid'];
  return JSON.parse(
    JSON.stringify({ ...layout, name: '' }, (key, value) => (hidden.includes(key) ? undefined : value)),
  );
}

/** Blocks the cloning of this schema while `work` runs; requested clones wait. */
async function whileHeldUp(schemaId: number, work: () => Promise<void>): Promise<void> {
  await service.catalog.pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`select from schema where id = ${schemaId} for update`);
    await work();
  });
}

describe('a clone of a schema', () => {
  test('is requested, answered with the operation’s UUID, and has the same layout with other ids', async () => {
    const id = await store();
    const uuid = await requestClone(id);
    const newSchemaId = await whenDone(uuid);
    expect(await resultOf(uuid)).toMatchObject({
      status: 200,
      body: { uuid, state: 'DONE', schemaId: id, newSchemaId, copied: smallTotal, total: smallTotal },
    });
    expect(await ask('GET', `${path}${newSchemaId}`)).toMatchObject({
      status: 200,
      body: { id: newSchemaId, name: 'Small hall (copy)', capacity: 309 },
    });
    const source = await layoutOf(id);
    const copy = await layoutOf(newSchemaId);
    expect(withoutIds(copy)).toEqual(withoutIds(source));
    const seats = seatIdsOf(copy);
    expect(seats).toEqual(seats.map((_, index) => (seats[0] ?? 0) + index));
    expect(seatIdsOf(source).filter((seat) => seats.includes(seat))).toEqual([]);
    expect(copy.areas[0]?.id).toBe(copy.sections[1]?.id);
  });

  test('can be sold like any other schema', async () => {
    const schemaId = await whenDone(await requestClone(await store()));
    const [seat] = seatIdsOf(await layoutOf(schemaId));
    const eventId = await makeEvent(service, schemaId);
    const sold = await ask('POST', `/api/private/v2.0/booking/directsale?eventId=${eventId}`, {
      seats: [{ id: seat }],
    });
    expect(sold).toMatchObject({ status: 200, body: true });
  });

  test('that waits has the state CREATED, and its schema is not visible', async () => {
    const id = await store();
    let uuid = '';
    await whileHeldUp(id, async () => {
      uuid = await requestClone(id);
      const { body } = await resultOf(uuid);
      expect(body).toEqual({ uuid, state: 'CREATED', schemaId: id, newSchemaId: null, copied: 0, total: smallTotal });
      expect((await ask('GET', `${path}${id + 1}`)).status).toBe(404);
    });
    await whenDone(uuid);
  });

  test('can be requested several times; each clone is a separate schema', async () => {
    const id = await store();
    const uuids: string[] = [];
    await whileHeldUp(id, async () => {
      uuids.push(await requestClone(id), await requestClone(id));
    });
    const copies = await Promise.all(uuids.map(whenDone));
    expect(new Set([...uuids, ...copies]).size).toBe(4);
  });

  test('that a crash has interrupted is finished by the next process', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => ({ name: `R${row}`, seatCount: 100 }));
    const id = await store({ name: 'Stadium', sections: [{ name: 'Stand', rows }] });
    const uuid = await requestClone(id);
    await eventually(async () => (await resultOf(uuid)).body.copied > 0);
    const next = await service.restart();
    const { token: key } = service.catalog.organization;
    const newSchemaId: number = await eventually(async () => {
      const { body } = await next.call('GET', `${path}clone/result/${uuid}`, { key });
      return body.newSchemaId;
    });
    expect(seatIdsOf(await layoutOf(newSchemaId)).length).toBe(30_000);
  });
});

describe('cloning is refused', () => {
  test('for a schema that does not exist', async () => {
    const { status, body } = await ask('POST', `${path}clone/4711`);
    expect([status, body.errorCode]).toEqual([404, 'ENTITY_NOT_FOUND']);
  });

  test('for another organization’s schema', async () => {
    const id = await store();
    const { status, body } = await ask('POST', `${path}clone/${id}`, undefined, service.catalog.other.token);
    expect([status, body.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  });

  test('for an invalid id', async () => {
    const { status, body } = await ask('POST', `${path}clone/hall`);
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('for the eleventh unfinished clone of an organization, but not for another organization', async () => {
    const id = await store();
    const uuids: string[] = [];
    await whileHeldUp(id, async () => {
      for (let copy = 0; copy < 10; copy++) uuids.push(await requestClone(id));
      const { status, body } = await ask('POST', `${path}clone/${id}`);
      expect([status, body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
      const { token } = service.catalog.other;
      const theirs = await ask('POST', path, smallHall, token);
      expect((await ask('POST', `${path}clone/${theirs.body.id}`, undefined, token)).status).toBe(200);
    });
    await Promise.all(uuids.map(whenDone));
    await whenDone(await requestClone(id));
  });

  test('and so is the read of an unknown operation, or of one that another organization has requested', async () => {
    const uuid = await requestClone(await store());
    const unknown = await resultOf(randomUUID());
    expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'ENTITY_NOT_FOUND']);
    const foreign = await ask('GET', `${path}clone/result/${uuid}`, undefined, service.catalog.other.token);
    expect([foreign.status, foreign.body.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect((await resultOf('no-uuid')).status).toBe(400);
    await whenDone(uuid);
  });
});
