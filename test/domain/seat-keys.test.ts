/** Composite keys: the objects that they name, the precedence of names over ids, and ambiguous keys, which name nothing. */
import fc from 'fast-check';
import { type KeyedRow, SeatKeys } from '#domain/layout/seat-keys.ts';
import { numberedNames } from '#domain/layout/section-numbers.ts';

const section = (id: number, name: string, ga = false) => ({ id, name, ga });
const row = (id: number, sectionId: number, name: string, firstSeatId: number, ...seatNames: string[]): KeyedRow => ({
  ...{ id, sectionId, name, firstSeatId, seatNames },
  seatIds: null,
});
const seat = (id: number) => ({ kind: 'seat', id });
const area = (id: number) => ({ kind: 'area', id });

describe('a key', () => {
  const keys = new SeatKeys(
    [section(1, 'Stalls'), section(2, 'Floor', true), section(3, 'Box')],
    [
      row(11, 1, 'A', 101, '1', '2'),
      row(12, 1, 'B', 103, '1'),
      { ...row(13, 3, 'A', 200, 'x', 'y'), seatIds: [200, 207] },
    ],
  );

  test.each([
    ['Stalls;;A;;2', seat(102)],
    ['Stalls;;B;;1', seat(103)],
    ['Box;;A;;y', seat(207)],
    ['Floor', area(2)],
    ['1;;11;;102', seat(102)],
    ['3;;13;;207', seat(207)],
    ['2', area(2)],
  ])('%s names one thing', (key, target) => {
    expect(keys.find(key)).toEqual(target);
  });

  test.each([
    ...[
      '',
      ';;',
      ';;;;',
      'Stalls',
      'Stalls;;A',
      'Stalls;;A;;3',
      'Stalls;;A;;',
      ';;A;;1',
      'stalls;;A;;1',
      'Floor;;A;;1',
    ],
    ...['Stalls;;A;;1;;1', '1;;11;;103', '1;;13;;207', '1;;11;;100', '3;;13;;203', '1', '99', '02', '1;;11;;0101'],
    ...['1;;11', '1;;11;;1e2', '-1', '2.0', 'toString', '__proto__', 'constructor;;A;;1', ';;'.repeat(5_000)],
  ])('%s names nothing', (key) => {
    expect(keys.find(key)).toBeNull();
  });
});

describe('names before ids', () => {
  test('a seat whose names look like the ids of another is found by its names', () => {
    const keys = new SeatKeys([section(1, '2'), section(2, '1')], [row(5, 1, '6', 7, '8'), row(6, 2, '5', 8, '7')]);
    expect(keys.find('2;;6;;8')).toEqual(seat(7));
    expect(keys.find('1;;5;;7')).toEqual(seat(8));
  });

  test('an area whose name is the id of another is found by its name', () => {
    const keys = new SeatKeys([section(1, '2', true), section(2, 'Floor', true)], []);
    expect([keys.find('2'), keys.find('1'), keys.find('Floor')]).toEqual([area(1), area(1), area(2)]);
  });
});

describe('names that occur twice', () => {
  const keys = new SeatKeys(
    [
      section(1, 'Box'),
      section(2, 'Box'),
      section(3, 'Floor', true),
      section(4, 'Floor', true),
      section(5, 'Stage', true),
    ],
    [
      row(11, 1, 'A', 101, '1', '2'),
      row(12, 2, 'A', 103, '1'),
      row(13, 2, 'B', 104, '1', '1'),
      row(14, 2, 'C', 106, '1'),
    ],
  );

  test('name nothing if they are ambiguous, and the only match if they are not', () => {
    expect(keys.find('Box;;A;;1')).toBeNull();
    expect(keys.find('Box;;A;;2')).toEqual(seat(102));
    expect(keys.find('Box;;C;;1')).toEqual(seat(106));
    expect(keys.find('Box;;B;;1')).toBeNull();
    expect(keys.find('Floor')).toBeNull();
  });

  test('are distinguished by running numbers and by ids', () => {
    expect([keys.find('Box 1;;A;;1'), keys.find('Box 2;;A;;1')]).toEqual([seat(101), seat(103)]);
    expect([keys.find('Floor 1'), keys.find('Floor 2')]).toEqual([area(3), area(4)]);
    expect([keys.find('2;;13;;104'), keys.find('2;;13;;105'), keys.find('3')]).toEqual([seat(104), seat(105), area(3)]);
  });

  test('an area may be called like a section with rows', () => {
    const both = new SeatKeys([section(1, 'Hall'), section(2, 'Hall', true)], [row(11, 1, 'A', 101, '1')]);
    expect([both.find('Hall'), both.find('Hall;;A;;1')]).toEqual([area(2), seat(101)]);
    expect([both.find('Hall 2'), both.find('Hall 1;;A;;1')]).toEqual([area(2), seat(101)]);
  });
});

