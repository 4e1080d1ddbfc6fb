/** Amounts and ticket types of prices: what belongs together, what changes, and what carts keep. */
import { replay } from '#domain/apply.ts';
import type { Command } from '#domain/command.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { TermsChange, TicketType } from '#domain/pricing/ticket-type.ts';
import type { Answer } from '#domain/reply.ts';
import { openingFacts, templateOf } from '#domain/series/template.ts';
import { moneyOf } from '#domain/session/session.ts';
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';

const child: TicketType = { id: 'child', name: 'Child', amount: 2_000 };
const both = { amount: 4_500, currency: 'EUR' };

function define(driver: EventDriver, terms: TermsChange): Answer {
  return driver.ask({ kind: 'define-prices', prices: [{ id: 50, name: 'Balcony', externalId: null, ...terms }] });
}

function change(driver: EventDriver, terms: TermsChange, id = 50, name = 'Balcony'): Answer {
  return driver.ask({ kind: 'rename-prices', prices: [{ id, name, ...terms }] } satisfies Command);
}

const termsOf = (driver: EventDriver, id = 50) => driver.state.prices.byId(id)?.terms;

/** The state that a restart makes of the records, and the one that it makes of a snapshot. */
function rebuilt(driver: EventDriver) {
  const replayed = new EventState(driver.state.seatMap);
  for (const record of JSON.parse(JSON.stringify(driver.records))) replay(replayed, record);
  return [imageOf(replayed), imageOf(stateOf(structuredClone(driver.image()), driver.state.seatMap))];
}

test.each<readonly [string, TermsChange, object | undefined]>([
  ['nothing', {}, undefined],
  ['nulls', { amount: null, currency: null, ticketTypes: null }, undefined],
  ['no ticket types', { ...both, ticketTypes: [] }, both],
  ['an amount and a currency', both, both],
  ['an amount of nothing', { amount: 0, currency: 'JPY' }, { amount: 0, currency: 'JPY' }],
  ['ticket types too', { ...both, ticketTypes: [child] }, { ...both, ticketTypes: [child] }],
])('a price is defined with %s', (_, terms, expected) => {
  const driver = new EventDriver();
  expect(outcomeOf(define(driver, terms))).toBe('prices');
  expect(termsOf(driver)).toEqual(expected);
  expect(rebuilt(driver)).toEqual([driver.image(), driver.image()]);
});

const incomplete: readonly (readonly [string, TermsChange, string])[] = [
  ['an amount without a currency', { amount: 1 }, '[0].currency'],
  ['a currency without an amount', { currency: 'EUR' }, '[0].amount'],
  ['ticket types alone', { ticketTypes: [child] }, '[0].amount'],
  ['ticket types without a currency', { amount: 1, ticketTypes: [child] }, '[0].currency'],
];

test.each(incomplete)('%s is refused', (_, terms, field) => {
  const driver = new EventDriver();
  const before = driver.image();
  expect(refusalOf(define(driver, terms))).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ field, code: 'NOT_NULL' }],
  });
  expect(refusalOf(change(driver, terms, 1, '50 EUR'))).toMatchObject({ errors: [{ field, code: 'NOT_NULL' }] });
  expect(driver.image()).toEqual(before);
});

describe('a change of a price with an amount and ticket types', () => {
  const full = { ...both, ticketTypes: [child] };

  test.each<readonly [string, TermsChange, object | undefined]>([
    ['keeps what it does not name', {}, full],
    ['replaces the amount', { amount: 5_000 }, { ...full, amount: 5_000 }],
    ['replaces the currency', { currency: 'USD' }, { ...full, currency: 'USD' }],
    [
      'replaces the ticket types',
      { ticketTypes: [{ ...child, eventMax: 3 }] },
      { ...both, ticketTypes: [{ ...child, eventMax: 3 }] },
    ],
    ['takes the ticket types away', { ticketTypes: null }, both],
    ['takes everything away', { amount: null, currency: null, ticketTypes: [] }, undefined],
  ])('%s', (_, terms, expected) => {
    const driver = new EventDriver();
    define(driver, full);
    expect(outcomeOf(change(driver, terms))).toBe('prices');
    expect(termsOf(driver)).toEqual(expected);
    expect(driver.state.prices.hasAmounts).toBe(expected !== undefined);
    expect(driver.state.prices.ticketTypeCount).toBe(
      (expected as { ticketTypes?: [] } | undefined)?.ticketTypes?.length ?? 0,
    );
    expect(rebuilt(driver)).toEqual([driver.image(), driver.image()]);
  });

  test('is refused when it leaves ticket types without an amount', () => {
    const driver = new EventDriver();
    define(driver, full);
    expect(outcomeOf(change(driver, { amount: null, currency: null }))).toBe('VALIDATION_FAILED');
    expect(termsOf(driver)).toEqual(full);
  });

  test('that changes nothing is no fact', () => {
    const driver = new EventDriver();
    define(driver, full);
    const before = driver.records.length;
    change(driver, { ...both, ticketTypes: [{ ...child }] });
    expect(driver.records).toHaveLength(before);
  });

  test('of the name alone keeps the terms', () => {
    const driver = new EventDriver();
    define(driver, full);
    change(driver, {}, 50, 'Gallery');
    expect(driver.state.prices.byId(50)).toMatchObject({ name: 'Gallery', terms: full });
  });
});

