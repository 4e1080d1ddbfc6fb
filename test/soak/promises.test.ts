/**
 * The soak's checks of box offices, best seats and late payments can fail: a service that breaks a promise is reported.
 */
import type { Target } from '../../bench/load/plan.ts';
import type { Reply } from '../../bench/stand/client.ts';
import { audit } from './audit.ts';
import { BoxOffice } from './box-office.ts';
import { isLost } from './choices.ts';
import { repeatDeals } from './deal-audit.ts';
import { auditEvent } from './event-audit.ts';
import { Gate } from './gate.ts';
import { type History, type KnownSession, type SessionBody, describe as shown } from './history.ts';
import { Ledger } from './ledger.ts';
import { whyNotBest, whyNotReclaimed, whyNotRefused } from './promises.ts';
import type { BuyerCall, CallSender, KeyedCall } from './sender.ts';

const target: Target = {
  eventId: 'show',
  publicKey: 'key',
  seats: Array.from({ length: 200 }, (_, at) => 1_001 + at),
  areaId: 7,
};
const reply = (status: number, body: unknown, headers: Reply['headers'] = {}): Reply => ({ status, body, headers });
const replay = { 'idempotency-replayed': 'true' };

/** An event with one sold seat and two sold places, all of the box office, that answers calls with keys. */
class PlayedEvent implements CallSender {
  seat: object = { id: 1_005, state: 'SOLD', booking: null };
  places = { held: 0, locked: 0, sold: 2 };
  /** The answer to every other call on a session. */
  session: object = {};
  repeated = (_call: KeyedCall): Reply => reply(200, true, replay);

  async attempt(call: BuyerCall): Promise<Reply> {
    if ('by' in call) return this.repeated(call);
    if (call.path.includes('/session/')) return reply(200, this.session);
    return reply(200, { seatsOnEvent: [this.seat], groupsOnEvent: [this.places] });
  }
}

let ledger: Ledger;
let event: PlayedEvent;

beforeEach(() => {
  ledger = new Ledger([target], 'token', { of: () => 'OPEN', passFor: async () => '' });
  event = new PlayedEvent();
});

const violations = () =>
  ledger.violations.map((line) => line.replace(/^(?:session|box office) .* of event show: /, ''));

async function audited(): Promise<string[]> {
  await repeatDeals(ledger, event);
  await auditEvent(ledger, event, target);
  return violations();
}

function openSession(known: Partial<KnownSession>): History {
  const history = ledger.open(target);
  history.sessionId = `id of ${history.key}`;
  history.known = { state: 'ACTIVE', seats: [], places: 0, reference: null, ...known };
  return history;
}

describe('a box office that has sold a seat and two places', () => {
  beforeEach(() => {
    const deal = ledger.openDeal(target);
    deal.begin('directsale', { seats: [1_005], places: 2 });
    deal.end(true);
  });

  test('finds nothing wrong where its call has had one effect', async () => {
    expect(await audited()).toEqual([]);
  });

  test.each<[string, () => void, string[]]>([
    [
      'a repetition that sells again',
      () => {
        event.repeated = () => {
          event.places.sold += 2;
          return reply(200, true, replay);
        };
      },
      ['4 places sold on event show, buyers know of 2 to 2'],
    ],
    [
      'a repetition that is decided anew',
      () => {
        event.repeated = () => reply(200, false);
      },
      ['directsale repeated with its key answered 200 false'],
    ],
    [
      'a sale that is lost',
      () => {
        event.seat = { id: 1_005, state: 'ACTIVE', booking: null };
      },
      ['seat 1005 must be SOLD and is ACTIVE'],
    ],
    [
      'a seat that is also a session’s',
      () => {
        const { sessionId } = openSession({ state: 'CONFIRMED', seats: [1_005] });
        event.seat = { id: 1_005, state: 'SOLD', booking: { sessionId, reference: null } };
      },
      ['seat 1005 must be SOLD and is SOLD for another', 'seat 1005 was also acknowledged to soak-1'],
    ],
  ])('reports %s', async (_, breakRule, expected) => {
    breakRule();
    expect((await audited()).toSorted()).toEqual(expected);
  });
});

