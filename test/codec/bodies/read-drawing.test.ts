/** Reading a drawing: its new, changed and removed items, and the references between them. */
import { guidOf, mistakesIn, readSmall } from '../../support/drawings.ts';

function changeOf(body: unknown) {
  const check = readSmall(body);
  if (!check.ok) throw new Error(JSON.stringify(check.errors));
  return check.change;
}

const nothing = { add: [], change: [], remove: [] };

describe('a drawing', () => {
  test('without items changes nothing', () => {
    const change = { plan: {}, sections: nothing, rows: nothing, seats: nothing, shapes: nothing };
    expect(changeOf({})).toEqual(change);
    expect(changeOf({ sectors: null, rows: [], seats: [], other: 1 })).toEqual(change);
  });

  test('adds sections, rows in them and seats in those, named by their guids', () => {
    const change = changeOf({
      seats: [{ guid: guidOf(43), rowGuid: guidOf(42), name: '1', x: 5, y: 7 }],
      rows: [{ guid: guidOf(42), sectorGuid: guidOf(41), rowNumber: 'A', name: 'Reihe', seatName: 'Platz' }],
      sectors: [{ guid: guidOf(41), name: 'Stalls', x: 10, y: 20, outlineMode: 'AUTO' }],
    });
    expect(change.sections.add).toEqual([
      {
        ...{ guid: guidOf(41), name: 'Stalls', ga: false, capacity: 0, x: 10, y: 20, width: null, height: null },
        ...{ angle: null, prefix: null, seatPrefix: null, type: null, externalId: null, rest: { outlineMode: 'AUTO' } },
      },
    ]);
    expect(change.rows.add).toEqual([
      { guid: guidOf(42), section: guidOf(41), name: 'A', rowNoun: 'Reihe', seatNoun: 'Platz', x: 10, y: 20 },
    ]);
    expect(change.seats.add).toEqual([
      {
        ...{ guid: guidOf(43), row: guidOf(42), place: null, name: '1', x: 15, y: 27, sectionX: null, sectionY: null },
        ...{ angle: null, accessible: false, marked: false, hidden: false, features: { set: 0, clear: 0 } },
      },
    ]);
  });

  test('adds to existing items, named by id or by guid in upper or lower case', () => {
    const rows = [
      { sectorId: 1, rowNumber: 'C' },
      { sectorGuid: guidOf(1).toUpperCase(), rowNumber: 'D' },
    ];
    const seats = [
      { rowId: 11, name: '8', ax: 1, ay: 2 },
      { rowGuid: guidOf(12), name: '9', ax: 1, ay: 2 },
    ];
    const change = changeOf({ rows, seats });
    expect(change.rows.add.map(({ section }) => section)).toEqual([1, 1]);
    expect(change.rows.add.map(({ guid }) => guid)).toEqual([guidOf(900), guidOf(901)]);
    expect(change.seats.add.map(({ row }) => row)).toEqual([11, 12]);
  });

  test('changes only the members that it names', () => {
    const change = changeOf({
      sectors: [{ id: 1, name: 'Parquet', angle: null }],
      rows: [{ id: 11, rowNumber: 'AA' }],
      seats: [{ id: 21, isHidden: true }],
      shapes: [{ id: guidOf(31), left: 4 }],
    });
    expect(change.sections.change).toEqual([{ id: 1, name: 'Parquet', angle: null }]);
    expect(change.rows.change).toEqual([{ id: 11, name: 'AA' }]);
    expect(change.seats.change).toEqual([{ id: 21, hidden: true }]);
    expect(change.shapes.change).toEqual([{ id: 31, left: 4 }]);
  });

  test('removes the named items, and with a section or a row all items inside it', () => {
    const change = changeOf({
      sectors: [{ id: 1, toRemove: true, name: 'Anything' }],
      rows: [{ id: 11, rowNumber: 'A' }],
      seats: [
        { id: 21, rowId: 11, name: '1' },
        { id: 22, rowId: 12, toRemove: true },
      ],
    });
    expect(change.sections).toEqual({ ...nothing, remove: [1] });
    expect(change.rows).toEqual(nothing);
    expect(change.seats).toEqual({ ...nothing, remove: [22] });
  });

  test('ignores new items that it removes itself', () => {
    expect(changeOf({ sectors: [{ guid: guidOf(41), name: 'A', toRemove: true }] }).sections).toEqual(nothing);
  });

  test('may allow the forced removal of taken seats', () => {
    expect(readSmall({ forceDelete: true })).toMatchObject({ ok: true, forceDelete: true });
    expect(readSmall({})).toMatchObject({ ok: true, forceDelete: false });
  });
});

