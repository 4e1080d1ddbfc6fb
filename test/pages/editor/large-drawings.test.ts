/** What one change of a large hall costs: as much as it changes, however many seats there are. Counted, not timed. */
import { type Answer, drawingOf } from '../../../src/pages/console/editor/answered.ts';
import {
  type Change,
  changed,
  type Drawing,
  drawingWith,
  noFlags,
  type Seat,
} from '../../../src/pages/console/editor/drawing.ts';
import { type DrawnPlan, drawnPlan } from '../../../src/pages/console/editor/drawn-plan.ts';
import { copy, numberSeats, remove, setFlag } from '../../../src/pages/console/editor/edit.ts';
import { add, begin, firstDifference, type History, redo, undo } from '../../../src/pages/console/editor/history.ts';
import { ItemTable } from '../../../src/pages/console/editor/item-table.ts';
import { piecesOf } from '../../../src/pages/console/editor/kept-pieces.ts';
import { usualSeats } from '../../../src/pages/console/editor/numbering.ts';
import { move } from '../../../src/pages/console/editor/place.ts';
import { sentDrawing } from '../../../src/pages/console/editor/sent.ts';
import { changedBoxes, measuredHall } from '../../../src/pages/shared/hall.ts';

const [sectionCount, rowCount, seatCount] = [20, 20, 50];
const sectionSeats = rowCount * seatCount;

/** How often the place of a seat that the service has stored was read. */
let reads = 0;
let guids = 0;
const newGuid = (): string => `new-${++guids}`;

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

function storedSeat(section: number, row: number, seat: number): Seat {
  const guid = `seat-${section}-${row}-${seat}`;
  const place = { row: `row-${section}-${row}`, name: String(seat + 1), y: section * 800 + row * 30 };
  return {
    ...{ guid, id: 1 + seat + seatCount * (row + rowCount * section), flags: noFlags, place: null, ...place },
    get x() {
      reads++;
      return seat * 25;
    },
  };
}

/** 20,000 seats in 20 sections. */
const hall = drawingWith({
  sections: range(sectionCount).map((at) => ({
    ...{ guid: `section-${at}`, id: at + 1, name: `Block ${at}`, ga: false, capacity: 0 },
  })),
  rows: range(sectionCount).flatMap((section) =>
    range(rowCount).map((row) => ({
      ...{ guid: `row-${section}-${row}`, id: 1 + row + rowCount * section },
      ...{ section: `section-${section}`, name: String(row + 1) },
    })),
  ),
  seats: range(sectionCount).flatMap((section) =>
    range(rowCount).flatMap((row) => range(seatCount).map((seat) => storedSeat(section, row, seat))),
  ),
  shapes: [],
  units: [],
});
const whole = drawnPlan(hall);
const third = new Set(Array.from(hall.seats.keys()).filter((guid) => guid.startsWith('seat-3-')));

const changes: readonly [string, (drawing: Drawing) => Change, number][] = [
  ['moving', (drawing) => move(drawing, third, 5, 5), 0],
  ['numbering', (drawing) => numberSeats(drawing, third, { ...usualSeats, from: 'right' }, false), 0],
  ['flagging', (drawing) => setFlag(drawing, third, 'isWheelchair', true), 0],
  ['removing', (drawing) => remove(drawing, third), rowCount],
  ['copying', (drawing) => copy(drawing, third, { x: 5, y: 5 }, newGuid).change, rowCount],
];

/** The members of one list that are not those of another one. */
const others = <One>(list: readonly One[], than: readonly One[]): number =>
  list.filter((one, at) => one !== than[at]).length;

describe.each(changes)('%s one section of twenty', (_, make, rows) => {
  const change = make(hall);

  test('looks at no seat of the others, there and back', () => {
    reads = 0;
    let history: History = add(begin(hall), change);
    let plan = drawnPlan(history.drawing, whole);
    expect(others(plan.plan.rows, whole.plan.rows)).toBe(rows);
    expect(others(plan.plan.sectors, whole.plan.sectors)).toBe(1);
    const sent = sentDrawing(hall, history.drawing);
    expect(sent.seats).toHaveLength(sectionSeats);
    // The places of the changed seats alone: to tell them from those before, and to put them back.
    expect(reads).toBeLessThanOrEqual(3 * sectionSeats);
    history = undo(history);
    plan = drawnPlan(history.drawing, plan);
    expect(plan.plan.sectors.map((sector) => sector.rows)).toEqual(whole.plan.sectors.map((sector) => sector.rows));
    expect(drawnPlan(redo(history).drawing, plan).drawing).toEqual(changed(hall, change));
    expect(reads).toBeLessThanOrEqual(8 * sectionSeats);
  });

  test('measures and paints that section alone', () => {
    const before = measuredHall(whole.plan, null);
    const after = measuredHall(drawnPlan(changed(hall, change), whole).plan, before);
    expect(others(after.geometry.sectors, before.geometry.sectors)).toBeLessThanOrEqual(1);
    expect(changedBoxes(after, before)).toHaveLength(1);
  });

  test('is kept in one piece', () => {
    expect([...piecesOf(change)]).toHaveLength(1);
  });
});

