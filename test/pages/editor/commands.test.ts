/** The editor's model: commands change what they say and nothing else, each can be taken back, and the rest is saved. */
import fc from 'fast-check';
import {
  type Change,
  changed,
  type Drawing,
  emptyDrawing,
  seatsIn,
} from '../../../src/pages/console/editor/drawing.ts';
import { type DrawnPlan, drawnPlan } from '../../../src/pages/console/editor/drawn-plan.ts';
import {
  addShape,
  copy,
  numberRows,
  numberSeats,
  remove,
  rename,
  squeezeIn,
} from '../../../src/pages/console/editor/edit.ts';
import { generators, usualNames } from '../../../src/pages/console/editor/generators.ts';
import { add, begin, redo, undo } from '../../../src/pages/console/editor/history.ts';
import { piecesOf, type ReadChange, readPiece } from '../../../src/pages/console/editor/kept-pieces.ts';
import { usualRows, usualSeats } from '../../../src/pages/console/editor/numbering.ts';
import { align, distribute, inside, mirror, move, turn } from '../../../src/pages/console/editor/place.ts';
import { sentAsNew, sentDrawing } from '../../../src/pages/console/editor/sent.ts';
import { sketchedDrawing } from '../../../src/pages/console/editor/sketched.ts';
import { dissolve, makeUnit, setTerms, unitOfSelection, withUnits } from '../../../src/pages/console/editor/units.ts';
import { commands, hall, newGuid } from '../../support/edited-hall.ts';

const allSeats = new Set(hall.seats.keys());
const seatsOfRow = (drawing: Drawing, at: number): string[] =>
  seatsIn(drawing, [...drawing.rows][at]?.guid ?? '').map(({ guid }) => guid);
const namesOf = (drawing: Drawing, selection: Iterable<string>): string[] =>
  [...selection].map((guid) => drawing.seats.get(guid)?.name ?? '');

/** The change as it is read after a reload. */
function keptAndRead(change: Change, drawing: Drawing): Change {
  const read: ReadChange = {};
  for (const piece of structuredClone([...piecesOf(change)])) expect(readPiece(read, piece, drawing)).toBe(true);
  return read as Change;
}

/** What a person can see of a plan. */
function asShown({ plan, units }: DrawnPlan) {
  const { sectors, rows, names, xs, ys, rowOf, sectorOf, accessible, background } = plan;
  const seat = (place: number) => {
    return [names[place], xs[place], ys[place], rowOf[place], sectorOf[place], accessible[place]];
  };
  const inRows = rows.map((row) => ({ ...row, seats: row.seats.map(seat) }));
  return { sectors, rows: inRows, background, units: units.map(({ name, seats }) => [name, seats.map(seat)]) };
}

test('every history of commands is taken back to the stored drawing, and done again to the same', () => {
  const step = fc.record({
    command: fc.nat(commands.length - 1),
    seats: fc.array(fc.nat(99), { maxLength: 6 }),
    all: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let history = begin(hall);
      let plan = drawnPlan(hall);
      for (const { command, seats, all } of steps) {
        const { drawing } = history;
        const keys = [...drawing.seats.keys(), ...drawing.shapes.keys()];
        const selection = new Set(all ? keys : seats.map((at) => keys[at % keys.length] as string));
        history = add(history, (commands[command] as (typeof commands)[number])[1](drawing, selection));
        plan = drawnPlan(history.drawing, plan);
      }
      const { drawing, done } = history;
      // A seat has its row, a row its section.
      for (const { row } of drawing.seats.values()) expect(drawing.rows.has(row)).toBe(true);
      for (const { section } of drawing.rows.values()) expect(drawing.sections.has(section)).toBe(true);
      // Each unit has seats, each of them in this unit only, and a name of its own.
      const inUnits = [...drawing.units.values()].flatMap(({ seats }) => seats);
      expect([...drawing.units.values()].every(({ seats }) => seats.length > 0)).toBe(true);
      expect(inUnits.filter((guid) => !drawing.seats.has(guid))).toEqual([]);
      expect(new Set(inUnits).size).toBe(inUnits.length);
      expect(new Set([...drawing.units.values()].map(({ name }) => name)).size).toBe(drawing.units.size);
      for (let count = 0; count < done.length; count++) history = undo(history);
      expect(history.drawing).toEqual(hall);
      expect(sentDrawing(hall, history.drawing).seats?.every((seat) => Object.keys(seat).length <= 1)).not.toBe(false);
      for (let count = 0; count < done.length; count++) history = redo(history);
      expect(history.drawing).toEqual(drawing);
      expect(asShown(plan)).toEqual(asShown(drawnPlan(drawing)));
      expect(done.reduce((before, change) => changed(before, keptAndRead(change, before)), hall)).toEqual(drawing);
    }),
  );
});

