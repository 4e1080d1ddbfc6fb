/** The organization's feed over HTTP: what each call tells, how readers wait and go on, and what they are refused. */
import { feedSettled } from '../../support/feed-calls.ts';
import { calls, service, show, useHall } from '../../support/hall.ts';
import { type Answer, makeEvent, openPricedShow, setStatus } from '../../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, succeeded } from '../../support/session-calls.ts';

useHall();

const path = '/api/private/v2.0/changes/';

/** Where the feed ended before the test. */
let now: string;

beforeEach(async () => {
  await feedSettled(service);
  now = succeeded(await read({})).body.next;
});

const seats = (...places: readonly number[]): number[] => places.map((place) => show.seats[place] as number);

function read(query: Record<string, string>, key = service.catalog.organization.token): Promise<Answer> {
  return service.call('GET', `${path}?${new URLSearchParams(query)}`, { key });
}

/** The types and data that the feed has gained since the test began, once there are `count`. */
async function told(count: number, query: Record<string, string> = {}): Promise<[string, unknown][]> {
  await feedSettled(service);
  const found: [string, unknown][] = [];
  for (let after = now; found.length < count; ) {
    const { changes, next } = succeeded(await read({ after, waitSeconds: '10', ...query })).body;
    found.push(...changes.map(({ type, data }: { type: string; data: unknown }) => [type, data]));
    after = next;
  }
  return found;
}

