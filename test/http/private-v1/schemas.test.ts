/** Legacy layouts: lists, details, and the metadata, whose composite keys the booking calls accept in each form. */
import { sql } from 'slonik';
import { service, show, useHall } from '../../support/hall.ts';
import { legacyCalls, legacyPrefix } from '../../support/legacy-calls.ts';
import { openPricedShow } from '../../support/service.ts';
import { outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

const twinHall = {
  name: 'Twin hall',
  sections: [
    {
      name: 'Box',
      rows: [
        { name: 'A', x: 1, y: 2, seats: [{ name: '1', x: 3, y: 4 }] },
        { name: 'B', seatCount: 2 },
      ],
    },
    { name: 'Floor', ga: true, capacity: 300, shapes: [{ id: 1 }], x: 5, y: 6, angle: 7 },
    { name: 'Twin', rows: [{ name: 'A', seatCount: 2 }] },
  ],
};

useHall({ layout: twinHall, once: true });

const path = `${legacyPrefix}/venues/schemas/`;
const ours = () => service.catalog.organization.privateKey;
const theirs = () => service.catalog.other.privateKey;
const get = (rest: string, key = ours()) => service.call('GET', `${path}${rest}`, { key });
const list = (query = '', key = ours()) => service.call('GET', `${path}?${query}`, { key });
const details = (id: unknown, key = ours()) => service.call('GET', `${path}${id}/details/`, { key });
const metadata = async (query = '') => succeeded(await get(`${show.schemaId}/${query}`)).body.sectors;

interface Sector {
  key: string;
  rows: { key: string; seats: { key: string }[] }[];
}

function keysOf(sectors: readonly Sector[]): string[] {
  return sectors.flatMap(({ key, rows }) =>
    rows.length === 0 ? [key] : rows.flatMap((row) => row.seats.map((seat) => [key, row.key, seat.key].join(';;'))),
  );
}

describe('GET /venues/schemas/', () => {
  test('lists by id, limit, offset and venue', async () => {
    const key = service.catalog.organization.token;
    const venue = succeeded(await service.call('POST', '/api/private/v2.0/venues/', { key, body: { name: 'V' } })).body;
    const body = { ...twinHall, name: 'At V', venueId: venue.id };
    const { id } = succeeded(await service.call('POST', '/api/private/v2.0/schemas/', { key, body })).body;
    const first = { id: show.schemaId, capacity: 305, name: 'Twin hall', venueId: null, eventId: null };
    const second = { id, capacity: 305, name: 'At V', venueId: venue.id, eventId: null };
    expect(succeeded(await list()).body).toEqual([first, second]);
    expect(succeeded(await list('limit=1&offset=1')).body).toEqual([second]);
    expect(succeeded(await list(`venueId=${venue.id}`)).body).toEqual([second]);
    expect(succeeded(await list('', theirs())).body).toEqual([]);
  });

  test('lists schemas that changed after a time, local or with an offset', async () => {
    const moment = sql.unsafe`update schema set updated_at = '2027-01-01T12:00:00Z' where id = ${show.schemaId}`;
    await service.catalog.pool.query(moment);
    const has = async (lastUpdated: string): Promise<boolean> =>
      succeeded(await list(`lastUpdated=${lastUpdated}`)).body.some(({ id }: { id: number }) => id === show.schemaId);
    for (const before of ['2027-01-01T11:59:59', '2027-01-01T11:59:59.999999999Z', '2027-01-01T13:59%2B02:00']) {
      expect([before, await has(before)]).toEqual([before, true]);
    }
    expect(await has('2027-01-01T13:59+02:00')).toBe(true);
    for (const after of ['2027-01-01T12:00:00', '2027-01-01T11:00:00-01:00', '9999-12-31T23:59']) {
      expect([after, await has(after)]).toEqual([after, false]);
    }
  });

  test.each(['lastUpdated=yesterday', 'lastUpdated=2027-02-31T00:00', 'venueId=x', 'limit=-1'])(
    '400 for %s',
    async (query) => {
      expect(outcomeOf(await list(query))).toBe('400 VALIDATION_FAILED');
    },
  );

  test('accepts a time in the year 0', async () => {
    expect((await list('lastUpdated=0000-01-01T00:00:00%2B14:00')).status).toBeLessThan(500);
  });
});

describe('GET /venues/schemas/{schemaId}/details/', () => {
  test('shows one schema', async () => {
    const { body } = succeeded(await details(show.schemaId));
    expect(body).toEqual({ id: show.schemaId, capacity: 305, name: 'Twin hall', venueId: null, eventId: null });
  });
});

describe('GET /venues/schemas/{schemaId}/', () => {
  test('shows sectors, rows and seats with their keys', async () => {
    const [box, floor, twin] = await metadata();
    expect(box).toMatchObject({ key: 'Box', name: 'Box', labelVisible: true, shapes: null });
    expect(box.rows).toEqual([
      { key: 'A', name: 'A', seats: [{ key: '1', name: '1', x: 3, y: 4, ix: 0, iy: 0 }] },
      {
        key: 'B',
        name: 'B',
        seats: [
          { key: '1', name: '1', x: expect.any(Number), y: expect.any(Number), ix: 0, iy: 1 },
          { key: '2', name: '2', x: expect.any(Number), y: expect.any(Number), ix: 1, iy: 1 },
        ],
      },
    ]);
    expect(floor).toMatchObject({
      id: show.areas[0],
      key: 'Floor',
      x: 5,
      y: 6,
      angle: 7,
      shapes: [{ id: 1 }],
      rows: [],
    });
    expect(twin.rows[0].seats[1]).toMatchObject({ ix: 1, iy: 0 });
  });

  test.each(['', '?numberedSections=true', '?useInternalIds=true', '?numberedSections=true&useInternalIds=true'])(
    'shows keys that the booking calls accept, with the query "%s"',
    async (query) => {
      const own = await openPricedShow(service, twinHall);
      const { sectors } = succeeded(await get(`${own.schemaId}/${query}`)).body;
      const lines = keysOf(sectors).map((compositeKey) => ({ compositeKey, capacity: 1 }));
      expect(lines).toHaveLength(6);
      expect(succeeded(await legacyCalls(service, own).book('lock', lines)).body).toEqual([]);
      const { seatsOnEvent } = await sessionCalls(service, own).assignments();
      expect(seatsOnEvent.map(({ state }: { state: string }) => state)).toEqual(Array(5).fill('LOCKED'));
    },
  );

  test('numbers sections with the same name on request, so that keys distinguish their seats', async () => {
    const own = await openPricedShow(service, twinHall);
    const rename = sql.unsafe`update section set name = 'Box' where schema_id = ${own.schemaId} and name = 'Twin'`;
    await service.catalog.pool.query(rename);
    const plain = succeeded(await get(`${own.schemaId}/`)).body.sectors;
    expect(plain.map(({ key }: Sector) => key)).toEqual(['Box', 'Floor', 'Box']);
    const { sectors } = succeeded(await get(`${own.schemaId}/?numberedSections=true`)).body;
    expect(sectors.map(({ key, name }: Sector & { name: string }) => [key, name])).toEqual([
      ['Box 1', 'Box 1'],
      ['Floor', 'Floor'],
      ['Box 2', 'Box 2'],
    ]);
    const calls = legacyCalls(service, own);
    const twice = { compositeKey: 'Box;;A;;1', capacity: null };
    expect(succeeded(await calls.book('lock', [twice, { compositeKey: 'Box;;A;;2' }])).body).toEqual([twice]);
    const lines = ['Box 1;;A;;1', 'Box 2;;A;;1'].map((compositeKey) => ({ compositeKey }));
    expect(succeeded(await calls.book('lock', lines)).body).toEqual([]);
  });

  test('400 for a wrong flag', async () => {
    expect(outcomeOf(await get(`${show.schemaId}/?numberedSections=maybe`))).toBe('400 VALIDATION_FAILED');
  });
});
