/** The whole session table of the contract: every call in every state, its answer and the next state. */
import type { Answer } from '#domain/reply.ts';
import { EventDriver, organizationId, outcomeOf, refusalOf, selectionOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';

const states = {
  ACTIVE: (driver: EventDriver) => driver.lock('buyer', [101], [[9001, 2]]),
  'lapsed ACTIVE': (driver: EventDriver) => {
    states.ACTIVE(driver);
    driver.now += driver.policy.holdMs;
  },
  PENDING_PAYMENT: (driver: EventDriver) => {
    states.ACTIVE(driver);
    driver.checkout('buyer');
  },
  'lapsed PENDING_PAYMENT': (driver: EventDriver) => {
    states.PENDING_PAYMENT(driver);
    driver.now += driver.policy.graceMs;
  },
  CONFIRMED: (driver: EventDriver) => {
    states.PENDING_PAYMENT(driver);
    driver.confirm('buyer', 'order 1');
  },
  'CANCELLED after cancel': (driver: EventDriver) => {
    states.ACTIVE(driver);
    driver.cancel('buyer');
  },
  'CANCELLED after release': (driver: EventDriver) => {
    states.CONFIRMED(driver);
    driver.release('buyer');
  },
  EXPIRED: (driver: EventDriver) => {
    states['lapsed ACTIVE'](driver);
    driver.sweep();
  },
};

const sessionId = 'buyer';
const calls = {
  get: (driver: EventDriver) => driver.ask({ kind: 'get-session', sessionId }),
  lock: (driver: EventDriver) => driver.lock(sessionId, [102]),
  unlock: (driver: EventDriver) => driver.unlock(sessionId, [101]),
  checkout: (driver: EventDriver) => driver.checkout(sessionId),
  'checkout more': (driver: EventDriver) => driver.checkout(sessionId, [102]),
  cancel: (driver: EventDriver) => driver.cancel(sessionId),
  'start over': (driver: EventDriver) => driver.cancel(sessionId, true),
  read: (driver: EventDriver) => driver.ask({ kind: 'read-session', organizationId, sessionId }),
  confirm: (driver: EventDriver) => driver.confirm(sessionId, 'order 2'),
  'private cancel': (driver: EventDriver) => driver.ask({ kind: 'withdraw-session', organizationId, sessionId }),
  release: (driver: EventDriver) => driver.release(sessionId),
  properties: (driver: EventDriver) =>
    driver.ask({ kind: 'replace-properties', organizationId, sessionId, body: { properties: '{"gate":4}' } }),
  expire: (driver: EventDriver) => driver.sweep(),
} satisfies Record<string, (driver: EventDriver) => Answer>;

type State = keyof typeof states;
type Call = keyof typeof calls;

/** A call that is answered with the session names its next state; one that is refused, the code and the state it carries. */
const table: Record<State, Record<Call, string>> = {
  ACTIVE: {
    get: 'ACTIVE',
    lock: 'ACTIVE',
    unlock: 'ACTIVE',
    checkout: 'PENDING_PAYMENT',
    'checkout more': 'PENDING_PAYMENT',
    cancel: 'CANCELLED',
    'start over': 'CANCELLED',
    read: 'ACTIVE',
    confirm: 'SESSION_NOT_CHECKED_OUT ACTIVE',
    'private cancel': 'CANCELLED',
    release: 'SESSION_NOT_CONFIRMED ACTIVE',
    properties: 'SESSION_NOT_CONFIRMED ACTIVE',
    expire: 'ACTIVE',
  },
  'lapsed ACTIVE': {
    get: 'ACTIVE',
    lock: 'SESSION_DEAD ACTIVE',
    unlock: 'SESSION_DEAD ACTIVE',
    checkout: 'SESSION_DEAD ACTIVE',
    'checkout more': 'SESSION_DEAD ACTIVE',
    cancel: 'CANCELLED',
    'start over': 'CANCELLED',
    read: 'ACTIVE',
    confirm: 'SESSION_NOT_CHECKED_OUT ACTIVE',
    'private cancel': 'CANCELLED',
    release: 'SESSION_NOT_CONFIRMED ACTIVE',
    properties: 'SESSION_NOT_CONFIRMED ACTIVE',
    expire: 'EXPIRED',
  },
  PENDING_PAYMENT: {
    get: 'PENDING_PAYMENT',
    lock: 'SESSION_FROZEN PENDING_PAYMENT',
    unlock: 'SESSION_FROZEN PENDING_PAYMENT',
    checkout: 'PENDING_PAYMENT',
    'checkout more': 'PENDING_PAYMENT',
    cancel: 'START_OVER_REQUIRED PENDING_PAYMENT',
    'start over': 'CANCELLED',
    read: 'PENDING_PAYMENT',
    confirm: 'CONFIRMED',
    'private cancel': 'CANCELLED',
    release: 'SESSION_NOT_CONFIRMED PENDING_PAYMENT',
    properties: 'SESSION_NOT_CONFIRMED PENDING_PAYMENT',
    expire: 'PENDING_PAYMENT',
  },
  'lapsed PENDING_PAYMENT': {
    get: 'PENDING_PAYMENT',
    lock: 'SESSION_FROZEN PENDING_PAYMENT',
    unlock: 'SESSION_FROZEN PENDING_PAYMENT',
    checkout: 'PENDING_PAYMENT',
    'checkout more': 'PENDING_PAYMENT',
    cancel: 'START_OVER_REQUIRED PENDING_PAYMENT',
    'start over': 'CANCELLED',
    read: 'PENDING_PAYMENT',
    confirm: 'CONFIRMED',
    'private cancel': 'CANCELLED',
    release: 'SESSION_NOT_CONFIRMED PENDING_PAYMENT',
    properties: 'SESSION_NOT_CONFIRMED PENDING_PAYMENT',
    expire: 'EXPIRED',
  },
  CONFIRMED: {
    get: 'CONFIRMED',
    lock: 'SESSION_DEAD CONFIRMED',
    unlock: 'SESSION_DEAD CONFIRMED',
    checkout: 'SESSION_DEAD CONFIRMED',
    'checkout more': 'SESSION_DEAD CONFIRMED',
    cancel: 'SESSION_DEAD CONFIRMED',
    'start over': 'SESSION_DEAD CONFIRMED',
    read: 'CONFIRMED',
    confirm: 'CONFIRMED',
    'private cancel': 'SESSION_DEAD CONFIRMED',
    release: 'CANCELLED',
    properties: 'CONFIRMED',
    expire: 'CONFIRMED',
  },
  'CANCELLED after cancel': {
    get: 'CANCELLED',
    lock: 'SESSION_DEAD CANCELLED',
    unlock: 'SESSION_DEAD CANCELLED',
    checkout: 'SESSION_DEAD CANCELLED',
    'checkout more': 'SESSION_DEAD CANCELLED',
    cancel: 'CANCELLED',
    'start over': 'CANCELLED',
    read: 'CANCELLED',
    confirm: 'SESSION_DEAD CANCELLED',
    'private cancel': 'CANCELLED',
    release: 'CANCELLED',
    properties: 'SESSION_NOT_CONFIRMED CANCELLED',
    expire: 'CANCELLED',
  },
  'CANCELLED after release': {
    get: 'CANCELLED',
    lock: 'SESSION_DEAD CANCELLED',
    unlock: 'SESSION_DEAD CANCELLED',
    checkout: 'SESSION_DEAD CANCELLED',
    'checkout more': 'SESSION_DEAD CANCELLED',
    cancel: 'CANCELLED',
    'start over': 'CANCELLED',
    read: 'CANCELLED',
    confirm: 'SESSION_DEAD CANCELLED',
    'private cancel': 'CANCELLED',
    release: 'CANCELLED',
    properties: 'SESSION_NOT_CONFIRMED CANCELLED',
    expire: 'CANCELLED',
  },
  EXPIRED: {
    get: 'EXPIRED',
    lock: 'SESSION_DEAD EXPIRED',
    unlock: 'SESSION_DEAD EXPIRED',
    checkout: 'SESSION_DEAD EXPIRED',
    'checkout more': 'SESSION_DEAD EXPIRED',
    cancel: 'EXPIRED',
    'start over': 'EXPIRED',
    read: 'EXPIRED',
    confirm: 'SESSION_DEAD EXPIRED',
    'private cancel': 'EXPIRED',
    release: 'SESSION_NOT_CONFIRMED EXPIRED',
    properties: 'SESSION_NOT_CONFIRMED EXPIRED',
    expire: 'EXPIRED',
  },
};

const cases = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([call, answer]) => ({ state: state as State, call: call as Call, answer })),
);

