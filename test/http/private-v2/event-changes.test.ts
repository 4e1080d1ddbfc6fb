/** Changes of an event that involve its actor, over HTTP: status, schema and deletion. */
import { sql } from 'slonik';
import { openPricedShow, type Show } from '../../support/service.ts';
import {
  bookingOf,
  outcomeOf,
  rowsHall,
  type SessionCalls,
  sessionCalls,
  succeeded,
} from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const prefix = '/api/private/v2.0/events/';

useService();

async function stage(): Promise<{ show: Show; calls: SessionCalls; path: string }> {
  const show = await openPricedShow(service, rowsHall);
  const path = `${prefix}${show.eventId}`;
  return { show, calls: sessionCalls(service, show), path };
}

describe('the status of an event', () => {
  const moveTo = async (path: string, status: unknown) => ask('POST', `${path}/status`, { status });

  test('changes in a cycle, is shown at once, and determines which bookings are allowed', async () => {
    const { show, calls, path } = await stage();
    const booked = async () => outcomeOf(await calls.book('lock', bookingOf(show.seats.slice(0, 1))));
    const seen = [];
    for (const status of ['ARCHIVED', 'DRAFT', 'PUBLISHED']) {
      const { status: code, body } = await moveTo(path, status);
      const { totalElements } = (await ask('GET', `${prefix}?status=${status}&name=Show`)).body;
      const shown = (await ask('GET', path)).body;
      expect([code, body]).toEqual([200, shown]);
      seen.push([shown.status, totalElements > 0, outcomeOf(await calls.create()), await booked()]);
    }
    expect(seen).toEqual([
      ['ARCHIVED', true, '410 EVENT_ARCHIVED', '410 EVENT_ARCHIVED'],
      ['DRAFT', true, '422 EVENT_NOT_PUBLISHED', '422 EVENT_NOT_PUBLISHED'],
      ['PUBLISHED', true, '201', '200'],
    ]);
  });

  test('can be set to its current value, but not to one that does not follow', async () => {
    const { path } = await stage();
    expect(outcomeOf(await moveTo(path, 'PUBLISHED'))).toBe('200');
    expect(outcomeOf(await moveTo(path, 'DRAFT'))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(await moveTo(path, 'GONE'))).toBe('400 VALIDATION_FAILED');
    expect(outcomeOf(await moveTo(path, undefined))).toBe('400 VALIDATION_FAILED');
    expect((await ask('GET', path)).body.status).toBe('PUBLISHED');
  });
});

test('a status that was journaled but not projected before a crash is shown by the next process', async () => {
  const { show, path } = await stage();
  succeeded(await ask('POST', `${path}/status`, { status: 'ARCHIVED' }));
  await service.catalog.pool.query(sql.unsafe`
    with shown as (
      update event set status = 'PUBLISHED', status_seq = 1 where id = ${show.eventId} returning number
    )
    update event_projection set projected_seq = 1 from shown where event_number = number
  `);
  expect((await ask('GET', path)).body.status).toBe('PUBLISHED');
  succeeded(await sessionCalls(await service.restart(), show).list());
  expect((await ask('GET', path)).body.status).toBe('ARCHIVED');
});

