/** Series over HTTP: creation, allowed templates, and status. */
import { errorsOf } from '../../support/answers.ts';
import { openTestSeries, type SeriesCalls, seriesCalls } from '../../support/series-calls.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { outcomeOf, rowsHall, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const unknownId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
const events = '/api/private/v2.0/events/';
const eventBody = { name: 'Other', start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };

let calls: SeriesCalls;
let template: Show;

useService();

beforeAll(async () => {
  calls = seriesCalls(service);
});

beforeEach(async () => {
  template = await openPricedShow(service, rowsHall);
});

const bodyOf = (members: object = {}) => ({
  name: 'Matinee',
  templateEventId: template.eventId,
  timeZone: 'Europe/Berlin',
  ...members,
});

const create = async (members: object = {}) => succeeded(await calls.create(bodyOf(members))).body;

/** Another event on the template's schema. */
async function otherEvent(members: object = {}): Promise<string> {
  const body = { ...eventBody, schemaId: template.schemaId, ...members };
  return succeeded(await calls.ask('POST', events, body)).body.id;
}

async function movedTo(id: string, ...statuses: string[]): Promise<string> {
  for (const status of statuses) succeeded(await calls.ask('POST', `${events}${id}/status`, { status }));
  return id;
}

describe('a new series', () => {
  test('is active, has the schema of its template, and can be read and listed', async () => {
    const answer = await calls.create(bodyOf());
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Matinee',
      templateEventId: template.eventId,
      timeZone: 'Europe/Berlin',
      schemaId: template.schemaId,
      status: 'ACTIVE',
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
    });
    const second = await create({ name: 'Matinee', timeZone: 'America/New_York' });
    expect((await calls.read(answer.body.id)).body).toEqual(answer.body);
    const { status, body } = await calls.list();
    expect([status, body.slice(-2)]).toEqual([200, [answer.body, second]]);
  });

  test.each([
    [{ name: undefined }, 'name NOT_NULL'],
    [{ name: null }, 'name NOT_NULL'],
    [{ name: '' }, 'name SIZE'],
    [{ name: 'x'.repeat(256) }, 'name SIZE'],
    [{ name: 5 }, 'name TYPE'],
    [{ name: 'a\u0000' }, 'name PATTERN'],
    [{ templateEventId: undefined }, 'templateEventId NOT_NULL'],
    [{ templateEventId: 'no-uuid' }, 'templateEventId PATTERN'],
    [{ templateEventId: 5 }, 'templateEventId TYPE'],
    [{ timeZone: undefined }, 'timeZone NOT_NULL'],
    [{ timeZone: 5 }, 'timeZone TYPE'],
    [{ timeZone: '' }, 'timeZone UNKNOWN_VALUE'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone UNKNOWN_VALUE'],
    [{ timeZone: '+02:00' }, 'timeZone UNKNOWN_VALUE'],
  ])('with %j is refused', async (members, error) => {
    const before = (await calls.list()).body.length;
    const answer = await calls.create(bodyOf(members));
    expect([outcomeOf(answer), errorsOf(answer)]).toEqual(['400 VALIDATION_FAILED', [error]]);
    expect((await calls.list()).body).toHaveLength(before);
  });

  test('may have any name that is valid for an event', async () => {
    expect((await create({ name: 'x'.repeat(255) })).name).toHaveLength(255);
    expect((await create({ name: '😀 "\\' })).name).toBe('😀 "\\');
  });

  test('cannot have a template that is a draft, archived or part of a series', async () => {
    const series = await openTestSeries(service);
    const { show } = await series.add('2027-05-01T19:30:00');
    const drafts = await otherEvent({ status: 'DRAFT' });
    const archived = await movedTo(await otherEvent(), 'ARCHIVED');
    for (const templateEventId of [drafts, archived, show.eventId]) {
      const answer = await calls.create(bodyOf({ templateEventId }));
      expect(outcomeOf(answer)).toBe('400 INVALID_SERIES_TEMPLATE');
      expect(answer.body.errors).toBeUndefined();
    }
    succeeded(await calls.create(bodyOf({ templateEventId: await movedTo(archived, 'DRAFT', 'PUBLISHED') })));
  });
});

describe('a new template of a series', () => {
  test('must be on the same schema, and is used for future events', async () => {
    const series = await openTestSeries(service);
    const { show } = await series.add('2027-05-01T19:30:00');
    const body = { ...eventBody, schemaId: series.template.schemaId };
    const { id } = succeeded(await calls.ask('POST', events, body)).body;
    const answer = await calls.replaceTemplate(series.seriesId, { templateEventId: id });
    expect(answer).toMatchObject({ status: 200, body: { id: series.seriesId, templateEventId: id, status: 'ACTIVE' } });
    expect((await calls.read(series.seriesId)).body).toEqual(answer.body);
    const later = await series.add('2027-05-02T19:30:00');
    expect([show.prices.length, later.show.prices.length]).toEqual([2, 0]);
    const { seatsOnEvent } = await sessionSeats(show.eventId);
    expect(seatsOnEvent.every(({ priceId }: { priceId: number | null }) => priceId !== null)).toBe(true);
  });

  const sessionSeats = async (eventId: string) =>
    succeeded(await calls.ask('GET', `/api/private/v2.0/event/${eventId}/prices/assignments/`)).body;

  test('is refused if it is on another schema, a draft, archived or part of a series, and 404 if it is unknown', async () => {
    const series = await openTestSeries(service);
    const { show } = await series.add('2027-05-01T19:30:00');
    const schemaId = series.template.schemaId;
    const outcomes = [];
    for (const templateEventId of [
      template.eventId,
      await otherEvent({ schemaId, status: 'DRAFT' }),
      await movedTo(await otherEvent({ schemaId }), 'ARCHIVED'),
      show.eventId,
      unknownId,
      'no-uuid',
      null,
    ]) {
      outcomes.push(outcomeOf(await calls.replaceTemplate(series.seriesId, { templateEventId })));
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: 4 }, () => '400 INVALID_SERIES_TEMPLATE'),
      '404 ENTITY_NOT_FOUND',
      '400 VALIDATION_FAILED',
      '400 VALIDATION_FAILED',
    ]);
    expect((await calls.read(series.seriesId)).body.templateEventId).toBe(series.template.eventId);
  });
});