function sessionIn(state: State): EventDriver {
  const driver = new EventDriver();
  driver.create(sessionId);
  states[state](driver);
  return driver;
}

describe('the session table', () => {
  test.each(cases)('$state, $call: $answer', ({ state, call, answer }) => {
    const driver = sessionIn(state);
    const before = driver.image();
    const answered = calls[call](driver);
    if (call === 'expire') expect(driver.session(sessionId).state).toBe(answer);
    else if (answered.ok) expect(outcomeOf(answered)).toBe(answer);
    else {
      expect(`${answered.refusal.code} ${answered.refusal.state}`).toBe(answer);
      expect(driver.image()).toEqual(before);
    }
    if (answered.ok && call !== 'expire') expect(driver.session(sessionId).state).toBe(answer);
    expect(brokenRules(driver.state, 10)).toEqual([]);
  });

  test.each(cases.filter(({ state, answer }) => state.includes(answer) || answer === state))(
    '$state, $call leaves the deadline as it was',
    ({ state, call }) => {
      const driver = sessionIn(state);
      const { deadline } = driver.session(sessionId);
      calls[call](driver);
      expect(driver.session(sessionId).deadline).toBe(deadline);
    },
  );
});

describe('what the session holds', () => {
  const held: Record<string, [seat: string, held: number, sold: number]> = {
    ACTIVE: ['LOCKED', 2, 0],
    'lapsed ACTIVE': ['LOCKED', 2, 0],
    PENDING_PAYMENT: ['LOCKED', 2, 0],
    'lapsed PENDING_PAYMENT': ['LOCKED', 2, 0],
    CONFIRMED: ['SOLD', 0, 2],
    'CANCELLED after cancel': ['ACTIVE', 0, 0],
    'CANCELLED after release': ['ACTIVE', 0, 0],
    EXPIRED: ['ACTIVE', 0, 0],
  };

  test.each(Object.keys(states) as State[])('%s', (state) => {
    const driver = sessionIn(state);
    const area = driver.state.areaAt(0);
    expect([driver.seat(101), area.held, area.sold]).toEqual(held[state]);
    const [seat] = held[state] as [string, number, number];
    expect(driver.session(sessionId).seats).toHaveLength(seat === 'ACTIVE' ? 0 : 1);
  });

  test('an invalid body does not get past a refusal of the table', () => {
    const invalid = { invalid: 'VALIDATION_FAILED', detail: '', errors: [] } as const;
    const driver = sessionIn('CONFIRMED');
    expect(refusalOf(driver.ask({ kind: 'lock-session', sessionId, selection: invalid })).code).toBe('SESSION_DEAD');
    expect(outcomeOf(driver.ask({ kind: 'confirm-session', organizationId, sessionId, body: invalid }))).toBe(
      'CONFIRMED',
    );
    const selection = selectionOf([101]);
    expect(refusalOf(driver.ask({ kind: 'lock-session', sessionId: 'nobody', selection })).code).toBe(
      'ENTITY_NOT_FOUND',
    );
  });
});