/** A stream that is being read: resolves with each message in turn. */
async function openStream(query: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}${path}stream?${new URLSearchParams(query)}`, {
    headers: { 'X-API-Key': service.catalog.organization.token, ...headers },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const next = async (): Promise<Record<string, string> | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end !== -1) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        return Object.fromEntries(
          lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += new TextDecoder().decode(value);
    }
  };
  return { response, next, close: () => reader.cancel() };
}

describe('the feed shows', () => {
  test('a session’s checkout, confirm and release as the private session shows it, and no holds', async () => {
    const id = await calls.open(seats(0, 1));
    const frozen = succeeded(await calls.checkout(id)).body;
    succeeded(await calls.confirm(id, { reference: 'R-1', properties: { n: 1 } }));
    const { expiresInSeconds: _, ...confirmed } = succeeded(await calls.read(id)).body;
    await calls.release(id);
    const changes = await told(3);
    expect(changes.map(([type]) => type)).toEqual(['session.checked-out', 'session.confirmed', 'session.released']);
    expect(changes[0]?.[1]).toMatchObject({ state: 'PENDING_PAYMENT', cart: frozen.cart, expiresAt: frozen.expiresAt });
    expect(changes[1]?.[1]).toEqual(confirmed);
    expect(changes[2]?.[1]).toEqual({ ...confirmed, state: 'CANCELLED' });
  });

  test('an expiry with the cart that was given back', async () => {
    const id = await calls.open(seats(3));
    service.clock.advance(16 * 60_000);
    await calls.read(id);
    expect(await told(1, { types: 'session.expired' })).toEqual([
      [
        'session.expired',
        expect.objectContaining({
          id,
          state: 'EXPIRED',
          cart: expect.objectContaining({ seats: [expect.objectContaining({ id: show.seats[3] })] }),
        }),
      ],
    ]);
  });

  test('private bookings by seat and place', async () => {
    const [first, second] = show.seats as [number, number];
    for (const verb of ['lock', 'unlock', 'block', 'unblock', 'directsale', 'revertsale'] as const) {
      succeeded(await calls.book(verb, bookingOf([first, second])));
    }
    const lines = { seats: [first, second], groupOfSeats: [], holdType: null, label: null, expiresAt: null };
    expect(await told(6)).toEqual([
      ['booking.locked', { ...lines, expiresAt: expect.any(String) }],
      ['booking.unlocked', lines],
      ['booking.blocked', lines],
      ['booking.unblocked', lines],
      ['booking.sold', lines],
      ['booking.reverted', lines],
    ]);
  });

  test('that an event is sold out and on sale again', async () => {
    const all = bookingOf(show.seats, [
      [show.areas[0], 20],
      [show.areas[1], 4],
    ]);
    succeeded(await calls.book('directsale', all));
    await feedSettled(service);
    succeeded(await calls.book('revertsale', bookingOf(show.seats.slice(0, 1))));
    expect((await told(4)).map(([type]) => type)).toEqual([
      'booking.sold',
      'event.sold-out',
      'booking.reverted',
      'event.back-on-sale',
    ]);
  });

  test('the life of an event, its deletion last', async () => {
    const key = service.catalog.organization.token;
    const eventId = await makeEvent(service, show.schemaId, { name: 'Short', status: 'DRAFT' });
    succeeded(await setStatus(service, eventId, 'PUBLISHED'));
    succeeded(await service.call('DELETE', `/api/private/v2.0/events/${eventId}`, { key }));
    const changes = await told(3, { eventId });
    expect(changes.map(([type]) => type)).toEqual(['event.created', 'event.status-changed', 'event.deleted']);
    expect(changes[0]?.[1]).toMatchObject({ name: 'Short', schemaId: show.schemaId });
  });
});

describe('a reader', () => {
  test('that waits gets a change when it is there', async () => {
    const waiting = read({ after: now, waitSeconds: '30' });
    await calls.open(seats(0)).then((id) => calls.checkout(id));
    await feedSettled(service);
    expect(succeeded(await waiting).body.changes).toMatchObject([
      { type: 'session.checked-out', eventId: show.eventId },
    ]);
  });

  test('that waits gets an empty page when its time is over', async () => {
    const answer = succeeded(await read({ after: now, waitSeconds: '1' }));
    expect(answer.body).toEqual({ changes: [], next: expect.any(String), hasMore: false });
  });

  test('sees only the types and the event that it asks for', async () => {
    const id = await calls.open(seats(0));
    await calls.checkout(id);
    await calls.confirm(id, {});
    const other = await openPricedShow(service, rowsHall);
    expect((await told(1, { types: 'session.confirmed' })).map(([type]) => type)).toEqual(['session.confirmed']);
    const ofOther = await told(1, { eventId: other.eventId });
    expect(ofOther.map(([type]) => type)).toEqual(['event.created']);
  });

  test('gets nothing of another organization, and not with its cursor', async () => {
    const { other } = service.catalog;
    expect(succeeded(await read({ after: 'start' }, other.token)).body.changes).toEqual([]);
    expect(outcomeOf(await read({ after: now }, other.token))).toBe('400 VALIDATION_FAILED');
  });

  test.each([
    { after: 'x' },
    { after: 'MS4wLjEuMS4xLjE' },
    { after: 'a'.repeat(201) },
    { after: '' },
    { limit: '0' },
    { limit: '1001' },
    { waitSeconds: '31' },
    { types: 'session.confirmed,session.paid' },
    { eventId: '7' },
  ])('is refused %j', async (query) => {
    expect(outcomeOf(await read(query as Record<string, string>))).toBe('400 VALIDATION_FAILED');
  });
});

describe('the stream', () => {
  test('goes on after the last event id, which beats the cursor', async () => {
    const id = await calls.open(seats(0));
    await calls.checkout(id);
    await feedSettled(service);
    const first = await openStream({ after: now });
    expect(await first.next()).toEqual({ retry: '2000' });
    const checkout = await first.next();
    expect(checkout).toMatchObject({ event: 'session.checked-out' });
    await calls.confirm(id, {});
    await feedSettled(service);
    const confirm = await first.next();
    expect(confirm).toMatchObject({ event: 'session.confirmed' });
    await first.close();
    const second = await openStream({ after: now }, { 'Last-Event-ID': checkout?.id ?? '' });
    await second.next();
    expect(await second.next()).toEqual(confirm);
    await second.close();
  });

  test('without a cursor begins now, and sends that position first', async () => {
    const stream = await openStream({});
    await stream.next();
    expect(await stream.next()).toEqual({ id: expect.any(String) });
    await stream.close();
  });

  test('ends when the node stops', async () => {
    const next = await service.restart();
    const response = await fetch(`${next.url}${path}stream`, {
      headers: { 'X-API-Key': service.catalog.organization.token },
    });
    const body = response.text();
    await next.stop();
    expect(await body).toContain('retry: 2000');
  });
});
