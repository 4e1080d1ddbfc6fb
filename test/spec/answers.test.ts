/**
 * Real answers and real events of streams agree with the OpenAPI document. Covers every route of series, venues and the
 * editor, the codes of field errors, the feed's stream and the live map. A client made from the document relies on it.
 */
import { join } from 'node:path';
import { fieldCodes } from '#domain/refusal.ts';
import { type ContractDocument, readContract } from '../support/contract-document.ts';
import { threeSections } from '../support/drawings.ts';
import { openEditor } from '../support/editor-calls.ts';
import { MapViewer } from '../support/map-viewer.ts';
import { at, openTestSeries, seriesCalls } from '../support/series-calls.ts';
import { type Answer, openPricedShow, type TestService } from '../support/service.ts';
import { bookingOf, rowsHall, type SessionCalls, sessionCalls, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';
import { readFiles } from '../support/source-tree.ts';

const venuesPath = '/api/private/v2.0/venues/';

let contract: ContractDocument;
/** Calls that are checked against the document. */
let checked: TestService;
/** The operations that answered with success, and their status. */
const seen = new Set<string>();

useService({ STREAM_TICK_MS: '10' });

beforeAll(async () => {
  contract = await readContract(service);
  checked = {
    ...service,
    call: async (method, path, options) => {
      const answer = await service.call(method, path, options);
      const operation = contract.operationAt(method, path);
      expect(contract.contradictions(operation, answer)).toEqual([]);
      if (answer.status < 300) seen.add(`${operation.method} ${operation.path} ${answer.status}`);
      return answer;
    },
  };
});

/** Every success that the document gives for the routes with this tag has been answered. */
function expectAllSeen(tag: string): void {
  const documented = contract.operations
    .filter(({ spec }) => spec.tags.includes(tag))
    .flatMap(({ method, path, spec }) =>
      Object.keys(spec.responses)
        .filter((status) => status < '300')
        .map((status) => `${method} ${path} ${status}`),
    );
  expect(documented.length).toBeGreaterThan(4);
  expect(documented.filter((one) => !seen.has(one))).toEqual([]);
}

const withKey = (body?: unknown) => ({
  key: service.catalog.organization.token,
  ...(body === undefined ? {} : { body }),
});

test('every success of series is as documented', async () => {
  const { add, seriesId } = await openTestSeries(checked);
  const calls = seriesCalls(checked);
  const { show, calls: sessions } = await add('2027-05-01T19:30:00');
  succeeded(await calls.add(seriesId, at('2027-05-01T19:30:00')));
  const id = await sessions.open([show.seats[0] as number], [[show.areas[0] as number, 2]]);
  succeeded(await sessions.checkout(id));
  succeeded(await sessions.confirm(id, { reference: 'R-1', properties: { note: 'aisle' } }));
  await sessions.open([show.seats[1] as number]);
  const entries = succeeded(await calls.assignments(seriesId)).body;
  expect(entries.length).toBeGreaterThan(1);
  expect(succeeded(await calls.assignments(seriesId, '?reference=R-1')).body.length).toBeGreaterThan(0);
  succeeded(await calls.list());
  succeeded(await calls.read(seriesId));
  expect(succeeded(await calls.events(seriesId)).body).toHaveLength(1);
  const [event] = succeeded(await calls.events(seriesId)).body;
  const { templateEventId } = succeeded(await calls.read(seriesId)).body;
  expect(event.id).not.toBe(templateEventId);
  succeeded(await calls.replaceTemplate(seriesId, { templateEventId }));
  for (const verb of ['pause', 'resume', 'archive'] as const) succeeded(await calls.move(seriesId, verb));
  expectAllSeen('Series');
});

test('every success of venues is as documented', async () => {
  const place = { name: 'Hall', address: '1 Main St' };
  const venue = succeeded(await checked.call('POST', venuesPath, withKey(place))).body;
  succeeded(await checked.call('PUT', venuesPath, withKey({ ...place, id: venue.id, name: 'The hall' })));
  succeeded(await checked.call('GET', venuesPath, withKey()));
  succeeded(await checked.call('GET', `${venuesPath}${venue.id}`, withKey()));
  succeeded(await checked.call('DELETE', `${venuesPath}${venue.id}`, withKey()));
  expectAllSeen('Venues');
});

test('every success of the editor is as documented', async () => {
  const editor = await openEditor(checked);
  const { venueId, schemaId } = await editor.makeSchema();
  succeeded(await editor.draw(schemaId, threeSections));
  const map = succeeded(await editor.map(schemaId)).body;
  succeeded(await editor.draw(schemaId, { rows: [{ id: map.rows[0].id, rowNumber: 'Q' }] }));
  const { eventId } = await openPricedShow(service, rowsHall);
  const gone = succeeded(await editor.ask('POST', '/api/venues/', { name: 'Gone' })).body;
  const schemasOf = `/api/venues/${venueId}/schemas/`;
  const removed = succeeded(await editor.ask('POST', schemasOf, { name: 'Gone' })).body;
  const removedByQuery = succeeded(await editor.ask('POST', schemasOf, { name: 'Gone' })).body;
  const venueByQuery = succeeded(await editor.ask('POST', '/api/venues/', { name: 'Gone too' })).body;
  const calls: [method: string, path: string, body?: unknown][] = [
    ['GET', `/api/seatmap/${schemaId}/viewbox/`],
    ['GET', schemasOf],
    ['GET', `${schemasOf}${schemaId}`],
    ['PUT', schemasOf, { id: schemaId, name: 'Another map' }],
    ['DELETE', `${schemasOf}${removed.id}`],
    ['DELETE', `${schemasOf}?id=${removedByQuery.id}`],
    ['GET', '/api/venues/'],
    ['GET', `/api/venues/${venueId}`],
    ['PUT', '/api/venues/', { id: venueId, name: 'Another hall' }],
    ['DELETE', `/api/venues/${gone.id}`],
    ['DELETE', `/api/venues/?id=${venueByQuery.id}`],
    ['GET', '/api/events/'],
    ['GET', `/api/events/${eventId}`],
  ];
  for (const [method, path, body] of calls) {
    const answer = await editor.ask(method, path, body);
    expect([method, path, answer.status < 300, answer.body?.detail]).toEqual([method, path, true, undefined]);
  }
  expectAllSeen('Editor');
});

describe('field errors', () => {
  const source = readFiles(join(import.meta.dirname, '../..'), ['src', 'actors', 'workers']);

  test('the document lists exactly the codes that the source can give', () => {
    const documented = contract.document.components.schemas.FieldError.properties.code.enum;
    expect(documented).toEqual([...fieldCodes]);
    const texts = source.map(({ text }) => text);
    expect(texts.filter((text) => /\bparams(?:: | = )\{ *code\b/.test(text))).toEqual([]);
    // The compiler holds all other places to the list.
    expect(fieldCodes.filter((code) => texts.filter((text) => text.includes(`'${code}'`)).length < 2)).toEqual([]);
  });

  test.each<[string, (stage: { calls: SessionCalls; area: number }) => Promise<Answer>, unknown]>([
    [
      'an area named twice by a lock',
      async ({ calls, area }) => {
        const id = await calls.open();
        return checked.call('POST', `/api/public/v2.0/session/${id}/lock`, {
          body: { groupOfSeats: [1, 2].map((capacity) => ({ id: area, capacity })) },
        });
      },
      'the area',
    ],
    [
      'a section name that a new schema uses twice',
      () => {
        const section = { name: 'Floor', ga: true, capacity: 3 };
        const body = { name: 'Hall', sections: [section, section] };
        return checked.call('POST', '/api/private/v2.0/schemas/', withKey(body));
      },
      'Floor',
    ],
    [
      'a row name that a drawing uses twice',
      async () => {
        const editor = await openEditor(checked);
        const { schemaId } = await editor.makeSchema();
        const { sectors } = succeeded(await editor.draw(schemaId, threeSections)).body;
        return editor.draw(schemaId, { rows: [{ sectorId: sectors[0].id, rowNumber: 'A' }] });
      },
      'A',
    ],
    [
      'a seat that is moved to a row with a seat of its name',
      async () => {
        const editor = await openEditor(checked);
        const { schemaId } = await editor.makeSchema();
        const { seats, rows } = succeeded(await editor.draw(schemaId, threeSections)).body;
        const [first] = seats;
        const other = rows.find(({ id }: { id: number }) => id !== first.rowId);
        return editor.draw(schemaId, { seats: [{ id: first.id, rowId: other.id, ax: 1, ay: 1 }] });
      },
      '1',
    ],
  ])('%s is DUPLICATE, with the value that was sent', async (_, ask, value) => {
    const show = await openPricedShow(service, rowsHall);
    const area = show.areas[0] as number;
    const { status, body } = await ask({ calls: sessionCalls(service, show), area });
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    const rejectedValue = value === 'the area' ? area : value;
    expect(body.errors).toEqual([expect.objectContaining({ code: 'DUPLICATE', rejectedValue })]);
  });
});

describe('streams', () => {
  /** Every event of the stream is one of the document's. */
  function expectDocumented(path: string, viewer: MapViewer): void {
    const documented = contract.operation('GET', path).spec.responses[200].content['text/event-stream']['x-events'];
    for (const { name, data } of viewer.events) {
      const schema = documented[name] ?? documented['*'];
      expect([name, schema === undefined, contract.check(schema ?? {}, data)]).toEqual([name, false, []]);
      expect(contract.check(schema, { ...data, unknown: 1 })).toHaveLength(1);
    }
  }

  const status = (eventId: string, next: string) =>
    service.call('POST', `/api/private/v2.0/events/${eventId}/status`, withKey({ status: next }));

  test('every event of the live map is as documented', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const { publicKey } = service.catalog.organization;
    const path = '/api/public/v2.0/event/{eventId}/changes';
    const url = `${service.url}${path.replace('{eventId}', show.eventId)}?publicKey=${publicKey}`;
    const viewer = new MapViewer(url);
    await viewer.next('hello');
    await calls.open([show.seats[0] as number], [[show.areas[0] as number, 2]]);
    await viewer.next('change');
    const late = new MapViewer(url, { 'Last-Event-ID': 'none' });
    await late.next('reset');
    succeeded(await status(show.eventId, 'ARCHIVED'));
    await Promise.all([viewer.next('closed'), late.next('closed')]);
    for (const one of [viewer, late]) {
      expectDocumented(path, one);
      one.close();
    }
  });

  test('every event of the feed is as documented', async () => {
    const path = '/api/private/v2.0/changes/stream';
    const { token } = service.catalog.organization;
    const show = await openPricedShow(service, rowsHall);
    const viewer = new MapViewer(`${service.url}${path}?after=start&eventId=${show.eventId}`, { 'X-API-Key': token });
    const calls = sessionCalls(service, show);
    const id = await calls.open([show.seats[0] as number], [[show.areas[0] as number, 2]]);
    succeeded(await calls.checkout(id));
    succeeded(await calls.confirm(id, { reference: 'R', properties: { a: 1 } }));
    succeeded(await calls.book('lock', bookingOf([show.seats[1] as number])));
    succeeded(await calls.book('unlock', bookingOf([show.seats[1] as number])));
    succeeded(await calls.book('directsale', bookingOf([show.seats[2] as number])));
    succeeded(await calls.book('revertsale', bookingOf([show.seats[2] as number])));
    succeeded(await calls.release(id));
    succeeded(await status(show.eventId, 'ARCHIVED'));
    await viewer.until(() => viewer.events.some(({ name }) => name === 'event.status-changed'));
    const names = ['session.checked-out', 'session.confirmed', 'session.released'];
    for (const verb of ['locked', 'unlocked', 'sold', 'reverted']) names.push(`booking.${verb}`);
    expect(viewer.events.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expectDocumented(path, viewer);
    viewer.close();
  });
});

test.each([
  [undefined, 400],
  [null, 400],
  [-1, 400],
  [1.5, 400],
  [0, 201],
  [300, 201],
] as const)('an area of capacity %s is accepted exactly when the document says so', async (capacity, status) => {
  const body = { name: 'Hall', sections: [{ name: 'Floor', ga: true, capacity }] };
  const answer = await checked.call('POST', '/api/private/v2.0/schemas/', withKey(body));
  const { schema } = contract.operation('POST', '/api/private/v2.0/schemas/').spec.requestBody.content[
    'application/json'
  ];
  expect([answer.status, contract.check(schema, JSON.parse(JSON.stringify(body))).length === 0]).toEqual([
    status,
    status === 201,
  ]);
});
