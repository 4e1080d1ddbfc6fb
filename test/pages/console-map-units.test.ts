/**
 * Tables and boxes that are sold whole on the map of the past and on the map for painting, in a real browser: one object each, as on
 * the live map.
 */
import { fitted, pointAt } from '../support/console-map.ts';
import { eventually } from '../support/eventually.ts';
import { ask, calls, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
import { bookingOf, succeeded } from '../support/session-calls.ts';
import { seatsOfTable, setTables, tableHall } from '../support/table-hall.ts';

useHall({ layout: tableHall });
useConsole();

let units: number[];

beforeEach(async () => {
  units = await setTables(show);
  await page.setViewport({ width: 1440, height: 900 });
});

/** Resolves with the words of the map for a unit, once they are these. */
const wordsFor = (name: string, words: string) =>
  eventually(async () => {
    expect((await pointAt(name)).words).toBe(words);
    return true;
  });

test('the map of the past shows a table as one object with its state then, and the history of each of its seats', async () => {
  succeeded(await calls.book('directsale', { ...bookingOf(), units: [units[0]] }));
  succeeded(await calls.book('block', { ...bookingOf(), units: [units[9]] }));
  await shown.go(`#/events/${show.eventId}/past`);
  await page.waitForSelector('.map-surface canvas');
  await shown.see('Blocked\n4');
  await fitted(1440);
  await wordsFor('Table 1', 'Table 1 · Sold · 6 seats');
  await wordsFor('Box 2', 'Box 2 · Blocked · 4 seats');
  await wordsFor('Table 2', 'Table 2 · Available · 6 seats');
  await looksRight(page, 'console-past-units');
  await fitted(1440);
  const { x, y } = await pointAt('Table 1');
  await page.mouse.click(x, y);
  await shown.see('These seats are sold together.');
  expect(await page.$$('.unit-seats li')).toHaveLength(6);
  await looksRight(page, 'console-past-unit');
  await shown.press('Tables, row T1, seat 3');
  await shown.see('Sold');
  await shown.press('Done');
});

test('a table is painted as one object, by its own press, by row and with a box', async () => {
  const [seatPrice, areaPrice] = show.prices as [number, number];
  await shown.go(`#/events/${show.eventId}/painting`);
  await page.waitForSelector('.map-surface canvas');
  await shown.see('Select seats, then press the price');
  await fitted(1440);
  await wordsFor('Table 5', 'Table 5: 45.00 EUR');
  await shown.press('Seat');
  const { x, y } = await pointAt('Table 5');
  await page.mouse.click(x, y);
  await shown.see('6 seats selected.');
  await shown.pressAt('.selection ::-p-text(29.50 EUR)');
  await shown.see('6 seats painted.');
  await wordsFor('Table 5', 'Table 5: 29.50 EUR');
  await looksRight(page, 'console-painting-units');
  const priceOf = async (table: number): Promise<number[]> => {
    const { seatsOnEvent } = await calls.assignments();
    const ids = new Set(seatsOfTable(show, table));
    const own = seatsOnEvent.filter(({ id }: { readonly id: number }) => ids.has(id));
    return [...new Set<number>(own.map(({ priceId }: { readonly priceId: number }) => priceId))];
  };
  expect([await priceOf(4), await priceOf(5)]).toEqual([[areaPrice], [seatPrice]]);
  // Seats of one table can have different prices all the same: the map names them all.
  const path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
  const [first] = seatsOfTable(show, 5);
  succeeded(await ask('POST', path, { seats: [{ objectId: first, assignmentId: areaPrice }] }));
  await page.reload();
  await shown.see('Select seats, then press the price');
  await wordsFor('Table 6', 'Table 6: 29.50 EUR and 45.00 EUR');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
