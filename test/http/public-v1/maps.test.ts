/** The public map reads over HTTP: format, entity tags, compression, and access. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { smallHall } from '../../support/catalog.ts';
import { type Drawing, guidOf, threeSections } from '../../support/drawings.ts';
import { openEditor } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { service, show, useHall } from '../../support/hall.ts';
import { type MapReader, mapPath, mapReads } from '../../support/map-calls.ts';
import { decodeMap } from '../../support/map-decoder.ts';
import { type Answer, openPricedShow } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

let reads: MapReader;

useHall({ layout: smallHall, once: true });

beforeAll(async () => {
  reads = mapReads(service, show.eventId);
});

const tagOf = ({ headers }: Answer): string => headers.get('etag') as string;
const unknownEvent = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';

describe('the map of an event', () => {
  test('is GET /api/public/v1.0/event/', async () => {
    const { publicKey } = service.catalog.organization;
    const answer = succeeded(
      await service.call('GET', `/api/public/v1.0/event/?id=${show.eventId}&publicKey=${publicKey}`),
    );
    expect(answer.headers.get('content-type')).toBe('application/json');
    const [floor] = show.areas;
    const first = show.seats[0] as number;
    expect(answer.body).toEqual({
      plainSeats: {
        ids: [first, 1, 1, 1, 1, 1, 1, 1, 1],
        x: [98.25, 24.75, 24.75, 24.75, -162.5, 10, 10, 260.75, 24.5],
        y: [442.75, 3.5, 3.75, 3.75, -433.25, 0, 0, 425.75, -5],
        rowIds: [expect.any(Number), 0, 0, 0, 1, 0, 0, 1, 0],
        sectorIds: [expect.any(Number), 0, 0, 0, 0, 0, 0, 2, 0],
        names: ['1', '2', '3', '4', '1', '2"{},\\', 'Größe 😀', '1', '2'],
      },
      rows: [
        { id: expect.any(Number), rowNumber: 'A', sectorId: expect.any(Number), name: 'Row', seatName: 'Seat' },
        { id: 1, rowNumber: 'B', sectorId: expect.any(Number), name: 'Row', seatName: 'Seat' },
        { id: 1, rowNumber: 'A', sectorId: expect.any(Number), name: 'Row', seatName: 'Seat' },
      ],
      sectors: [
        {
          id: expect.any(Number),
          guid: expect.any(String),
          name: 'Stalls',
          isGa: false,
          angle: 8.459,
          type: 'SECTION',
        },
        { id: 1, guid: expect.any(String), name: 'Floor', isGa: true, angle: 0, type: 'SECTION' },
        { id: 1, guid: expect.any(String), name: 'Balcony', isGa: false, angle: -11.429, type: 'SECTION' },
      ],
      background: {
        svg: expect.stringContaining(`data-gos-id="${floor}"`),
        viewBox: {
          x: expect.any(Number),
          y: expect.any(Number),
          width: expect.any(Number),
          height: expect.any(Number),
        },
      },
      configuration: { accessible: [first + 4], marked: [first + 5], eventName: 'Show' },
    });
  });

  test('has the same layout as the organization’s own read', async () => {
    const key = service.catalog.organization.token;
    const { body: layout } = await service.call('GET', `/api/private/v2.0/schemas/${show.schemaId}/layout/`, { key });
    const { seats, drawnAreas } = decodeMap(succeeded(await reads.event()).body);
    expect(seats.map(({ id }) => id)).toEqual(show.seats);
    expect([...drawnAreas]).toEqual(layout.areas.map(({ id }: { id: number }) => id));
  });

  test('must be revalidated before every use, like its row labels, and gives 304 if it is current', async () => {
    for (const read of [reads.event, reads.rowLabels, (tag?: string) => reads.schema(show.schemaId, tag)]) {
      const first = await read();
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      const again = await read(tagOf(first));
      expect([again.status, again.body, tagOf(again)]).toEqual([304, undefined, tagOf(first)]);
      expect(again.headers.get('cache-control')).toBe('no-cache');
      expect((await read('"other"')).status).toBe(200);
    }
  });

  test('has the current name of its event', async () => {
    const { eventId, schemaId } = await openPricedShow(service);
    const twin = mapReads(service, eventId);
    const before = succeeded(await twin.event());
    const body = {
      id: eventId,
      name: '"Ñ" </script> 😀',
      start: '2027-05-01T19:30:00',
      endDate: '2027-05-01T22:00:00',
    };
    const key = service.catalog.organization.token;
    succeeded(await service.call('PUT', '/api/private/v2.0/events/', { key, body: { ...body, schemaId } }));
    await eventually(async () => succeeded(await twin.event()).body.configuration.eventName === body.name);
    const after = succeeded(await twin.event(tagOf(before)));
    expect(tagOf(after)).not.toBe(tagOf(before));
    expect(after.body.plainSeats).toEqual(before.body.plainSeats);
    expect(succeeded(await twin.schema(schemaId)).body.configuration.eventName).toBeNull();
  });
});

test('GET /api/public/v1.0/event/schema/ is the same map without an event', async () => {
  const { publicKey } = service.catalog.organization;
  const url = `/api/public/v1.0/event/schema/?id=${show.schemaId}&publicKey=${publicKey}`;
  const answer = succeeded(await service.call('GET', url));
  const ofEvent = succeeded(await reads.event()).body;
  expect(answer.body).toEqual({ ...ofEvent, configuration: { ...ofEvent.configuration, eventName: null } });
  expect((await reads.schema(show.schemaId, tagOf(answer))).status).toBe(304);
});

test('GET /api/public/v1.0/event/schema/rows/ is an SVG with the label of every row', async () => {
  const { publicKey } = service.catalog.organization;
  const answer = await service.call(
    'GET',
    `/api/public/v1.0/event/schema/rows/?id=${show.eventId}&publicKey=${publicKey}`,
  );
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect([...answer.body.matchAll(/>(\w+)<\/text>/g)].map(([, label]) => label)).toEqual([
    'A',
    'A',
    'B',
    'B',
    'A',
    'A',
  ]);
  expect((await reads.rowLabels(tagOf(answer))).status).toBe(304);
});

test('the public map of a drawn layout is current, without hidden and removed seats', async () => {
  const editor = await openEditor(service);
  const { schemaId } = await editor.makeSchema();
  const drawn: Drawing = succeeded(await editor.draw(schemaId, threeSections)).body;
  const before = succeeded(await reads.schema(schemaId));
  const map = decodeMap(before.body);
  const idOf = (items: readonly { readonly id: number; readonly guid: string }[], number: number) =>
    items.find(({ guid }) => guid === guidOf(number))?.id;
  const seatIds = [21, 22, 23, 24].map((number) => idOf(drawn.seats, number));
  expect(map.seats.map(({ id, x, y }) => [id, x, y])).toEqual([
    [seatIds[0], 110, 60],
    [seatIds[1], 120, 60],
    [seatIds[2], 130.5, 60.25],
    [seatIds[3], 310, 10],
  ]);
  expect(map.sectors.map(({ id, name, isGa }) => [id, name, isGa])).toEqual([
    [idOf(drawn.sectors, 1), 'Stalls', false],
    [idOf(drawn.sectors, 2), 'Balcony', false],
    [idOf(drawn.sectors, 3), 'Floor', true],
  ]);
  expect(map.rows.map(({ label }) => label)).toEqual(['A', 'AA']);
  expect(before.body.rows[1]).toMatchObject({ name: 'Reihe', seatName: 'Platz' });
  expect([...map.drawnAreas]).toEqual([idOf(drawn.sectors, 3)]);
  expect(before.body.background.svg).toContain('>STAGE</text>');
  const gone = { seats: [{ id: seatIds[1], toRemove: true }], shapes: [{ id: guidOf(31), toRemove: true }] };
  succeeded(await editor.draw(schemaId, gone));
  await eventually(async () => (await reads.schema(schemaId, tagOf(before))).status === 200);
  const after = succeeded(await reads.schema(schemaId)).body;
  expect(decodeMap(after).seats.map(({ id }) => id)).toEqual([seatIds[0], seatIds[2], seatIds[3]]);
  expect(after.background.svg).not.toContain('STAGE');
});

describe('a caller without the organization’s public key', () => {
  const all = (reader: MapReader): (() => Promise<Answer>)[] => [
    () => reader.event(),
    () => reader.prices(),
    () => reader.rowLabels(),
    () => reader.schema(show.schemaId),
  ];

  test('gets 404 for existing maps, with any guessed entity tag', async () => {
    const foreign = mapReads(service, show.eventId, service.catalog.other.publicKey);
    for (const read of all(foreign)) expect(outcomeOf(await read())).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await foreign.prices('*'))).toBe('404 ENTITY_NOT_FOUND');
  });

  test('gets the same answer for existing and unknown maps', async () => {
    const nobody = mapReads(service, unknownEvent);
    const foreign = mapReads(service, show.eventId, service.catalog.other.publicKey);
    const seen = async ({ body }: Answer) => body.detail;
    expect(await seen(await nobody.prices())).toBe(await seen(await foreign.prices()));
    expect(outcomeOf(await nobody.schema(2 ** 53 - 1))).toBe('404 ENTITY_NOT_FOUND');
  });

  test.each([
    ['', 'id NOT_NULL'],
    ['?id=x&publicKey=y', 'id PATTERN'],
    [`?id=${unknownEvent}&id=${unknownEvent}`, 'id TYPE'],
    [`?id=${unknownEvent}`, 'publicKey NOT_NULL'],
  ])('gets 400 for a query such as "%s"', async (query, expected) => {
    for (const path of ['', 'prices/', 'schema/rows/']) {
      const answer = await service.call('GET', `${mapPath}${path}${query}`);
      expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
      expect(`${answer.body.errors[0].field} ${answer.body.errors[0].code}`).toBe(expected);
    }
    const publicKey = unknownEvent;
    expect(outcomeOf(await service.call('GET', `${mapPath}schema/?id=x&publicKey=${publicKey}`))).toBe(
      '400 VALIDATION_FAILED',
    );
  });
});

describe('a browser that reads the public map', () => {
  const raw = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(`${service.url}${path}`, { method, headers });
  const queryOf = () => `?id=${show.eventId}&publicKey=${service.catalog.organization.publicKey}`;

  test('may do so from any origin, with If-None-Match and access to ETag', async () => {
    for (const path of ['', 'prices/', 'schema/rows/', 'schema/']) {
      const asked = await raw(`${mapPath}${path}`, { Origin: 'https://shop.example' }, 'OPTIONS');
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, 'https://shop.example']);
      expect(asked.headers.get('access-control-allow-headers')).toContain('If-None-Match');
      expect(asked.headers.get('access-control-allow-methods')).toContain('GET');
    }
    const answer = await raw(`${mapPath}prices/${queryOf()}`, { Origin: 'https://shop.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin');
  });

  test('may use HEAD', async () => {
    for (const path of ['', 'prices/', 'schema/rows/']) {
      const full = await raw(`${mapPath}${path}${queryOf()}`, { 'Accept-Encoding': 'gzip' });
      const head = await raw(`${mapPath}${path}${queryOf()}`, { 'Accept-Encoding': 'gzip' }, 'HEAD');
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('etag')).toBe(full.headers.get('etag'));
      expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
      await full.text();
    }
  });

  test('gets the same content in every coding, each with its own entity tag', async () => {
    const plainOf = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
    for (const path of ['', 'prices/', 'schema/rows/']) {
      const texts = new Set<string>();
      const tags = new Set<string | null>();
      for (const coding of ['br', 'gzip', 'identity'] as const) {
        const { headers, bytes } = await readRaw(`${service.url}${mapPath}${path}${queryOf()}`, coding);
        expect(headers['content-encoding'] ?? 'identity').toBe(coding);
        expect([headers.vary, Number(headers['content-length'])]).toEqual(['Accept-Encoding, Origin', bytes.length]);
        texts.add(plainOf[coding](bytes).toString());
        tags.add(headers.etag ?? null);
        const again = await raw(`${mapPath}${path}${queryOf()}`, { 'If-None-Match': headers.etag ?? '' });
        expect([again.status, again.headers.get('etag')]).toEqual([304, headers.etag]);
      }
      expect([texts.size, tags.size]).toEqual([1, 3]);
    }
  });
});

/** The answer without decoding. */
async function readRaw(url: string, coding: string) {
  const { request } = await import('node:http');
  return new Promise<{ headers: Record<string, string | undefined>; bytes: Buffer }>((resolve, reject) => {
    const sent = request(url, { headers: { 'Accept-Encoding': coding } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const headers = response.headers as Record<string, string | undefined>;
        resolve({ headers, bytes: Buffer.concat(pieces) });
      });
    });
    sent.on('error', reject).end();
  });
}
