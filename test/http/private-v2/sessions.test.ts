/** The private session calls over HTTP: lists, confirm, release, properties, and authorization. */
import { randomUUID } from 'node:crypto';
import { referenceLengthMax } from '#domain/limits.ts';
import { errorsOf } from '../../support/answers.ts';
import { calls, seat, service, show, useHall } from '../../support/hall.ts';
import { openPricedShow, startTestService } from '../../support/service.ts';
import { outcomeOf, privatePrefix, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

async function frozen(index: number): Promise<string> {
  const id = await calls.open([seat(index)]);
  succeeded(await calls.checkout(id));
  return id;
}

async function confirmed(index: number, body?: unknown): Promise<string> {
  const id = await frozen(index);
  succeeded(await calls.confirm(id, body));
  return id;
}

/** Properties with exactly this number of bytes as JSON. */
const propertiesOf = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe('the list of sessions', () => {
  const idsOf = async (query = '') => succeeded(await calls.list(query)).body.map(({ id }: { id: string }) => id);

  test('is paged, newest first', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 55; index++) ids.unshift(await calls.open());
    expect(await idsOf()).toEqual(ids.slice(0, 50));
    expect(await idsOf('&offset=50')).toEqual(ids.slice(50));
    expect(await idsOf('&limit=3&offset=2')).toEqual(ids.slice(2, 5));
    expect(await idsOf('&limit=100000')).toEqual(ids);
    expect(await idsOf('&offset=55')).toEqual([]);
    expect(await idsOf(`&offset=${Number.MAX_SAFE_INTEGER}`)).toEqual([]);
  });

  test('treats a limit over 200 as 200', async () => {
    await Promise.all(Array.from({ length: 201 }, () => calls.create()));
    for (const limit of [200, 201, 9_007_199_254_740_991]) expect(await idsOf(`&limit=${limit}`)).toHaveLength(200);
  });

  test('is filtered by state and by reference', async () => {
    const active = await calls.open();
    const pending = await frozen(0);
    const first = await confirmed(1, { reference: 'ORDER 1/ü' });
    const second = await confirmed(2, { reference: 'ORDER 2' });
    const released = await confirmed(3, { reference: 'ORDER 3' });
    succeeded(await calls.release(released));
    expect(await idsOf('&state=ACTIVE')).toEqual([active]);
    expect(await idsOf('&state=PENDING_PAYMENT')).toEqual([pending]);
    expect(await idsOf('&state=CONFIRMED')).toEqual([second, first]);
    expect(await idsOf('&state=CANCELLED')).toEqual([released]);
    expect(await idsOf('&state=EXPIRED')).toEqual([]);
    expect(await idsOf(`&reference=${encodeURIComponent('ORDER 1/ü')}`)).toEqual([first]);
    expect(await idsOf('&reference=ORDER+3')).toEqual([released]);
    expect(await idsOf('&reference=ORDER+2&state=CANCELLED')).toEqual([]);
    expect(await idsOf('&reference=order+2')).toEqual([]);
  });

  test('shows changes that have just been answered', async () => {
    const id = await calls.open([seat(0)]);
    for (const [change, state, cartSize] of [
      [() => calls.lock(id, [seat(1)], [[show.areas[0], 2]]), 'ACTIVE', 4],
      [() => calls.checkout(id), 'PENDING_PAYMENT', 4],
      [() => calls.confirm(id), 'CONFIRMED', 4],
      [() => calls.release(id), 'CANCELLED', 0],
    ] as const) {
      succeeded(await change());
      expect((await calls.list()).body).toMatchObject([{ id, state, cartSize, total: cartSize === 4 ? 149 : 0 }]);
    }
  });

  test('refuses invalid queries', async () => {
    const key = service.catalog.organization.token;
    expect(errorsOf(await service.call('GET', privatePrefix, { key }))).toEqual(['eventId NOT_NULL']);
    for (const [query, error] of [
      ['&state=SLEEPING', 'state UNKNOWN_VALUE'],
      ['&state=active', 'state UNKNOWN_VALUE'],
      ['&limit=0', 'limit MIN'],
      ['&limit=many', 'limit TYPE'],
      ['&offset=-1', 'offset MIN'],
      [`&reference=${'x'.repeat(256)}`, 'reference SIZE'],
    ] as const) {
      const answer = await calls.list(query);
      expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
      expect(errorsOf(answer)).toEqual([error]);
    }
  });
});