describe('a template in use', () => {
  test('cannot be deleted until the series has another one or is archived', async () => {
    const first = await create();
    const second = await create();
    const path = `${events}${template.eventId}`;
    expect(outcomeOf(await calls.ask('DELETE', path))).toBe('409 DATA_INTEGRITY_VIOLATION');
    succeeded(await calls.replaceTemplate(first.id, { templateEventId: await otherEvent() }));
    expect(outcomeOf(await calls.ask('DELETE', path))).toBe('409 DATA_INTEGRITY_VIOLATION');
    succeeded(await calls.move(second.id, 'pause'));
    expect(outcomeOf(await calls.ask('DELETE', path))).toBe('409 DATA_INTEGRITY_VIOLATION');
    succeeded(await calls.move(second.id, 'archive'));
    expect((await calls.ask('DELETE', path)).status).toBe(204);
    expect((await calls.read(second.id)).body).toMatchObject({ status: 'ARCHIVED', templateEventId: template.eventId });
  });

  test('cannot change its schema, and that schema cannot be deleted, even if nothing was assigned', async () => {
    const plain = await otherEvent();
    const event = succeeded(await calls.ask('GET', `${events}${plain}`)).body;
    const { id } = await create({ templateEventId: plain });
    const { schemaId } = await openPricedShow(service);
    expect(outcomeOf(await calls.ask('PUT', events, { ...event, schemaId }))).toBe('409 DATA_INTEGRITY_VIOLATION');
    const schema = `/api/private/v2.0/schemas/${template.schemaId}`;
    expect(outcomeOf(await calls.ask('DELETE', schema))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect((await calls.ask('PUT', events, { ...event, start: '2027-04-30T10:00:00' })).status).toBe(200);
    succeeded(await calls.move(id, 'archive'));
    expect((await calls.ask('PUT', events, { ...event, schemaId })).status).toBe(200);
  });

  test('cannot be deleted concurrently with its use: only one of both requests succeeds', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const templateEventId = await otherEvent();
      const [gone, made] = await Promise.all([
        calls.ask('DELETE', `${events}${templateEventId}`),
        calls.create(bodyOf({ templateEventId })),
      ]);
      outcomes.add(`${outcomeOf(gone)} ${outcomeOf(made)}`);
    }
    const possible = ['204 404 ENTITY_NOT_FOUND', '409 DATA_INTEGRITY_VIOLATION 201'];
    expect([...outcomes].filter((outcome) => !possible.includes(outcome))).toEqual([]);
  });
});

describe('the status of a series', () => {
  test('can change between active and paused, and is final once archived', async () => {
    const { id } = await create();
    const seen = [];
    for (const verb of ['pause', 'pause', 'resume', 'resume', 'pause', 'archive', 'archive'] as const) {
      const { status, body } = await calls.move(id, verb);
      expect((await calls.read(id)).body).toEqual(body);
      seen.push(`${status} ${body.status}`);
    }
    expect(seen).toEqual([
      '200 PAUSED',
      '200 PAUSED',
      '200 ACTIVE',
      '200 ACTIVE',
      '200 PAUSED',
      '200 ARCHIVED',
      '200 ARCHIVED',
    ]);
    expect(outcomeOf(await calls.move(id, 'resume'))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(await calls.move(id, 'pause'))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect((await calls.read(id)).body.status).toBe('ARCHIVED');
  });

  test('can change from active to archived', async () => {
    const { id } = await create();
    expect((await calls.move(id, 'archive')).body.status).toBe('ARCHIVED');
  });
});

test('a list finds the series of an event, and those whose template it is', async () => {
  const { id } = await create();
  await create({ templateEventId: await otherEvent({ status: 'PUBLISHED' }) });
  const added = await calls.add(id, { start: '2027-06-01T19:30:00', end: '2027-06-01T22:00:00' });
  const date = succeeded(added).body.id;
  const found = async (eventId: string, own = calls) =>
    succeeded(await own.list(`?eventId=${eventId}`)).body.map((row: { readonly id: number }) => row.id);
  expect(await found(template.eventId)).toEqual([id]);
  expect(await found(date)).toEqual([id]);
  const again = await create({ name: 'Second' });
  expect([await found(template.eventId), await found(date)]).toEqual([[id, again.id], [id]]);
  expect(await found(unknownId)).toEqual([]);
  expect(await found(date, seriesCalls(service, { key: service.catalog.other.token }))).toEqual([]);
  expect(errorsOf(await calls.list('?eventId=1'))).toEqual(['eventId PATTERN']);
});