test('a box office reports a repeated call that is refused although it had taken effect', async () => {
  const gate = new Gate(1);
  const answers: (Reply | null)[] = [null, reply(200, false)];
  const sender: CallSender = { attempt: async () => answers.shift() ?? null };
  const work = new BoxOffice({ ledger, sender, gate }, () => {}).work();
  await oneCall(gate);
  const [deal] = ledger.deals;
  event.seat = { id: deal?.pending?.seats[0], state: deal?.expected()[1]?.state, booking: null };
  event.places = { held: 0, locked: 0, sold: 0 };
  await auditEvent(ledger, event, target);
  const verb = deal?.pending?.verb;
  await oneCall(gate);
  gate.close();
  await work;
  expect(violations()).toContain(`a ${verb} that had taken effect was refused when repeated`);
});

/** Lets the one that waits make one call; resolves when it waits again. */
async function oneCall(gate: Gate): Promise<void> {
  gate.open();
  await gate.pause();
}

describe('a session that holds a seat which the event has chosen', () => {
  const heldSeats = (...ids: number[]) => {
    const cart = { seats: ids.map((id) => ({ id })), groupOfSeats: [] };
    return { id: 'id of soak-0', state: 'ACTIVE', cart, reference: null, expiresAt: null };
  };

  test.each<[string, Reply, string[]]>([
    ['nothing wrong where its hold, repeated, gets the first answer', reply(200, heldSeats(1_005), replay), []],
    [
      'a hold that is decided anew',
      reply(200, heldSeats(1_005)),
      ['lock-best repeated with its key was decided again'],
    ],
    [
      'a hold that takes one more seat',
      reply(200, heldSeats(1_005, 1_006), replay),
      [
        'lock-best repeated must give ACTIVE seats [1005] places 0 reference none, gave ACTIVE seats [1005 1006] places 0 reference none',
      ],
    ],
  ])('reports %s', async (_, again, expected) => {
    const history = openSession({ seats: [1_005] });
    history.keyed = { verb: 'lock-best', count: 1, seats: [1_005], places: 0, key: 'k' };
    ledger.touched.add(history);
    event.seat = { id: 1_005, state: 'LOCKED', booking: { sessionId: history.sessionId } };
    event.places = { held: 0, locked: 0, sold: 0 };
    event.session = heldSeats(1_005);
    event.repeated = ({ name }) => (name === 'a create' ? reply(200, event.session) : again);
    await audit(ledger, event);
    expect(violations()).toEqual(expected);
  });
});

describe('a seat that a session has given back, without an answer,', () => {
  test.each<[string, string[]]>([
    ['LOCKED', []],
    ['ACTIVE', []],
    ['SOLD', ['seat 1005 is SOLD for a session that never asked for it']],
  ])('is compared with what it may be: %s', async (state, expected) => {
    const history = openSession({ seats: [1_005] });
    history.begin({ verb: 'unlock', seats: [1_005], places: 0 });
    event.seat = { id: 1_005, state, booking: state === 'ACTIVE' ? null : { sessionId: history.sessionId } };
    event.places = { held: 0, locked: 0, sold: 0 };
    expect(await audited()).toEqual(expected);
  });
});

