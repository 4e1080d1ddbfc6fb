/** The mistakes of a drawing, with their fields. */
import { drawnField } from '#domain/layout/drawing.ts';
import { guidOf, mistakesIn, readSmall } from '../../support/drawings.ts';

describe('the mistakes of a drawing', () => {
  test.each<[string, unknown, string[]]>([
    ['a body that is not an object', [], ['body TYPE']],
    ['lists of another type', { sectors: {}, seats: 'x' }, ['sectors TYPE', 'seats TYPE']],
    ['items that are not objects', { rows: [1, null] }, ['rows[0] TYPE', 'rows[1] NOT_NULL']],
    ['new things without a name', { sectors: [{}] }, ['sectors[0].name NOT_NULL']],
    ['names with the separator of composite keys', { sectors: [{ name: 'a;;b' }] }, ['sectors[0].name PATTERN']],
    ['ids of the wrong type', { seats: [{ id: 'x' }, { id: 1.5 }] }, ['seats[0].id TYPE', 'seats[1].id TYPE']],
    ['the same id twice', { rows: [{ id: 11 }, { id: 11, toRemove: true }] }, ['rows[1].id DUPLICATE']],
    [
      'the same guid twice',
      {
        sectors: [
          { guid: guidOf(41), name: 'A' },
          { guid: guidOf(41), name: 'B' },
        ],
      },
      ['sectors[1].guid DUPLICATE'],
    ],
    [
      'invalid guids',
      {
        sectors: [
          { guid: 'A1', name: 'A' },
          { guid: 7, name: 'B' },
        ],
      },
      ['sectors[0].guid PATTERN', 'sectors[1].guid TYPE'],
    ],
    ['rows without a section', { rows: [{ rowNumber: 'A' }] }, ['rows[0].sectorId NOT_NULL']],
    [
      'unknown sections',
      {
        rows: [
          { rowNumber: 'A', sectorId: 9 },
          { rowNumber: 'A', sectorGuid: guidOf(99) },
        ],
      },
      ['rows[0].sectorId UNKNOWN_VALUE', 'rows[1].sectorGuid UNKNOWN_VALUE'],
    ],
    ['unknown rows', { seats: [{ id: 21, rowId: 99 }] }, ['seats[0].rowId UNKNOWN_VALUE']],
    [
      'rows of a removed section',
      { sectors: [{ id: 1, toRemove: true }], rows: [{ rowNumber: 'Z', sectorId: 1 }] },
      ['rows[0].sectorId UNKNOWN_VALUE'],
    ],
    [
      'seats of a removed row',
      { rows: [{ id: 11, toRemove: true }], seats: [{ rowId: 11, name: '1', ax: 1, ay: 1 }] },
      ['seats[0].rowId UNKNOWN_VALUE'],
    ],
    [
      'flags of another type',
      {
        seats: [
          { id: 21, isMarked: 1 },
          { id: 22, toRemove: 'no' },
        ],
      },
      ['seats[0].isMarked TYPE', 'seats[1].toRemove TYPE'],
    ],
    ['unknown purposes', { shapes: [{ left: 1, top: 1, purpose: 'DOOR' }] }, ['shapes[0].purpose UNKNOWN_VALUE']],
    ['shapes without coordinates', { shapes: [{}] }, ['shapes[0].left NOT_NULL', 'shapes[0].top NOT_NULL']],
    ['shape ids of another type', { shapes: [{ id: 31, left: 1, top: 1 }] }, ['shapes[0].id TYPE']],
    ['text with NUL', { shapes: [{ left: 1, top: 1, stroke: 'a\u0000' }] }, ['shapes[0] PATTERN']],
    [
      'capacities above the maximum',
      { sectors: [{ name: 'A', ga: true, capacity: 1e9 }] },
      ['sectors[0].capacity MAX'],
    ],
  ])('%s are named', (_, body, expected) => {
    expect(mistakesIn(body)).toEqual(expected);
  });

  test('are named up to a hundred', () => {
    expect(mistakesIn({ seats: Array.from({ length: 500 }, () => 0) })).toHaveLength(100);
  });

  test('of the derived change are reported with their position in the drawing', () => {
    const check = readSmall({
      rows: [
        { id: 11, rowNumber: 'A' },
        { sectorId: 1, rowNumber: 'B' },
      ],
      seats: [
        { id: 21, isHidden: true },
        { id: 22, toRemove: true },
        { rowId: 11, name: '3', ax: 1, ay: 1 },
      ],
    });
    if (!check.ok) throw new Error('it is fine');
    const fieldOf = (list: 'rows' | 'seats', action: 'add' | 'change' | 'remove', member: string | null) =>
      drawnField({ list, action, at: 0, member, code: 'MAX', message: '', rejectedValue: null }, check.places);
    expect(fieldOf('rows', 'add', 'name')).toBe('rows[1].rowNumber');
    expect(fieldOf('rows', 'change', null)).toBe('rows[0].id');
    expect(fieldOf('seats', 'remove', null)).toBe('seats[1].id');
    expect(fieldOf('seats', 'add', 'x')).toBe('seats[2].ax');
    expect(fieldOf('seats', 'add', null)).toBe('seats[2]');
  });
});
