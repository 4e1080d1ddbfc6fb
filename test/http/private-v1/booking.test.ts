/** The legacy booking calls: each line succeeds or fails alone, and the failed lines are answered. */
import { calls, service, show, useHall } from '../../support/hall.ts';
import { areaLine, failedLine, legacyCalls, legacyPrefix, seatLine } from '../../support/legacy-calls.ts';
import { applySettings } from '../../support/service.ts';
import { bookingOf, succeeded } from '../../support/session-calls.ts';

useHall();

let legacy: ReturnType<typeof legacyCalls>;

beforeEach(async () => {
  await applySettings(service, {});
  legacy = legacyCalls(service, show);
});

async function states(): Promise<string[]> {
  return (await calls.assignments()).seatsOnEvent.map(({ state }: { state: string }) => state);
}

async function area(index: number): Promise<{ activeCount: number; locked: number; sold: number }> {
  return (await calls.assignments()).groupsOnEvent[index];
}

const a1 = seatLine('Stalls;;A;;1');
const a2 = seatLine('Stalls;;A;;2');
const a3 = seatLine('Stalls;;A;;3');

describe('POST /booking/lock', () => {
  test('locks seats and places by composite key and answers an empty list', async () => {
    const answer = await legacy.book('lock', [a1, a2, areaLine('Floor', 3)]);
    expect([answer.status, answer.body]).toEqual([200, []]);
    expect((await states()).slice(0, 3)).toEqual(['LOCKED', 'LOCKED', 'ACTIVE']);
    expect(await area(0)).toMatchObject({ activeCount: 17, locked: 3, sold: 0 });
  });

  test('answers the failed lines in their order, and books the others', async () => {
    succeeded(await legacy.book('lock', [a2]));
    const held = await calls.open([show.seats[2] as number]);
    const lines = [
      seatLine('Stalls;;Z;;1'),
      a1,
      a2,
      areaLine('Gallery', 5),
      a3,
      areaLine('Floor', null),
      seatLine(''),
      seatLine('Stalls;;A'),
      areaLine('Gallery', 4),
      areaLine('Gallery', 1),
    ];
    const answer = succeeded(await legacy.book('lock', lines));
    const failed = lines.filter((_, at) => ![1, 8, 9].includes(at));
    expect(answer.body).toEqual(failed.map(failedLine));
    expect((await states()).slice(0, 3)).toEqual(['LOCKED', 'LOCKED', 'LOCKED']);
    expect(await area(1)).toMatchObject({ activeCount: 0, locked: 4 });
    expect(succeeded(await calls.get(held)).body.cart.seats).toHaveLength(1);
  });

  test('counts a seat once if it is named twice, by name and by ids', async () => {
    const key = service.catalog.organization.privateKey;
    const path = `${legacyPrefix}/venues/schemas/${show.schemaId}/?useInternalIds=true`;
    const [sector] = succeeded(await service.call('GET', path, { key })).body.sectors;
    const [row] = sector.rows;
    const byId = seatLine([sector.key, row.key, row.seats[0].key].join(';;'));
    expect(succeeded(await legacy.book('lock', [a1, byId])).body).toEqual([]);
    expect(succeeded(await legacy.book('lock', [byId])).body).toEqual([failedLine(byId)]);
  });

  test('counts an area once if it is named twice, with the first line that can be booked', async () => {
    const lines = [areaLine('Floor', 30), areaLine('Floor', 2), areaLine('Floor', 2), areaLine('Floor', 3)];
    expect(succeeded(await legacy.book('lock', lines)).body).toEqual([failedLine(lines[0] as typeof a1)]);
    expect(await area(0)).toMatchObject({ activeCount: 18 });
  });

  test('fails lines whose seats would leave an orphan, and books the others', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    const b1 = seatLine('Stalls;;B;;1');
    const answer = succeeded(await legacy.book('lock', [a2, a3, b1, seatLine('Stalls;;B;;2')]));
    expect(answer.body).toEqual([failedLine(a2)]);
    expect((await states()).slice(0, 8)).toEqual([
      'ACTIVE',
      'ACTIVE',
      'LOCKED',
      ...['ACTIVE', 'ACTIVE', 'ACTIVE', 'LOCKED', 'LOCKED'],
    ]);
  });

  test('answers a repeated idempotency key with the same lines alike, and refuses it with other lines', async () => {
    succeeded(await legacy.book('lock', [a1]));
    const first = succeeded(await legacy.book('lock', [a1, a2], 'once'));
    expect(first.body).toEqual([failedLine(a1)]);
    succeeded(await legacy.book('unlock', [a1, a2]));
    expect(succeeded(await legacy.book('lock', [a1, a2], 'once')).body).toEqual(first.body);
    expect(await states()).not.toContain('LOCKED');
    const other = await legacy.book('lock', [a1], 'once');
    expect([other.status, other.body.errorCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const verb = await legacy.book('unlock', [a1, a2], 'once');
    expect([verb.status, verb.body.errorCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('remembers failed lines across a crash', async () => {
    succeeded(await legacy.book('lock', [a1]));
    const lines = [a1, a2, areaLine('Floor', 21)];
    const first = succeeded(await legacy.book('lock', lines, 'crash'));
    const again = legacyCalls(await service.restart(), show);
    expect(succeeded(await again.book('lock', lines, 'crash')).body).toEqual(first.body);
  });
});

describe('POST /booking/unlock', () => {
  test('frees locked lines, ignores available ones, and fails sold or held ones', async () => {
    await calls.open([show.seats[2] as number]);
    succeeded(await calls.book('directsale', bookingOf([show.seats[3]])));
    succeeded(await legacy.book('lock', [a1, areaLine('Floor', 2)]));
    const lines = [a1, a2, a3, seatLine('Stalls;;A;;4'), areaLine('Floor', 1), areaLine('Floor', 2)];
    const answer = succeeded(await legacy.book('unlock', lines));
    expect(answer.body).toEqual([a3, lines[3]].map((line) => failedLine(line as typeof a1)));
    expect((await states()).slice(0, 4)).toEqual(['ACTIVE', 'ACTIVE', 'LOCKED', 'SOLD']);
    expect(await area(0)).toMatchObject({ activeCount: 19, locked: 1 });
  });
});

describe('POST /booking/sale', () => {
  test('sells lines that either interface has locked, and fails the others', async () => {
    succeeded(await legacy.book('lock', [a1, areaLine('Floor', 2)]));
    succeeded(await calls.book('lock', bookingOf([show.seats[1]])));
    const lines = [a1, a2, a3, areaLine('Floor', 5), areaLine('Floor', 1)];
    expect(succeeded(await legacy.book('sale', lines)).body).toEqual([
      failedLine(a3),
      failedLine(lines[3] as typeof a1),
    ]);
    expect((await states()).slice(0, 3)).toEqual(['SOLD', 'SOLD', 'ACTIVE']);
    expect(await area(0)).toMatchObject({ activeCount: 18, locked: 1, sold: 1 });
  });

  test('is refused without sales control, and changes nothing', async () => {
    succeeded(await legacy.book('lock', [a1]));
    await applySettings(service, { salesControlEnabled: false });
    const answer = await legacy.book('sale', [a1]);
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'SALES_CONTROL_DISABLED']);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect((await states())[0]).toBe('LOCKED');
  });
});

describe('the legacy booking calls', () => {
  const verbs = ['lock', 'sale', 'unlock'] as const;

  test.each(verbs)('%s: an empty list is a success', async (verb) => {
    expect(succeeded(await legacy.book(verb, [])).body).toEqual([]);
  });

  test.each([
    ['not a list', {}],
    ['a line that is not an object', ['Stalls;;A;;1']],
    ['a line without a key', [{ capacity: 1 }]],
    ['a key that is no text', [{ compositeKey: 7 }]],
    ['a negative capacity', [areaLine('Floor', -1)]],
    ['a fractional capacity', [areaLine('Floor', 0.5)]],
  ])('answer 400 for %s, and book nothing', async (_, body) => {
    const lines = Array.isArray(body) ? [a1, ...body] : body;
    const answer = await legacy.book('lock', lines);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await states()).not.toContain('LOCKED');
  });

  test('answer 400 for a body that is not JSON', async () => {
    expect((await legacy.book('lock', '[')).body.errorCode).toBe('MALFORMED_REQUEST');
  });

  test('are refused on a draft and on an archived event', async () => {
    const key = service.catalog.organization.token;
    const path = `/api/private/v2.0/events/${show.eventId}/status`;
    succeeded(await service.call('POST', path, { key, body: { status: 'ARCHIVED' } }));
    const archived = await legacy.book('lock', [a1]);
    expect([archived.status, archived.body.errorCode]).toEqual([410, 'EVENT_ARCHIVED']);
    succeeded(await service.call('POST', path, { key, body: { status: 'DRAFT' } }));
    const draft = await legacy.book('lock', [a1]);
    expect([draft.status, draft.body.errorCode]).toEqual([422, 'EVENT_NOT_PUBLISHED']);
  });

  test('answer 413 to a body over 4 MB', async () => {
    const answer = await legacy.book('lock', [seatLine('x'.repeat(5_000_000))]);
    expect([answer.status, answer.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('the legacy booking calls accept', () => {
  test('the private key, the organization token, and a tenant token for the organization', async () => {
    const { organization, tenant } = service.catalog;
    for (const key of [organization.privateKey, organization.token]) {
      expect(succeeded(await legacyCalls(service, show, key).book('lock', [])).body).toEqual([]);
    }
    const path = `${legacyPrefix}/booking/lock?id=${show.eventId}`;
    const asTenant = (headers: Record<string, string>) =>
      service.call('POST', path, { key: tenant.token, body: [], headers });
    expect(succeeded(await asTenant({ 'X-Organization-ID': String(organization.id) })).body).toEqual([]);
    expect((await asTenant({})).status).toBe(400);
  });
});