describe('seats that the event chooses', () => {
  test.each<[string, number, readonly number[], string | null]>([
    ['may be neighbours in one row', 3, [1_012, 1_010, 1_011], null],
    ['must be as many as were asked for', 3, [1_010, 1_011], '2 seats were chosen, not 3'],
    ['must not have a gap', 2, [1_010, 1_012], 'seats 1010 1012 are not together in one row'],
    ['must not be in two rows', 2, [1_100, 1_101], 'seats 1100 1101 are not together in one row'],
    ['must be the event’s', 1, [5], 'seats 5 are not together in one row'],
  ])('%s', (_, count, chosen, expected) => {
    expect(whyNotBest(target, count, chosen)).toBe(expected);
  });

  test('are learned from the first answer or read that shows them, and stay the same', () => {
    const history = openSession({ seats: [1_001] });
    history.begin({ verb: 'lock-best', count: 2, seats: [], places: 0, key: 'k' });
    history.learnChoice({ ...history.known!, seats: [1_001, 1_010, 1_011] });
    history.learnChoice({ ...history.known!, seats: [1_001, 1_020, 1_021] });
    expect(history.expected().map(shown)).toEqual([
      'ACTIVE seats [1001] places 0 reference none',
      'ACTIVE seats [1001 1010 1011] places 0 reference none',
    ]);
  });
});

describe('a session that is to be paid', () => {
  const write = { verb: 'reclaim', reference: 'order', key: 'k' } as const;
  const pay = (expiresInMs: number): History => {
    const history = openSession({ state: 'PENDING_PAYMENT', seats: [1_005] });
    history.expiresAt = new Date(Date.now() + expiresInMs).toISOString();
    return history;
  };
  const dead = reply(409, { errorCode: 'SESSION_DEAD', conflicts: { seats: [1_005], groupOfSeats: [] } });
  const confirmed = { state: 'CONFIRMED', reclaimed: true } as SessionBody;

  test('must not expire, be lost or be reclaimed before its time has passed', () => {
    const history = pay(60_000);
    expect(history.expected()).toHaveLength(1);
    expect(isLost(history, write, dead)).toBe(false);
    expect(whyNotReclaimed(history, write, confirmed)).toBe('reclaim reclaimed a session whose time had not passed');
  });

  test('may expire afterwards, and be reclaimed with the cart that it had', () => {
    const history = pay(-60_000);
    history.begin(write);
    expect(history.expected().map(shown)).toEqual([
      'PENDING_PAYMENT seats [1005] places 0 reference none',
      'CONFIRMED seats [1005] places 0 reference order',
      'EXPIRED seats [] places 0 reference none',
    ]);
    expect([isLost(history, write, dead), whyNotReclaimed(history, write, confirmed)]).toEqual([true, null]);
    history.expire();
    expect(history.expected().map(({ state, seats }) => [state, seats])).toEqual([
      ['EXPIRED', []],
      ['CONFIRMED', [1_005]],
    ]);
  });

  test('must be called reclaimed once it was seen expired, and refused only for seats of its cart that are gone', () => {
    const history = pay(-60_000);
    history.expire();
    const { reclaimed: _, ...plain } = confirmed;
    expect(whyNotReclaimed(history, write, plain)).toBe('an expired session was confirmed and not called reclaimed');
    expect(whyNotRefused(history, write, dead)).toBeNull();
    const nothingGone = reply(409, { errorCode: 'SESSION_DEAD' });
    expect(whyNotRefused(history, write, nothingGone)).toMatch(/although nothing of the cart is gone/);
    const others = reply(409, { errorCode: 'SESSION_DEAD', conflicts: { seats: [1_006], groupOfSeats: [] } });
    expect(whyNotRefused(history, write, others)).toMatch(/seats 1006, which it never held/);
  });

  test('reclaims no seat that another session has', async () => {
    const late = pay(-60_000);
    openSession({ seats: [1_005] });
    late.known = { state: 'CONFIRMED', seats: [1_005], places: 0, reference: 'order' };
    event.places = { held: 0, locked: 0, sold: 0 };
    event.seat = { id: 1_005, state: 'SOLD', booking: { sessionId: late.sessionId, reference: 'order' } };
    expect(await audited()).toEqual([
      `seat 1005 was also acknowledged to ${late.key}`,
      'seat 1005 must be LOCKED and is SOLD for another',
    ]);
  });
});