describe('names with separators inside', () => {
  test('are found if there is exactly one way to split the key', () => {
    const keys = new SeatKeys(
      [section(1, 'A;'), section(2, 'B;;C'), section(3, ';D;', true)],
      [row(11, 1, ';R', 101, '1'), row(12, 2, 'R;;S', 102, ';;')],
    );
    expect(keys.find('A;;;;R;;1')).toEqual(seat(101));
    expect(keys.find('B;;C;;R;;S;;;;')).toEqual(seat(102));
    expect(keys.find(';D;')).toEqual(area(3));
  });

  test('name nothing when there are two ways', () => {
    const keys = new SeatKeys(
      [section(1, 'A;;B'), section(2, 'A'), section(3, 'A;;B;;C', true)],
      [row(11, 1, 'C', 101, '1'), row(12, 2, 'B;;C', 102, '1'), row(13, 2, 'B', 103, 'C')],
    );
    expect(keys.find('A;;B;;C;;1')).toBeNull();
    expect(keys.find('A;;B;;C')).toBeNull();
    expect(keys.find('1;;11;;101')).toEqual(seat(101));
  });
});

describe('the shorter way to a seat', () => {
  /** Few names, so that they repeat, and half separators, so that a key can be cut in several ways. */
  const name = fc.constantFrom('A', 'B', 'A;', 'A;;B', '1');
  const layouts = fc.record({
    sections: fc.array(fc.tuple(name, fc.constantFrom(false, false, false, true)), { minLength: 3, maxLength: 4 }),
    rows: fc.array(fc.tuple(fc.nat(2), name, fc.array(name, { minLength: 1, maxLength: 3 })), {
      minLength: 4,
      maxLength: 8,
    }),
    keys: fc.array(
      fc.array(name, { minLength: 2, maxLength: 4 }).map((names) => names.join(';;')),
      { minLength: 20, maxLength: 20 },
    ),
  });

  test('finds the same seat or leaves the key to the longer way', () => {
    let found = 0;
    const property = fc.property(layouts, ({ sections, rows, keys }) => {
      const keyed = new SeatKeys(
        sections.map(([name, ga], at) => section(at + 1, name, ga)),
        rows.map(([at, name, seats], place) => row(place + 1, at + 1, name, 1 + 3 * place, ...seats)),
      );
      for (const key of keys) {
        const id = keyed.seatOf(key);
        if (id === null) continue;
        found++;
        expect([key, keyed.find(key)]).toEqual([key, seat(id)]);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
    expect(found).toBeGreaterThan(100);
  });

  test('finds a seat of three plain names, and nothing else', () => {
    const keys = new SeatKeys([section(1, 'Stalls')], [row(11, 1, 'A', 101, '1', '2')]);
    expect(['Stalls;;A;;2', 'Stalls;;A;;3', '1;;11;;102', 'Stalls'].map((key) => keys.seatOf(key))).toEqual([
      ...[102, null, null, null],
    ]);
  });
});

describe('running numbers', () => {
  test('are given to sections with the same name, in their order, and never create a name that another section has', () => {
    expect(numberedNames(['A', 'B', 'A', 'C'])).toEqual(['A 1', 'B', 'A 2', 'C']);
    expect(numberedNames(['A', 'A', 'A 2', 'A'])).toEqual(['A 1', 'A 3', 'A 2', 'A 4']);
    expect(numberedNames(['A', 'A', 'A 1', 'A 1'])).toEqual(['A 2', 'A 3', 'A 1 1', 'A 1 2']);
    expect(numberedNames([])).toEqual([]);
  });
});
