/** The audit of selling rules can fail: each planted violation of a journal is found. */
import type { AllotmentTerms } from '#domain/allotments/allotment.ts';
import type { Fact } from '#domain/fact.ts';
import { whyNotAmount, whyNotDifference } from '../soak/promises.ts';
import { noTickets } from '../soak/tickets.ts';
import { oneRow, stateWith } from '../support/event-states.ts';
import { JournaledSale } from './journaled-sale.ts';
import { sumDifferences } from './rules-audit.ts';
import { orderDifferences } from './told-sale.ts';

const types = {
  child: { amount: 2_000, maxPerSession: 2, eventMax: null, requiresPass: false },
  reduced: { amount: 3_000, maxPerSession: null, eventMax: 3, requiresPass: false },
  member: { amount: 1_500, maxPerSession: null, eventMax: null, requiresPass: true },
};
const terms: AllotmentTerms = {
  ...{ name: 'Fan club', colour: null, access: 'PUBLIC', opensAt: null, closesAt: null },
  ...{ maxSeatsPerSession: null, release: null },
};
const places = 100;
/** Seats 0 and 1 are a unit. */
const unit = [0, 1];
/** Seats of the allotment. */
const allotted = [10, 5];

const held = (session: number, seats: readonly number[], more: object = {}): Fact => ({
  ...{ type: 'held', session, seats },
  ...more,
});

/** Sessions 1 and 2, of which the first has a pass for the fan club; an allotment with five seats and 90 places. */
function found(given: Partial<AllotmentTerms>, ...records: readonly (readonly [at: number, ...facts: Fact[]])[]) {
  const sale = new JournaledSale({ types }, [unit], [places]);
  const created = { type: 'session-created', key: '', deadline: 0 } as const;
  sale.take(0, [
    { ...created, session: 1, id: 'one', pass: 'hash', allotments: ['fans'] },
    { ...created, session: 2, id: 'two' },
    { type: 'allotment-defined', allotment: 1, id: 'fans', phase: 'OPEN', terms: { ...terms, ...given } },
    { type: 'allotment-filled', allotment: 1, seats: allotted, areas: [[0, 90]] },
  ]);
  for (const [at, ...facts] of records) sale.take(at, facts);
  return sale.found;
}

const fans = { access: 'PASS' } as const;

test('a sale that obeys its rules has no findings', () => {
  const limited = { ...fans, maxSeatsPerSession: 4 };
  const release = { at: 50, whenSold: null, to: null };
  const records = [
    [1, held(1, [10, 11], { areas: [[0, 5]] }), held(2, [0, 1, 20], { areas: [[0, 3]], seatTypes: [[20, 'child']] })],
    [2, { type: 'unheld', session: 2, seats: [20] }, { type: 'locked', lock: 1, seats: [20, 1], deadline: null }],
    [50, { type: 'allotment-released', allotment: 1, cause: 'TIME', to: 0 }, held(2, [12])],
  ] as const satisfies readonly (readonly [number, ...Fact[]])[];
  expect(found({ ...limited, release }, ...records)).toEqual([]);
});

