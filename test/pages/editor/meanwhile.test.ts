/** What is drawn while a save is under way: it is there afterwards, on what the service has stored, and a second save sends it. */
import fc from 'fast-check';
import { changed, type Drawing, drawingWith, seatsIn } from '../../../src/pages/console/editor/drawing.ts';
import { remove, squeezeIn } from '../../../src/pages/console/editor/edit.ts';
import { add, begin, type History, redo, undo } from '../../../src/pages/console/editor/history.ts';
import { drawnMeanwhile } from '../../../src/pages/console/editor/meanwhile.ts';
import { move } from '../../../src/pages/console/editor/place.ts';
import { sentDrawing } from '../../../src/pages/console/editor/sent.ts';
import { makeUnit, setTerms } from '../../../src/pages/console/editor/units.ts';
import { commands, hall, newGuid } from '../../support/edited-hall.ts';

let ids = 1_000_000;

/** The drawing as the service answers it after a save: in its own order, with ids, and units under other guids. */
function answered(saved: Drawing): Drawing {
  const numbered = <One extends { readonly id: number | null }>(item: One): One => ({ ...item, id: item.id ?? ++ids });
  return drawingWith({
    sections: Array.from(saved.sections, numbered),
    rows: Array.from(saved.rows, numbered),
    seats: [...saved.rows].flatMap(({ guid }) =>
      seatsIn(saved, guid).map((seat) => ({ ...numbered(seat), place: null })),
    ),
    shapes: Array.from(saved.shapes, (shape) => ({ ...shape, id: 0 })),
    units: Array.from(saved.units, numbered).map((unit) => ({ ...unit, guid: `unit-${unit.id}` })),
  });
}

/** What a person sees: everything by its names and places, in the order of the rows. */
function seen(drawing: Drawing) {
  const sections = [...drawing.sections].map(({ guid, name, ga, capacity }) => [guid, name, ga, capacity]);
  const rows = [...drawing.rows].map(({ guid, name, section }) => {
    return [
      guid,
      name,
      section,
      seatsIn(drawing, guid).map((seat) => [seat.guid, seat.name, seat.x, seat.y, seat.flags]),
    ];
  });
  const shapes = [...drawing.shapes].map(({ id: _, ...shape }) => [shape.guid, shape]);
  const units = [...drawing.units].map(({ name, booking, min, max, seats }) => [name, booking, min, max, seats]);
  return [sections, rows, shapes, units].map((list) =>
    list.toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)),
  );
}

function after(saved: Drawing, now: Drawing): Drawing {
  const stored = answered(saved);
  return changed(stored, drawnMeanwhile(saved, now, stored));
}

test('whatever is drawn and taken back during a save is there afterwards', () => {
  const step = fc.record({
    command: fc.nat(commands.length + 3),
    seats: fc.array(fc.nat(99), { maxLength: 6 }),
  });
  const drawn = (history: History, { command, seats }: { command: number; seats: readonly number[] }): History => {
    const make = commands[command]?.[1];
    if (make === undefined) return command === commands.length ? redo(history) : undo(history);
    const { drawing } = history;
    const keys = [...drawing.seats.keys(), ...drawing.shapes.keys()];
    return add(history, make(drawing, new Set(seats.map((at) => keys[at % keys.length] as string))));
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 8 }), (before, during) => {
      const saved = before.reduce(drawn, begin(hall));
      const now = during.reduce(drawn, saved);
      expect(seen(after(saved.drawing, now.drawing))).toEqual(seen(now.drawing));
    }),
    { numRuns: 300 },
  );
});

test('a new unit that is renamed during the save is renamed under its id', () => {
  const table = new Set([...hall.seats.keys()].slice(0, 3));
  const saved = changed(hall, makeUnit(hall, table, newGuid));
  const made = [...saved.units].at(-1);
  if (made === undefined) throw new Error('there is no unit');
  const terms = { name: 'Stage table', booking: 'WHOLE', min: 2, max: null } as const;
  const stored = answered(saved);
  const drawing = changed(stored, drawnMeanwhile(saved, changed(saved, setTerms(made, terms)), stored));
  const { units } = sentDrawing(stored, drawing);
  expect(units?.filter(({ name }) => name === 'Stage table')).toEqual([
    { id: expect.any(Number), ...terms, seatGuids: [...table] },
  ]);
});

test('a removal that is taken back during the save makes the seats anew, between their neighbours', () => {
  const row = seatsIn(hall, [...hall.rows][0]?.guid ?? '').map(({ guid }) => guid);
  const saved = changed(hall, remove(hall, new Set(row.slice(1, 3))));
  const stored = answered(saved);
  const drawing = changed(stored, drawnMeanwhile(saved, hall, stored));
  expect(seatsIn(drawing, [...hall.rows][0]?.guid ?? '').map(({ guid }) => guid)).toEqual(row);
  const { seats } = sentDrawing(stored, drawing);
  expect(seats?.map(({ guid, place }) => [guid, place])).toEqual(row.slice(1, 3).map((guid) => [guid, 0.5]));
  expect(seats?.every((seat) => !('id' in seat))).toBe(true);
});

test('a seat that is squeezed in during the save, and others that move, send what differs', () => {
  const [first = '', second = ''] = hall.seats.keys();
  const saved = changed(hall, move(hall, new Set([first]), 3, 0));
  const squeezed = changed(saved, squeezeIn(saved, new Set([first]), newGuid) ?? {});
  const now = changed(squeezed, move(squeezed, new Set([second]), 0, 4));
  const stored = answered(saved);
  const { seats } = sentDrawing(stored, changed(stored, drawnMeanwhile(saved, now, stored)));
  expect(seats?.map(({ id, place }) => [id ?? null, place ?? null])).toEqual([
    [hall.seats.get(second)?.id, null],
    [null, 0.5],
  ]);
  expect(drawnMeanwhile(saved, saved, stored)).toEqual({ sections: [], rows: [], seats: [], shapes: [], units: [] });
});