test('a deleted price takes its ticket types with it', () => {
  const driver = new EventDriver();
  define(driver, { ...both, ticketTypes: [child] });
  driver.ask({ kind: 'delete-price', priceId: 50 });
  expect([driver.state.prices.hasAmounts, driver.state.prices.ticketTypeCount]).toEqual([false, 0]);
});

test('all prices of an event have a limited number of ticket types together', () => {
  const driver = new EventDriver();
  const ticketTypes = Array.from({ length: 30 }, (_, at) => ({ id: `t${at}`, name: `Type ${at}`, amount: at }));
  const prices = Array.from({ length: 667 }, (_, at) => ({ id: 100 + at, name: `P${at}`, externalId: null }));
  const priced = prices.map((price) => ({ ...price, ...both, ticketTypes }));
  expect(outcomeOf(driver.ask({ kind: 'define-prices', prices: priced }))).toBe('DATA_INTEGRITY_VIOLATION');
  expect(outcomeOf(driver.ask({ kind: 'define-prices', prices: priced.slice(1) }))).toBe('prices');
  expect(outcomeOf(change(driver, { ...both, ticketTypes }, 1, '50 EUR'))).toBe('DATA_INTEGRITY_VIOLATION');
});

describe('a cart', () => {
  test.each([
    ['EUR', 4_550, 9_100],
    ['JPY', 4_550, 9_100],
    ['KWD', 12_345, 24_690],
    ['EUR', 10_000_000_000, 20_000_000_000],
    ['EUR', 0, 0],
  ])('in %s of two seats of %d costs %d', (currency, amount, total) => {
    const driver = new EventDriver();
    change(driver, { amount, currency }, 1, '50 EUR');
    driver.lock(driver.create(), [101, 102]);
    expect(moneyOf(driver.session('s1'))).toEqual({ amount: total, currency });
  });

  test('with places of an area counts each of them', () => {
    const driver = new EventDriver();
    change(driver, both, 1, '50 EUR');
    change(driver, { amount: 333, currency: 'EUR' }, 3, '0.10 standing');
    driver.lock(driver.create(), [101], [[9001, 3]]);
    expect(moneyOf(driver.session('s1'))).toEqual({ amount: 4_500 + 3 * 333, currency: 'EUR' });
  });

  test('has no amount while one line has none, or while it is empty', () => {
    const driver = new EventDriver();
    change(driver, both, 1, '50 EUR');
    driver.lock(driver.create(), []);
    expect(moneyOf(driver.session('s1'))).toBeNull();
    driver.lock('s1', [101, 201]);
    expect(moneyOf(driver.session('s1'))).toBeNull();
    driver.unlock('s1', [201]);
    expect(moneyOf(driver.session('s1'))).toEqual(both);
  });

  test('keeps the amounts that it captured, until a seat is locked anew', () => {
    const driver = new EventDriver();
    change(driver, both, 1, '50 EUR');
    driver.lock(driver.create(), [101]);
    change(driver, { amount: 6_000 }, 1, '60 EUR');
    driver.lock('s1', [102]);
    expect(driver.session('s1').seats.map(({ price }) => price.amount)).toEqual([4_500, 6_000]);
    driver.unlock('s1', [101]);
    driver.lock('s1', [101]);
    expect(moneyOf(driver.session('s1'))?.amount).toBe(12_000);
    expect(rebuilt(driver)).toEqual([driver.image(), driver.image()]);
  });

  test('of the largest size and amount is exact', () => {
    const driver = new EventDriver({ areas: [1_000], policy: { maxSeats: 1_000 } });
    change(driver, { amount: 9_999_999_999, currency: 'EUR' }, 3, '0.10 standing');
    driver.lock(driver.create(), [], [[9001, 1_000]]);
    expect(moneyOf(driver.session('s1'))?.amount).toBe(9_999_999_999_000);
  });
});

test('an event of a series copies amounts and ticket types to its own prices', () => {
  const driver = new EventDriver();
  define(driver, { ...both, ticketTypes: [child] });
  const template = JSON.parse(JSON.stringify(templateOf(driver.state)));
  const copy = new EventState(driver.state.seatMap);
  const facts = openingFacts(template, [71, 72, 73, 74, 75]);
  replay(copy, { seq: 1, epoch: 1, at: 1, facts: JSON.parse(JSON.stringify(facts)) });
  expect(copy.prices.list().map(({ id, terms }) => [id, terms])).toEqual([
    ...[71, 72, 73, 74].map((id) => [id, undefined]),
    [75, { ...both, ticketTypes: [child] }],
  ]);
});
