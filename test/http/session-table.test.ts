/**
 * The contract's complete session table over HTTP: for every state of a session and every public and private call, the
 * answer, the next state, and the effect on seats and places.
 */
import { type Answer, openPricedShow, type Show } from '../support/service.ts';
import { outcomeOf, type SessionCalls, selectionOf, sessionCalls, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

const second = 1000;
const holdMs = 900 * second;
const graceMs = 600 * second;
const sweepMs = 60 * second;

useService({ SWEEP_MS: String(sweepMs) });

beforeAll(async () => {
  // Deadlines are between two sweeps, so that an expired hold can be read before it is swept.
  service.clock.advance(10 * second);
});

interface OpenSession {
  readonly calls: SessionCalls;
  readonly show: Show;
  /** A session that holds the first seat and two places. */
  readonly id: string;
}

async function openSession(): Promise<OpenSession> {
  const show = await openPricedShow(service);
  const calls = sessionCalls(service, show);
  return { calls, show, id: await calls.open(show.seats.slice(0, 1), [[show.areas[0], 2]]) };
}

const untilLapsed = (ms: number) => service.clock.advance(ms);
const untilSwept = () => service.clock.advance(sweepMs);

const states = {
  ACTIVE: async () => {},
  'lapsed ACTIVE': async () => untilLapsed(holdMs),
  PENDING_PAYMENT: async ({ calls, id }) => void succeeded(await calls.checkout(id)),
  'lapsed PENDING_PAYMENT': async (opened) => {
    await states.PENDING_PAYMENT(opened);
    untilLapsed(graceMs);
  },
  CONFIRMED: async (opened) => {
    await states.PENDING_PAYMENT(opened);
    succeeded(await opened.calls.confirm(opened.id, { reference: 'first', properties: { gate: 1 } }));
  },
  'CANCELLED by cancel': async ({ calls, id }) => void succeeded(await calls.cancel(id)),
  'CANCELLED by release': async (opened) => {
    await states.CONFIRMED(opened);
    succeeded(await opened.calls.release(opened.id));
  },
  'EXPIRED hold': async () => {
    untilLapsed(holdMs);
    untilSwept();
  },
  'EXPIRED grace': async (opened) => {
    await states['lapsed PENDING_PAYMENT'](opened);
    untilSwept();
  },
} satisfies Record<string, (opened: OpenSession) => Promise<void>>;

const verbs = {
  get: ({ calls, id }) => calls.get(id),
  'lock another': ({ calls, show, id }) => calls.lock(id, [show.seats[1]]),
  'lock its own': ({ calls, show, id }) => calls.lock(id, [show.seats[0]], [[show.areas[0], 2]]),
  unlock: ({ calls, show, id }) => calls.unlock(id, [show.seats[0]]),
  checkout: ({ calls, id }) => calls.checkout(id),
  'checkout another': ({ calls, show, id }) => calls.checkout(id, selectionOf([show.seats[1]])),
  cancel: ({ calls, id }) => calls.cancel(id, { startOver: false }),
  'start over': ({ calls, id }) => calls.cancel(id, { startOver: true }),
  read: ({ calls, id }) => calls.read(id),
  confirm: ({ calls, id }) => calls.confirm(id, { reference: 'second', properties: { gate: 2 } }),
  'private cancel': ({ calls, id }) => calls.withdraw(id),
  release: ({ calls, id }) => calls.release(id),
  properties: ({ calls, id }) => calls.replaceProperties(id, { gate: 3 }),
} satisfies Record<string, (opened: OpenSession) => Promise<Answer>>;

type State = keyof typeof states;
type Verb = keyof typeof verbs;

const over = (state: string): Record<Verb, string> => ({
  get: `${state} 0+0`,
  'lock another': `409 SESSION_DEAD ${state}`,
  'lock its own': `409 SESSION_DEAD ${state}`,
  unlock: `409 SESSION_DEAD ${state}`,
  checkout: `409 SESSION_DEAD ${state}`,
  'checkout another': `409 SESSION_DEAD ${state}`,
  cancel: `${state} 0+0`,
  'start over': `${state} 0+0`,
  read: `${state} 0+0`,
  confirm: `409 SESSION_DEAD ${state}`,
  'private cancel': `${state} 0+0`,
  release: state === 'CANCELLED' ? 'CANCELLED 0+0' : `409 SESSION_NOT_CONFIRMED ${state}`,
  properties: `409 SESSION_NOT_CONFIRMED ${state}`,
});

const active: Record<Verb, string> = {
  get: 'ACTIVE 1+2',
  'lock another': 'ACTIVE 2+2',
  'lock its own': 'ACTIVE 1+2',
  unlock: 'ACTIVE 0+2',
  checkout: 'PENDING_PAYMENT 1+2',
  'checkout another': 'PENDING_PAYMENT 2+2',
  cancel: 'CANCELLED 0+0',
  'start over': 'CANCELLED 0+0',
  read: 'ACTIVE 1+2',
  confirm: '409 SESSION_NOT_CHECKED_OUT ACTIVE',
  'private cancel': 'CANCELLED 0+0',
  release: '409 SESSION_NOT_CONFIRMED ACTIVE',
  properties: '409 SESSION_NOT_CONFIRMED ACTIVE',
};

const pending: Record<Verb, string> = {
  get: 'PENDING_PAYMENT 1+2',
  'lock another': '409 SESSION_FROZEN PENDING_PAYMENT',
  'lock its own': '409 SESSION_FROZEN PENDING_PAYMENT',
  unlock: '409 SESSION_FROZEN PENDING_PAYMENT',
  checkout: 'PENDING_PAYMENT 1+2',
  'checkout another': 'PENDING_PAYMENT 1+2',
  cancel: '409 START_OVER_REQUIRED PENDING_PAYMENT',
  'start over': 'CANCELLED 0+0',
  read: 'PENDING_PAYMENT 1+2',
  confirm: 'CONFIRMED 1+2 second 2',
  'private cancel': 'CANCELLED 0+0',
  release: '409 SESSION_NOT_CONFIRMED PENDING_PAYMENT',
  properties: '409 SESSION_NOT_CONFIRMED PENDING_PAYMENT',
};

/** A success names the next state, seats+places, reference and property; a refusal its status, its code and its state. */
const table: Record<State, Record<Verb, string>> = {
  ACTIVE: active,
  'lapsed ACTIVE': {
    ...active,
    'lock another': '409 SESSION_DEAD ACTIVE',
    'lock its own': '409 SESSION_DEAD ACTIVE',
    unlock: '409 SESSION_DEAD ACTIVE',
    checkout: '409 SESSION_DEAD ACTIVE',
    'checkout another': '409 SESSION_DEAD ACTIVE',
  },
  PENDING_PAYMENT: pending,
  'lapsed PENDING_PAYMENT': pending,
  CONFIRMED: {
    get: 'CONFIRMED 1+2 first 1',
    'lock another': '409 SESSION_DEAD CONFIRMED',
    'lock its own': '409 SESSION_DEAD CONFIRMED',
    unlock: '409 SESSION_DEAD CONFIRMED',
    checkout: '409 SESSION_DEAD CONFIRMED',
    'checkout another': '409 SESSION_DEAD CONFIRMED',
    cancel: '409 SESSION_DEAD CONFIRMED',
    'start over': '409 SESSION_DEAD CONFIRMED',
    read: 'CONFIRMED 1+2 first 1',
    confirm: 'CONFIRMED 1+2 first 1',
    'private cancel': '409 SESSION_DEAD CONFIRMED',
    release: 'CANCELLED 0+0 first 1',
    properties: 'CONFIRMED 1+2 first 3',
  },
  'CANCELLED by cancel': over('CANCELLED'),
  'CANCELLED by release': {
    ...over('CANCELLED'),
    get: 'CANCELLED 0+0 first 1',
    cancel: 'CANCELLED 0+0 first 1',
    'start over': 'CANCELLED 0+0 first 1',
    read: 'CANCELLED 0+0 first 1',
    'private cancel': 'CANCELLED 0+0 first 1',
    release: 'CANCELLED 0+0 first 1',
  },
  'EXPIRED hold': over('EXPIRED'),
  'EXPIRED grace': over('EXPIRED'),
};

// biome-ignore lint/suspicious/noExplicitAny: what the service answers
type Json = any;

const sum = (lines: Json[], member: string): number => lines.reduce((total, line) => total + line[member], 0);

async function look({ calls, id }: OpenSession): Promise<{ session: Json; inventory: Json }> {
  return { session: succeeded(await calls.read(id)).body, inventory: await calls.assignments() };
}

/** The only session of the event and the inventory must agree. */
function expectAgreement({ session, inventory }: { session: Json; inventory: Json }): void {
  const taken = inventory.seatsOnEvent.filter(({ state }: Json) => state !== 'ACTIVE');
  const isSold = session.state === 'CONFIRMED';
  expect(taken).toEqual(
    session.cart.seats.map(({ id, priceId, priceName }: Json) =>
      expect.objectContaining({
        ...{ id, priceId, priceName, holdType: 'CART', state: isSold ? 'SOLD' : 'LOCKED' },
        booking: expect.objectContaining({ sessionId: session.id, reference: session.reference }),
      }),
    ),
  );
  const places = sum(session.cart.groupOfSeats, 'capacity');
  const counters = isSold ? { held: 0, sold: places } : { held: places, sold: 0 };
  expect(inventory.groupsOnEvent).toEqual([expect.objectContaining({ activeCount: 300 - places, ...counters })]);
  expect(session.total).toBe(45 * session.cart.seats.length + 29.5 * places);
}

/** The effect of the call, in the notation of the table. */
async function walk(state: State, verb: Verb): Promise<string> {
  const opened = await openSession();
  await states[state](opened);
  const before = await look(opened);
  expectAgreement(before);
  const answer = await verbs[verb](opened);
  const after = await look(opened);
  expectAgreement(after);
  if (answer.status !== 200) {
    expect(after).toEqual(before);
    return `${outcomeOf(answer)} ${answer.body.state}`;
  }
  const { session } = after;
  expect(answer.body).toMatchObject({ state: session.state, cart: session.cart, total: session.total });
  expect(answer.body).toMatchObject({ expiresAt: session.expiresAt, expiresInSeconds: session.expiresInSeconds });
  const size = `${session.cart.seats.length}+${sum(session.cart.groupOfSeats, 'capacity')}`;
  return [session.state, size, session.reference, session.properties.gate].filter(Boolean).join(' ');
}

describe('a session that is', () => {
  test.each(Object.keys(states) as State[])('%s answers every call as the contract says', async (state) => {
    const row: Partial<Record<Verb, string>> = {};
    for (const verb of Object.keys(verbs) as Verb[]) row[verb] = await walk(state, verb);
    expect(row).toEqual(table[state]);
  });
});

describe('the answered members of a session', () => {
  const at = (ms: number) => new Date(service.clock.now() + ms).toISOString();

  async function shapes(state: State): Promise<{ open: Json; closed: Json; opened: OpenSession; createdAt: string }> {
    const createdAt = at(0);
    const opened = await openSession();
    await states[state](opened);
    return {
      open: (await opened.calls.get(opened.id)).body,
      closed: (await opened.calls.read(opened.id)).body,
      opened,
      createdAt,
    };
  }

  test.each([
    ['ACTIVE', 'ACTIVE', holdMs],
    ['lapsed ACTIVE', 'ACTIVE', 0],
    ['PENDING_PAYMENT', 'PENDING_PAYMENT', graceMs],
    ['lapsed PENDING_PAYMENT', 'PENDING_PAYMENT', 0],
    ['CONFIRMED', 'CONFIRMED', null],
    ['CANCELLED by release', 'CANCELLED', null],
    ['EXPIRED hold', 'EXPIRED', null],
  ] as const)('%s: the two payloads have exactly their members', async (name, state, leftMs) => {
    const { open, closed, opened, createdAt } = await shapes(name);
    const { show, id } = opened;
    const [seatPrice, areaPrice] = show.prices;
    const isOver = state === 'CANCELLED' || state === 'EXPIRED';
    const seat = { id: show.seats[0], priceId: seatPrice, priceName: '45.00 EUR' };
    const area = { id: show.areas[0], capacity: 2, priceId: areaPrice, priceName: '29.50 EUR' };
    const common = {
      eventId: show.eventId,
      state,
      cart: isOver ? { seats: [], groupOfSeats: [] } : { seats: [seat], groupOfSeats: [area] },
      total: isOver ? 0 : 104,
      expiresAt: leftMs === null ? null : at(leftMs),
      expiresInSeconds: (leftMs ?? 0) / second,
    };
    expect(open).toEqual({ sessionId: id, ...common, serverTime: at(0) });
    const isBought = name === 'CONFIRMED' || name === 'CANCELLED by release';
    const reference = isBought ? 'first' : null;
    expect(closed).toEqual({ id, ...common, reference, properties: isBought ? { gate: 1 } : {}, createdAt });
  });

  test('include the maximum of seats and the hold time for create', async () => {
    const show = await openPricedShow(service);
    const { status, body } = await sessionCalls(service, show).create();
    expect(status).toBe(201);
    expect(body).toEqual({
      sessionId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      ...{ eventId: show.eventId, state: 'ACTIVE', cart: { seats: [], groupOfSeats: [] }, total: 0 },
      ...{ expiresAt: at(holdMs), expiresInSeconds: 900, serverTime: at(0), maxSeats: 10, ttlSeconds: 900 },
    });
  });

  test('are a summary in a list', async () => {
    const { opened, createdAt } = await shapes('ACTIVE');
    expect((await opened.calls.list()).body).toEqual([
      { id: opened.id, state: 'ACTIVE', cartSize: 3, total: 104, createdAt, expiresInSeconds: 900 },
    ]);
  });
});