describe('a planted violation is found:', () => {
  test.each<readonly [string, Partial<AllotmentTerms>, ...(readonly [number, ...Fact[]])[]]>([
    ['a seat with two owners', {}, [1, held(1, [20])], [2, held(2, [20])]],
    [
      'a seat that the organization locks although a session has it',
      {},
      [1, held(1, [20])],
      [2, { type: 'locked', lock: 1, seats: [20, 1], deadline: null }],
    ],
    ['a seat of an allotment that the pass does not name', fans, [1, held(2, [10])]],
    ['a seat that only the organization may take', { access: 'STAFF' }, [1, held(1, [10])]],
    ['a seat of an allotment that opens later', { opensAt: 9 }, [8, held(2, [10])]],
    ['a seat of an allotment that has closed', { closesAt: 9 }, [9, held(2, [10])]],
    ['an opening before its time', { opensAt: 9 }, [8, { type: 'allotment-opened', allotment: 1 }]],
    ['a closing before its time', { closesAt: 9 }, [8, { type: 'allotment-closed', allotment: 1 }]],
    [
      'a release before its time',
      { release: { at: 9, whenSold: null, to: null } },
      [8, { type: 'allotment-released', allotment: 1, cause: 'TIME', to: 0 }],
    ],
    ['places that an allotment keeps', fans, [1, held(2, [], { areas: [[0, 11]] })]],
    ['more places than the area has', {}, [1, held(2, [], { areas: [[0, 101]] })]],
    ['more of an allotment than one session may have', { ...fans, maxSeatsPerSession: 2 }, [1, held(1, [10, 11, 12])]],
    [
      'more tickets of a type than one session may have',
      {},
      [
        1,
        held(1, [20, 21], {
          seatTypes: [
            [20, 'child'],
            [21, 'child'],
          ],
          areaTypes: [[0, 1, 'child']],
        }),
      ],
    ],
    [
      'more tickets of a type than the event has',
      {},
      [
        1,
        held(1, [20, 21], {
          seatTypes: [
            [20, 'reduced'],
            [21, 'reduced'],
          ],
        }),
      ],
      [2, held(2, [22], { seatTypes: [[22, 'reduced']], areaTypes: [[0, 1, 'reduced']] })],
    ],
    ['a ticket type without its pass', {}, [1, held(2, [20], { seatTypes: [[20, 'member']] })]],
    ['a part of a unit', {}, [1, held(2, [0])]],
    [
      'an exchange for a seat of others',
      fans,
      [1, held(2, [20])],
      [
        2,
        {
          type: 'exchanged',
          session: 2,
          given: { seats: [20], areas: [] },
          taken: { seats: [10], areas: [] },
          was: {} as never,
        },
      ],
    ],
    [
      'a late payment for a seat that another has',
      {},
      [1, held(2, [20])],
      [2, { type: 'expired', session: 2 }, held(1, [20])],
      [3, { type: 'reclaimed', session: 2, reference: null, properties: null, was: {} as never }],
    ],
  ])('%s', (_, given, ...records) => {
    expect(found(given, ...records)).toHaveLength(1);
  });
});

const rules = { fanClub: 'fans', units: [], guests: { min: 1, max: 1 }, amount: 5_000, types };
const cart = { seats: [7, 8], places: 3, tickets: { ...noTickets, types: { 7: 'child' }, children: 1, empty: [8] } };
const shown = { state: 'CONFIRMED', cart: { seats: [], groupOfSeats: [] }, expiresAt: null } as const;

test('an amount that is one minor unit beside the cart is found', () => {
  // One seat and one place of a child, two places at the price itself; a seat where nobody sits is free.
  expect(whyNotAmount(rules, cart, { ...shown, amount: 14_000 })).toBeNull();
  expect(whyNotAmount(rules, cart, { ...shown, amount: 14_001 })).toMatch('costs 14000 and shows 14001');
  const before = { ...cart, state: 'CONFIRMED', reference: null } as const;
  const after = { ...before, tickets: { ...cart.tickets, children: 0 } };
  expect(whyNotDifference(rules, [before, after], { ...shown, exchanged: { amount: 3_000 } })).toBeNull();
  expect(whyNotDifference(rules, [before, after], { ...shown, exchanged: { amount: 2_999 } })).toMatch('costs 3000');
});

test('sums by ticket type and by allotment that differ from the replayed event are found', () => {
  const state = stateWith(oneRow(20), 0);
  const sale = { byType: () => new Map([['child', 1]]), byAllotment: () => new Map([['Fan club', 2]]) };
  expect(sumDifferences({ byType: () => new Map(), byAllotment: () => new Map() }, state)).toEqual([]);
  expect(sumDifferences(sale, state)).toEqual([
    "sessions have 1 of ticketType 'child' by the journal, 0 by the replay",
    "sessions have 2 of allotment 'Fan club' by the journal, 0 by the replay",
  ]);
});

test('orders with another sum than the replayed event are found', () => {
  const state = stateWith(oneRow(20), 0);
  expect(orderDifferences([], state)).toEqual([]);
  expect(orderDifferences([{ lines: [{ places: 2, ticketType: 'child' }], amount: 4_000 }], state)).toEqual([
    'the orders have 2 seats and places, the journal 0',
    'the orders have 2 of type child, the journal 0',
    'the orders come to 4000, the journal to 0',
    'there are 1 orders, and 0 in the journal',
  ]);
});