test('what is removed and put back is where it was', () => {
  const change = remove(hall, new Set(seatsOfRow(hall, 1).slice(0, 2)));
  const back = changed(changed(hall, change), change, true);
  expect(back).toEqual(hall);
  expect([...back.seats.keys()]).toEqual([...hall.seats.keys()]);
});

describe('places', () => {
  test('a lasso selects what is inside its line only', () => {
    const around = [
      { x: -1000, y: 0 },
      { x: 1000, y: 0 },
      { x: 1000, y: 100 },
      { x: -1000, y: 100 },
    ];
    expect(inside(hall, around)).toEqual(seatsOfRow(hall, 0));
    expect(
      inside(hall, [
        { x: -1000, y: 0 },
        { x: 0, y: 0 },
        { x: -1000, y: 3000 },
      ]).length,
    ).toBeLessThan(allSeats.size / 2);
  });

  test('moves, half turns and mirrors keep distances', () => {
    const row = new Set(seatsOfRow(hall, 0));
    const xs = (drawing: Drawing): number[] => [...row].map((guid) => drawing.seats.get(guid)?.x ?? 0);
    const before = xs(hall);
    expect(xs(changed(hall, move(hall, row, 10, 0)))).toEqual(before.map((x) => x + 10));
    expect(xs(changed(hall, mirror(hall, row, 'x')))).toEqual(before.toReversed());
    expect(xs(changed(hall, turn(hall, row, 180)))).toEqual(before.toReversed());
    expect(new Set(xs(changed(hall, align(hall, row, 'right'))))).toEqual(new Set([before.at(-1)]));
  });

  test('distributing evens out the distances between the outermost two', () => {
    const row = seatsOfRow(hall, 0);
    const crooked = changed(hall, move(hall, new Set([row[1] as string]), 9, 0));
    const even = changed(crooked, distribute(crooked, new Set(row), 'x'));
    expect(row.map((guid) => even.seats.get(guid)?.x)).toEqual(row.map((guid) => hall.seats.get(guid)?.x));
  });
});

describe('names', () => {
  test('numbering again changes names only, so each seat stays itself', () => {
    const change = numberSeats(hall, allSeats, { ...usualSeats, from: 'right', first: 101 }, false);
    const after = changed(hall, change);
    expect(namesOf(after, seatsOfRow(after, 0))).toEqual(['104', '103', '102', '101']);
    expect(change.seats?.every(({ before, after: now }) => before?.id === now?.id && before?.guid === now?.guid)).toBe(
      true,
    );
    expect(sentDrawing(hall, after).seats?.map((seat) => Object.keys(seat).sort().join())).toEqual(
      Array(16).fill('id,name'),
    );
  });

  test('missing seats use up their numbers when they are to', () => {
    const row = seatsOfRow(hall, 0);
    const holed = changed(hall, remove(hall, new Set([row[1] as string])));
    const numbered = (withGaps: boolean): string[] => {
      const after = changed(holed, numberSeats(holed, new Set(row), { ...usualSeats, first: 11 }, withGaps));
      return namesOf(after, seatsOfRow(after, 0));
    };
    expect([numbered(true), numbered(false)]).toEqual([
      ['11', '13', '14'],
      ['11', '12', '13'],
    ]);
  });

  test('rows are named from the back, each section by itself', () => {
    const after = changed(hall, numberRows(hall, allSeats, { ...usualRows, from: 'back' }));
    expect([...after.rows.values()].map(({ name }) => name)).toEqual(['C', 'B', 'A', 'A']);
  });

  test('a seat that is squeezed in stands between its neighbours', () => {
    const row = seatsOfRow(hall, 0);
    const after = changed(hall, squeezeIn(hall, new Set([row[1] as string]), newGuid) as Change);
    expect(namesOf(after, seatsOfRow(after, 0))).toEqual(['1', '2', '2A', '3', '4']);
    expect(sentDrawing(hall, after).seats).toMatchObject([{ name: '2A', place: 1.5, rowGuid: expect.any(String) }]);
  });

  test('an outline follows the name of its area', () => {
    const drawn = changed(hall, addShape(hall, 'area', 'Floor', { x: 0, y: 0 }, newGuid));
    const area = [...drawn.sections.values()].at(-1);
    const after = changed(drawn, rename(drawn, area as NonNullable<typeof area>, 'Pit', 50));
    expect([...after.shapes.values()].at(-1)?.text).toBe('Pit');
    expect([...after.sections.values()].at(-1)).toMatchObject({ name: 'Pit', capacity: 50 });
  });
});