describe('a private session call', () => {
  test('answers another organization’s session like an unknown one, and does not change it', async () => {
    const { other } = service.catalog;
    const foreign = sessionCalls(service, show, other.token);
    const id = await frozen(0);
    const answers = [
      await foreign.read(id),
      await foreign.confirm(id, { reference: 'mine' }),
      await foreign.confirm(id, { reference: 1 }),
      await foreign.withdraw(id),
      await foreign.release(id),
      await foreign.replaceProperties(id, {}),
    ];
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => '404 ENTITY_NOT_FOUND'));
    const unknown = await calls.read(randomUUID());
    expect(answers[0]?.body.detail).toBe(unknown.body.detail);
    expect((await calls.read(id)).body).toMatchObject({ state: 'PENDING_PAYMENT', reference: null });
  });

  test('accepts a tenant token with the organization’s id, for the whole sale', async () => {
    const { tenant, organization } = service.catalog;
    const headers = { 'X-Organization-ID': String(organization.id) };
    const id = await frozen(0);
    const answer = await service.call('POST', `${privatePrefix}${id}/confirm`, { key: tenant.token, headers });
    expect(answer.body).toMatchObject({ state: 'CONFIRMED', reference: null });
  });
});

describe('confirm', () => {
  test('accepts no body, an empty one, and null members', async () => {
    for (const [index, body] of [undefined, {}, { reference: null, properties: null }].entries()) {
      const id = await frozen(index);
      expect((await calls.confirm(id, body)).body).toMatchObject({
        state: 'CONFIRMED',
        reference: null,
        properties: {},
      });
    }
  });

  test('returns the stored result if it is repeated, with any body', async () => {
    const id = await frozen(0);
    const first = succeeded(await calls.confirm(id, { reference: 'R', properties: { a: [1, { b: null }] } }));
    for (const body of [
      undefined,
      { reference: 'other' },
      { reference: 7 },
      '{',
      { properties: propertiesOf(17_000) },
    ]) {
      expect((await calls.confirm(id, body)).body).toEqual(first.body);
    }
  });

  test('gives a reference to one confirmed session per event', async () => {
    const holder = await confirmed(0, { reference: 'R' });
    const id = await frozen(1);
    const taken = await calls.confirm(id, { reference: 'R', properties: { gate: 1 } });
    expect(outcomeOf(taken)).toBe('409 REFERENCE_TAKEN');
    expect(taken.body.sessionId).toBe(holder);
    expect((await calls.read(id)).body).toMatchObject({ state: 'PENDING_PAYMENT', reference: null, properties: {} });
    const elsewhere = await openPricedShow(service, rowsHall);
    const there = sessionCalls(service, elsewhere);
    const other = await there.open([elsewhere.seats[0] as number]);
    succeeded(await there.checkout(other));
    expect((await there.confirm(other, { reference: 'R' })).body.state).toBe('CONFIRMED');
    succeeded(await calls.release(holder));
    expect((await calls.confirm(id, { reference: 'R' })).body).toMatchObject({ state: 'CONFIRMED', reference: 'R' });
    expect((await calls.read(holder)).body).toMatchObject({ state: 'CANCELLED', reference: 'R' });
  });

  test('accepts a reference of up to 255 characters', async () => {
    const id = await frozen(0);
    const long = await calls.confirm(id, { reference: 'x'.repeat(referenceLengthMax + 1) });
    expect(errorsOf(long)).toEqual(['reference SIZE']);
    expect(errorsOf(await calls.confirm(id, { reference: 5, properties: [] }))).toEqual([
      'reference TYPE',
      'properties TYPE',
    ]);
    expect(outcomeOf(await calls.confirm(id, '{'))).toBe('400 MALFORMED_REQUEST');
    const reference = `"\\ü😀${'x'.repeat(referenceLengthMax - 5)}`;
    expect((await calls.confirm(id, { reference })).body.reference).toBe(reference);
    expect(succeeded(await calls.list(`&reference=${encodeURIComponent(reference)}`)).body).toMatchObject([{ id }]);
  });

  test('sells every seat and place of the cart', async () => {
    const id = await calls.open([seat(0), seat(1)], [[show.areas[1], 4]]);
    succeeded(await calls.checkout(id));
    succeeded(await calls.confirm(id, { reference: 'R' }));
    const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
    const sold = { state: 'SOLD', holdType: 'CART', booking: { sessionId: id, reference: 'R' } };
    expect(seatsOnEvent.slice(0, 3)).toMatchObject([sold, sold, { state: 'ACTIVE', booking: null }]);
    expect(groupsOnEvent).toMatchObject([{ sold: 0 }, { activeCount: 0, held: 0, sold: 4 }]);
    succeeded(await calls.release(id));
    const after = await calls.assignments();
    expect(after.seatsOnEvent[0]).toMatchObject({ state: 'ACTIVE', holdType: null, booking: null });
    expect(after.groupsOnEvent[1]).toMatchObject({ activeCount: 4, sold: 0 });
  });
});