test('names and flags leave seats where they are found', () => {
  const before = measuredHall(whole.plan, null);
  const after = (change: Change): DrawnPlan => drawnPlan(changed(hall, change), whole);
  const named = after(numberSeats(hall, third, { ...usualSeats, from: 'right' }, false));
  expect(measuredHall(named.plan, before).grid).toBe(before.grid);
  expect(measuredHall(after(move(hall, third, 5, 5)).plan, before).grid).not.toBe(before.grid);
});

test('a change inside of the hall leaves its background as it is, and one at the edge does not', () => {
  expect(drawnPlan(changed(hall, move(hall, third, 0, 5)), whole).plan.background).toBe(whole.plan.background);
  expect(drawnPlan(changed(hall, move(hall, third, -5, 0)), whole).plan.background).not.toBe(whole.plan.background);
});

test('a change of all seats is kept in pieces of ten thousand', () => {
  const all = new Set(hall.seats.keys());
  const sizes = Array.from(piecesOf(move(hall, all, 5, 5)), (piece) => piece.map(({ guids }) => guids.length));
  expect(sizes).toEqual([[10_000], [10_000]]);
});

test('only changes that are not kept yet are written', () => {
  const change = (): Change => move(hall, third, 5, 5);
  let history = begin(hall);
  for (let count = 0; count < 3; count++) history = add(history, change());
  const kept = history.done;
  expect(firstDifference(kept, history)).toBe(3);
  expect(firstDifference(kept, add(history, change()))).toBe(3);
  expect(firstDifference(kept, undo(history))).toBe(2);
  expect(firstDifference(kept, add(undo(history), change()))).toBe(2);
  expect(firstDifference(kept, redo(undo(history)))).toBe(3);
  expect(firstDifference([], history)).toBe(0);
});

test('changes that can no longer be taken back are still kept and counted', () => {
  const change = move(hall, new Set(['seat-0-0-0']), 1, 0);
  let history = begin(hall);
  const all: Change[] = [];
  for (let count = 0; count < 503; count++) {
    all.push({ ...change });
    history = add(history, all.at(-1) as Change);
  }
  expect([history.forgotten, history.done.length]).toEqual([3, 500]);
  expect(firstDifference(all.slice(0, 502), history)).toBe(502);
  for (let count = 0; count < 503; count++) history = undo(history);
  expect([history.forgotten, history.done.length]).toEqual([3, 0]);
  expect(firstDifference(all, history)).toBe(3);
});

test('a large layout is read in pieces, between which the page answers', async () => {
  const count = 120_000;
  let read = 0;
  const pieces: number[] = [];
  const seats = range(count).map((at) => ({
    ...{ guid: `seat-${at}`, rowGuid: 'row', name: String(at), ax: at, ay: 0, isMarked: at === 7 },
    get id() {
      read++;
      return at;
    },
  }));
  const sectors = [{ guid: 'section', id: 1, name: 'Block', ga: false, capacity: null }];
  const rows = [{ guid: 'row', id: 1, sectorGuid: 'section', rowNumber: '1' }];
  const answer = { sectors, rows, seats, shapes: [] } as unknown as Answer;
  const drawing = await drawingOf(answer, async () => {
    pieces.push(read);
    read = 0;
  });
  expect(pieces).toEqual([50_000, 50_000, 20_000]);
  expect(drawing.seatsOf).toEqual([range(count)]);
  expect(Array.from(drawing.seats, ({ flags }) => flags.size).indexOf(1)).toBe(7);
});

test('what a change or another layout has taken from a selection is found without a look at the rest', () => {
  let looks = 0;
  const items = range(20_000).map((at) => ({
    get guid() {
      looks++;
      return `seat-${at}`;
    },
  }));
  const table = ItemTable.of(items);
  const without = items.filter((_, at) => at !== 7);
  const asked = new Set(['seat-5', 'seat-7', 'never']);
  const read = ItemTable.of(without);
  const changedTable = table.with([{ before: items[7] as { readonly guid: string }, after: null }]);
  looks = 0;
  expect([...table.lost(read, asked)]).toEqual(['seat-7']);
  expect([...table.lost(changedTable, asked)]).toEqual(['seat-7']);
  expect([...table.lost(changedTable, new Set(['seat-5']))]).toEqual([]);
  expect(looks).toBeLessThan(10);
});