describe('tables', () => {
  const [front, behind] = [seatsOfRow(hall, 0), seatsOfRow(hall, 1)];
  const made = changed(hall, makeUnit(hall, new Set(front), newGuid));
  const table = unitOfSelection(made, new Set(front)) as NonNullable<ReturnType<typeof unitOfSelection>>;

  test('are made of seats, named, and saved with the seats that they have', () => {
    const set = changed(made, setTerms(table, { name: 'Box', booking: 'WHOLE', min: 2, max: 9 }));
    const terms = { booking: 'WHOLE', min: 2, max: 4 } as const;
    const unit = { name: 'Box', ...terms, seatGuids: front };
    expect(sentDrawing(hall, set).units).toEqual([unit]);
    expect(
      sentDrawing(made, changed(made, setTerms({ ...table, id: 7 }, { ...terms, name: 'Booth' }))).units,
    ).toMatchObject([{ id: 7, name: 'Booth' }]);
    expect('units' in sentDrawing(hall, changed(hall, move(hall, allSeats, 1, 1)))).toBe(false);
    const seatBySeat = setTerms(table, { name: 'Box', booking: 'SEATS', min: 2, max: 3 });
    expect(changed(made, seatBySeat).units.get(table.guid)).toMatchObject({ min: null, max: null });
  });

  test('give seats up to another one, and are gone without any', () => {
    const selection = new Set([front[3] as string, ...behind]);
    const after = changed(made, makeUnit(made, selection, newGuid));
    expect([...after.units.values()].map(({ name, seats }) => [name, seats])).toEqual([
      ['Table 1', front.slice(0, 3)],
      ['Table 2', [front[3], ...behind]],
    ]);
    expect(unitOfSelection(after, new Set(front))).toBeNull();
    expect([...withUnits(after, [front[3] as string])].toSorted()).toEqual([...selection].toSorted());
    expect(changed(after, remove(after, selection)).units.size).toBe(1);
    expect(changed(after, dissolve(after, selection)).units.size).toBe(1);
    expect(changed(after, dissolve(after, allSeats)).units.size).toBe(0);
  });

  test('are copied when all of their seats are', () => {
    const copied = changed(made, copy(made, new Set(front), { x: 0, y: 9 }, newGuid).change);
    expect([...copied.units.values()].map(({ name, seats }) => [name, seats.length])).toEqual([
      ['Table 1', 4],
      ['Table 2', 4],
    ]);
    expect(changed(made, copy(made, new Set(front.slice(1)), { x: 0, y: 9 }, newGuid).change).units.size).toBe(1);
  });
});

describe('what is removed and copied', () => {
  test('rows and sections go with their last seat, areas with their outline', () => {
    const balcony = seatsOfRow(hall, 3);
    const after = changed(hall, remove(hall, new Set(balcony)));
    expect([after.seats.size, after.rows.size, after.sections.size]).toEqual([12, 3, 1]);
    const sent = sentDrawing(hall, after);
    expect(sent.sectors).toEqual([{ id: expect.any(Number), toRemove: true }]);
    const everything = changed(hall, remove(hall, new Set([...allSeats, ...hall.shapes.keys()])));
    expect(everything).toEqual(emptyDrawing);
  });

  test('copies have rows and names of their own', () => {
    const { change, made } = copy(hall, new Set(seatsOfRow(hall, 0)), { x: 0, y: 50 }, newGuid);
    const after = changed(hall, change);
    expect([made.length, after.rows.size]).toEqual([4, 5]);
    expect([...after.rows.values()].at(-1)?.name).toBe('A (2)');
  });
});

test('a new drawing is sent with guids only', () => {
  const sent = sentAsNew(sketchedDrawing(generators.club.make({}, usualNames), newGuid));
  expect(sent.sectors).toMatchObject([
    { name: 'Tables', ga: false },
    { name: 'Standing', ga: true, capacity: 150 },
  ]);
  expect(sent.seats?.every((seat) => seat.id === undefined && seat.rowGuid !== undefined)).toBe(true);
  expect(sent.shapes?.find(({ purpose }) => purpose === 'GA')?.groupOfSeatsGuid).toBe(sent.sectors?.[1]?.guid);
});