describe('a change of an event’s schema', () => {
  const otherHall = { name: 'Other', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 30 }] }] };

  async function makeSchema(layout: unknown) {
    const { id } = succeeded(await ask('POST', '/api/private/v2.0/schemas/', layout)).body;
    const { sections } = succeeded(await ask('GET', `/api/private/v2.0/schemas/${id}/layout/`)).body;
    const seats: number[] = sections.flatMap(({ rows = [] }) =>
      rows.flatMap((row: { seats: { id: number }[] }) => row.seats.map((seat) => seat.id)),
    );
    return { id, seats };
  }

  test('is possible while nothing was assigned, and the event uses the new schema, also after a restart', async () => {
    const [small, large] = [await makeSchema(rowsHall), await makeSchema(otherHall)];
    const fields = { name: 'Moving', start: '2027-05-01T19:30', endDate: '2027-05-01T22:00' };
    const event = succeeded(await ask('POST', prefix, { ...fields, schemaId: small.id })).body;
    const pricePath = `/api/private/v2.0/event/${event.id}/prices/`;
    const [price] = succeeded(await ask('POST', pricePath, [{ name: '10' }])).body;
    const moved = await ask('PUT', prefix, { ...event, schemaId: large.id });
    expect(moved).toMatchObject({ status: 200, body: { ...event, schemaId: large.id } });
    const lineOf = (objectId: number | undefined) => ({ seats: [{ objectId, assignmentId: price.id }] });
    expect((await ask('POST', `${pricePath}assignments/`, lineOf(small.seats[0]))).status).toBe(400);
    succeeded(await ask('POST', `${pricePath}assignments/`, lineOf(large.seats[29])));
    const { seatsOnEvent } = succeeded(await ask('GET', `${pricePath}assignments/`)).body;
    expect(seatsOnEvent.map(({ id }: { id: number }) => id)).toEqual(large.seats);
    expect(outcomeOf(await ask('PUT', prefix, event))).toBe('409 DATA_INTEGRITY_VIOLATION');

    const restarted = await service.restart();
    const key = service.catalog.organization.token;
    const again = succeeded(await restarted.call('GET', `${pricePath}assignments/`, { key })).body;
    expect(again.seatsOnEvent[29]).toMatchObject({ id: large.seats[29], priceId: price.id });
  });

  test('is refused after a seat got a price, even if the price was removed again', async () => {
    const { show, path } = await stage();
    const event = succeeded(await ask('GET', path)).body;
    const { id } = await makeSchema(otherHall);
    const refused = await ask('PUT', prefix, { ...event, name: 'New', schemaId: id });
    expect(outcomeOf(refused)).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect((await ask('GET', path)).body).toEqual(event);
    expect(show.schemaId).toBe(event.schemaId);
  });
});

describe('deleting an event', () => {
  test('removes it for all callers, with all its data', async () => {
    const { show, calls, path } = await stage();
    const id = await calls.open([show.seats[0] as number]);
    succeeded(await calls.checkout(id));
    succeeded(await calls.confirm(id, { reference: 'R' }));
    succeeded(await calls.book('lock', bookingOf(show.seats.slice(1, 2))));
    const number = await service.catalog.pool.oneFirst(sql.unsafe`select number from event where id = ${show.eventId}`);
    expect(await ask('DELETE', path)).toMatchObject({ status: 204, body: undefined });
    const after = [
      await ask('GET', path),
      await ask('DELETE', path),
      await ask('POST', `${path}/status`, { status: 'ARCHIVED' }),
      await ask('GET', `/api/private/v2.0/event/${show.eventId}/prices/`),
      await calls.create(),
      await calls.get(id),
      await calls.read(id),
      await calls.book('lock', bookingOf(show.seats.slice(2, 3))),
      await calls.list(),
    ];
    expect(after.map(outcomeOf)).toEqual(after.map(() => '404 ENTITY_NOT_FOUND'));
    for (const table of ['event_owner', 'event_projection', 'journal', 'snapshot', 'session_record', 'seat_booking']) {
      const isLeft = await service.catalog.pool.exists(sql.unsafe`
        select from ${sql.identifier([table])} where event_number = ${number as number}
      `);
      expect([table, isLeft]).toEqual([table, false]);
    }
  });

  test('is refused while a session is ACTIVE or PENDING_PAYMENT', async () => {
    const { show, calls, path } = await stage();
    const id = await calls.open([show.seats[0] as number]);
    expect(outcomeOf(await ask('DELETE', path))).toBe('409 DATA_INTEGRITY_VIOLATION');
    succeeded(await calls.checkout(id));
    expect(outcomeOf(await ask('DELETE', path))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect((await ask('GET', path)).status).toBe(200);
    succeeded(await calls.withdraw(id));
    expect((await ask('DELETE', path)).status).toBe(204);
  });

  test('concurrently with a create either succeeds before it, or is refused because of it', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const { calls, path } = await stage();
      const [gone, ...made] = await Promise.all([ask('DELETE', path), calls.create(), calls.create()]);
      const isMade = made.some(({ status }) => status === 201);
      outcomes.add(`${gone.status} ${isMade}`);
      expect((await ask('GET', path)).status).toBe(gone.status === 204 ? 404 : 200);
    }
    expect([...outcomes].filter((outcome) => outcome !== '204 false' && outcome !== '409 true')).toEqual([]);
  });
});