describe('the properties of a session', () => {
  test('may be any JSON object of up to 16 KB serialised, on both routes', async () => {
    const id = await frozen(0);
    const tooLarge = propertiesOf(16 * 1024 + 1);
    expect(outcomeOf(await calls.confirm(id, { properties: tooLarge }))).toBe('400 PROPERTIES_TOO_LARGE');
    const fits = propertiesOf(16 * 1024);
    expect((await calls.confirm(id, { properties: fits })).body.properties).toEqual(fits);
    expect(outcomeOf(await calls.replaceProperties(id, tooLarge))).toBe('400 PROPERTIES_TOO_LARGE');
    for (const body of [propertiesOf(100_000), { text: 'ü'.repeat(8 * 1024) }]) {
      expect(outcomeOf(await calls.replaceProperties(id, body))).toBe('400 PROPERTIES_TOO_LARGE');
    }
    expect(outcomeOf(await calls.replaceProperties(id, propertiesOf(200_000)))).toBe('413 PAYLOAD_TOO_LARGE');
    expect((await calls.read(id)).body.properties).toEqual(fits);
  });

  test('are replaced completely', async () => {
    const id = await confirmed(0, { reference: 'R', properties: { a: 1, b: 2 } });
    const next = { b: [true, null, { c: 'ü"\\' }], '': 0, constructor: 1 };
    expect((await calls.replaceProperties(id, next)).body).toMatchObject({ id, state: 'CONFIRMED', properties: next });
    expect((await calls.replaceProperties(id, {})).body.properties).toEqual({});
    for (const body of [[], 'text', 7, null, undefined]) {
      expect(outcomeOf(await calls.replaceProperties(id, JSON.stringify(body)))).toBe('400 VALIDATION_FAILED');
    }
    expect((await calls.read(id)).body).toMatchObject({ properties: {}, reference: 'R' });
  });

  test('are never shown by public calls', async () => {
    const id = await confirmed(0, { reference: 'SECRET-REF', properties: { secret: 'SECRET-PROP' } });
    for (const answer of [await calls.get(id), await calls.lock(id, [seat(1)]), await calls.cancel(id, {})]) {
      expect(JSON.stringify(answer.body)).not.toContain('SECRET');
    }
  });
});

describe('a deployment with SESSIONS_ENABLED=0', () => {
  test('answers 404 to every session call, and its booking calls work', async () => {
    const withheld = await startTestService({ SESSIONS_ENABLED: '0' });
    try {
      const its = await openPricedShow(withheld, rowsHall);
      const there = sessionCalls(withheld, its);
      const id = randomUUID();
      const answers = [
        ...[await there.create(), await there.get(id), await there.lock(id), await there.unlock(id)],
        ...[await there.checkout(id), await there.cancel(id, {}), await there.list(), await there.read(id)],
        ...[await there.confirm(id), await there.withdraw(id), await there.release(id)],
        await there.replaceProperties(id, {}),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      expect((await there.book('directsale', { seats: [{ id: its.seats[0] }] })).body).toBe(true);
      const document = await withheld.call('GET', '/openapi.json');
      expect(Object.keys(document.body.paths).filter((path) => path.includes('/session/'))).toEqual([]);
    } finally {
      await withheld.close();
    }
  });
});
