/** The names that houses give to seats and rows. */
import {
  letters,
  placesWithGaps,
  rowNames,
  seatNames,
  squeezedName,
  usualRows,
  usualSeats,
} from '../../../src/pages/console/editor/numbering.ts';

const named = (places: number, changes: Partial<typeof usualSeats>): string =>
  seatNames(places, { ...usualSeats, ...changes }).join(' ');

test.each([
  ['from the left', { from: 'left' }, '1 2 3 4 5', '1 2 3 4'],
  ['from the right', { from: 'right' }, '5 4 3 2 1', '4 3 2 1'],
  ['from the centre, odd on the left', { from: 'oddLeft' }, '5 3 1 2 4', '3 1 2 4'],
  ['from the centre, odd on the right', { from: 'oddRight' }, '4 2 1 3 5', '4 2 1 3'],
  ['with another start', { from: 'left', first: 101 }, '101 102 103 104 105', '101 102 103 104'],
  ['with every other number', { from: 'right', first: 2, step: 2 }, '10 8 6 4 2', '8 6 4 2'],
  ['in letters', { kind: 'letters' }, 'A B C D E', 'A B C D'],
] as const)('seats %s', (_, changes, odd, even) => {
  expect([named(5, changes), named(4, changes)]).toEqual([odd, even]);
});

test('numbers grow by the step from the centre too', () => {
  expect(named(4, { from: 'oddLeft', first: 101, step: 10 })).toBe('121 101 111 131');
});

test('rows have letters, without those that look like numbers', () => {
  expect(rowNames(10, usualRows).join('')).toBe('ABCDEFGHJK');
  expect(rowNames(3, { ...usualRows, from: 'back' })).toEqual(['C', 'B', 'A']);
  expect(rowNames(2, { ...usualRows, kind: 'numbers', first: 11 })).toEqual(['11', '12']);
  expect(rowNames(28, { ...usualRows, skipped: '' }).slice(-3)).toEqual(['Z', 'AA', 'BB']);
  expect(letters(25, 'IO')).toBe('AA');
  expect(letters(3, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')).toBe('3');
});

test('a missing seat uses up its number, an aisle between rows of the same pitch does so by its width', () => {
  expect(placesWithGaps([25, 50, 25])).toEqual([0, 1, 3, 4]);
  expect(placesWithGaps([])).toEqual([0]);
  expect(placesWithGaps([0, 0])).toEqual([0, 1, 2]);
});

test('a seat that is squeezed in has the name before it, with a letter', () => {
  expect(squeezedName('101', new Set(['101', '102']))).toBe('101A');
  expect(squeezedName('101A', new Set(['101A']))).toBe('101B');
  expect(squeezedName('A', new Set())).toBe('AA');
});