describe('the places of a seat', () => {
  const placeOf = (seat: object, sectors: readonly object[] = []) => {
    const [read] = changeOf({ sectors, seats: [{ id: 21, rowId: 11, ...seat }] }).seats.change;
    return [read?.x, read?.y, read?.sectionX, read?.sectionY];
  };

  test('on the plan are drawn; the other pair is kept only if it cannot be derived', () => {
    expect(placeOf({ x: 1, y: 2, ax: 101, ay: 52 })).toEqual([101, 52, null, null]);
    expect(placeOf({ x: 1, y: 2, ax: 7, ay: 8 })).toEqual([7, 8, 1, 2]);
    expect(placeOf({ ax: 7, ay: 8 })).toEqual([7, 8, null, null]);
  });

  test('are derived from the section’s position after the change', () => {
    expect(placeOf({ x: 1, y: 2 })).toEqual([101, 52, null, null]);
    expect(placeOf({ x: 1, y: 2 }, [{ id: 1, x: 10 }])).toEqual([11, 52, null, null]);
    expect(placeOf({ x: 1, y: 2 }, [{ id: 1, x: 10, y: null }])).toEqual([11, 2, null, null]);
  });

  test('are kept to the last bit when they are sent as they were answered', () => {
    const [x, y] = [100.1 + 0.2, 1e-7];
    expect(placeOf({ x: x - 100, y: y - 50, ax: x, ay: y })).toEqual([x, y, null, null]);
  });

  test('need the row to be derived from, unless they are on the plan', () => {
    expect(mistakesIn({ seats: [{ id: 21, x: 1 }] })).toEqual(['seats[0].rowId NOT_NULL']);
    expect(mistakesIn({ seats: [{ id: 21, ax: 1 }] })).toEqual([]);
    expect(mistakesIn({ seats: [{ rowId: 11, name: '1', x: 1 }] })).toEqual(['seats[0].y NOT_NULL']);
    const far = { sectors: [{ id: 1, x: 1e308 }], seats: [{ id: 21, rowId: 11, x: 1e308 }] };
    expect(mistakesIn(far)).toEqual(['seats[0].x MAX']);
  });
});

describe('an area', () => {
  test('has its own capacity, or else the schema’s default capacity', () => {
    const sectors = [
      { name: 'Floor', ga: true, capacity: 5 },
      { name: 'Hill', ga: true },
      { name: 'Stalls', capacity: 9 },
    ];
    expect(changeOf({ sectors }).sections.add.map(({ capacity }) => capacity)).toEqual([5, 70, 0]);
    expect(changeOf({ sectors: [{ id: 2, capacity: 8 }] }).sections.change).toEqual([{ id: 2, capacity: 8 }]);
    expect(changeOf({ sectors: [{ id: 2, capacity: null }] }).sections.change).toEqual([{ id: 2 }]);
    expect(changeOf({ sectors: [{ id: 1, capacity: 8 }] }).sections.change).toEqual([{ id: 1 }]);
  });

  test('cannot become a section with rows, and a row cannot move to another section', () => {
    expect(mistakesIn({ sectors: [{ id: 1, ga: true }] })).toEqual(['sectors[0].ga INVALID']);
    expect(mistakesIn({ sectors: [{ id: 2, ga: false }] })).toEqual(['sectors[0].ga INVALID']);
    expect(changeOf({ sectors: [{ id: 2, ga: true }] }).sections.change).toEqual([{ id: 2 }]);
    expect(mistakesIn({ rows: [{ id: 11, sectorId: 2 }] })).toEqual(['rows[0].sectorId INVALID']);
    expect(mistakesIn({ rows: [{ id: 11, sectorId: 1, sectorGuid: guidOf(1) }] })).toEqual([]);
  });
});

describe('a shape', () => {
  const shape = { left: 1, top: 2 };

  test('is named by its own guid, also when it is new', () => {
    const shapes = [{ ...shape, id: guidOf(31) }, { ...shape, id: guidOf(55) }, shape];
    const { add, change } = changeOf({ shapes }).shapes;
    expect(change).toEqual([{ id: 31, left: 1, top: 2 }]);
    expect(add.map(({ guid, order }) => [guid, order])).toEqual([
      [guidOf(55), 1],
      [guidOf(900), 2],
    ]);
  });

  test('belongs to a new or existing section, and keeps its other members', () => {
    const sectors = [{ guid: guidOf(41), name: 'Hill', ga: true }];
    const more = { stroke: '#000', points: [{ x: 1, y: 2 }] };
    const shapes = [
      { ...shape, groupOfSeatsGuid: guidOf(41), ...more },
      { ...shape, groupOfSeatsGuid: guidOf(1), purpose: 'OUTLINE', type: 'label', text: 'Bar', fill: '#ccc', order: 9 },
      shape,
    ];
    const common = { left: 1, top: 2, width: null, height: null, angle: null, shapeType: null };
    expect(changeOf({ sectors, shapes }).shapes.add).toEqual([
      {
        ...{ ...common, guid: guidOf(900), section: guidOf(41), purpose: 'GA', order: 0, type: 'shape' },
        ...{ text: null, fill: null, rest: more },
      },
      {
        ...{ ...common, guid: guidOf(901), section: 1, purpose: 'OUTLINE', order: 9, type: 'label' },
        ...{ text: 'Bar', fill: '#ccc', rest: {} },
      },
      {
        ...{ ...common, guid: guidOf(902), section: null, purpose: 'OBJECT', order: 2, type: 'shape' },
        ...{ text: null, fill: null, rest: {} },
      },
    ]);
    expect(changeOf({ shapes: [{ id: guidOf(31), groupOfSeatsGuid: null }] }).shapes.change).toEqual([
      { id: 31, section: null },
    ]);
  });

  test('is removed by its guid, which must exist', () => {
    expect(changeOf({ shapes: [{ id: guidOf(31), toRemove: true }] }).shapes.remove).toEqual([31]);
    expect(mistakesIn({ shapes: [{ id: guidOf(77), toRemove: true }] })).toEqual(['shapes[0].id UNKNOWN_VALUE']);
  });
});
