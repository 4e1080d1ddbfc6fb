/** What may be written and asked at which cluster version. */
import { everythingInForce, firstVersion, known } from '#domain/cluster-version.ts';
import { formatAt, isReadable, onlyFormat } from '#domain/formats.ts';
import { areFactsAhead, isCommandAhead, isFactAhead } from '#domain/not-yet.ts';

const held = { type: 'held', session: 1, seats: [1] } as const;

test.each([
  ['a fact of a later version', held, { since: 3 }, 2, true],
  ['a fact of the version in force', held, { since: 3 }, 3, false],
  ['a fact with a member of a later version', held, { membersSince: { seats: 3 } }, 2, true],
  ['the same fact without the member', { ...held, seats: undefined }, { membersSince: { seats: 3 } }, 2, false],
  ['the same fact once the version is in force', held, { membersSince: { seats: 3 } }, 3, false],
  ['a fact of the first version', held, {}, firstVersion, false],
])('%s', (_what, fact, definition, current, isAhead) => {
  expect(isFactAhead(fact, definition, current)).toBe(isAhead);
});

test('whatever this build knows may be written and asked once its newest version is in force', () => {
  expect(areFactsAhead([held], everythingInForce)).toBe(false);
  expect(isCommandAhead({ kind: 'read-prices' }, everythingInForce)).toBe(false);
  const nothing = { current: firstVersion - 1, newest: known.newest };
  expect(areFactsAhead([held], nothing)).toBe(true);
  expect(isCommandAhead({ kind: 'read-prices' }, nothing)).toBe(true);
});

const child = { id: 'child', name: 'Child', amount: 1_000 };

test.each([
  ['prices with an amount', { amount: 4_500, currency: 'EUR' }, true],
  ['prices with ticket types', { ticketTypes: [child] }, true],
  ['prices that lose their amounts', { amount: null, currency: null }, false],
  ['prices without an amount', {}, false],
])('a release before amounts is not asked to define %s', (_what, terms, isAhead) => {
  const prices = [{ id: 1, name: '45', externalId: null, ...terms }];
  const first = { current: firstVersion, newest: known.newest };
  expect(isCommandAhead({ kind: 'define-prices', prices }, first)).toBe(isAhead);
  expect(isCommandAhead({ kind: 'rename-prices', prices }, first)).toBe(isAhead);
  expect(isCommandAhead({ kind: 'define-prices', prices }, everythingInForce)).toBe(false);
});

test('a stored format is written from its cluster version on, and read from the first day', () => {
  expect(formatAt('snapshot', firstVersion)).toBe(5);
  expect(() => formatAt('snapshot', firstVersion - 1)).toThrow("nothing of 'snapshot' may be written");
  expect([isReadable('snapshot', 5), isReadable('snapshot', 6)]).toEqual([true, false]);
  expect(onlyFormat('journal record')).toBe(1);
});
