/**
 * Tables and boxes on the live map of the console, in a real Chromium: each that is taken as a whole is one object with a name and
 * a state, is selected and blocked whole, and is counted beside the seats. Leaves pictures in test/pictures.
 */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { fitted, pointAt } from '../support/console-map.ts';
import { eventually } from '../support/eventually.ts';
import { ask, calls, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture } from '../support/pictures.ts';
import { bookingOf, succeeded } from '../support/session-calls.ts';
import { seatsOfTable, setTables, tableHall } from '../support/table-hall.ts';

useHall({ layout: tableHall });
useConsole();

let units: number[];

beforeEach(async () => {
  units = await setTables(show);
  await page.setViewport({ width: 1440, height: 900 });
  await shown.go('#/events');
});

const book = async (verb: 'directsale' | 'block', body: object) => succeeded(await calls.book(verb, body));
const bookUnits = (overrides: readonly object[]) =>
  ask('PUT', `/api/private/v2.0/events/${show.eventId}/units/`, { units: overrides }).then(succeeded);

/** The states of the seats of a table, each once. */
async function statesOf(table: number): Promise<string[]> {
  const { seatsOnEvent } = await calls.assignments();
  const ids = new Set(seatsOfTable(show, table));
  const own = seatsOnEvent.filter(({ id }: { readonly id: number }) => ids.has(id));
  return [...new Set<string>(own.map(({ state }: { readonly state: string }) => state))].toSorted();
}

async function openLive(): Promise<void> {
  await shown.go(`#/events/${show.eventId}`);
  await page.waitForSelector('.map-surface canvas');
  await shown.see('Seats');
  await page.waitForFunction('document.querySelector(".map-reading") === null');
}

/** The label, the number and the note of each total. */
const totals = () =>
  page.$$eval('.tile', (tiles) => tiles.map(({ children }) => [...children].map((one) => one.textContent).join(' ')));

test('a table is one object with its name and its state, and the totals count it beside its seats', async () => {
  await book('directsale', { ...bookingOf(), units: [units[0]] });
  const buyer = await calls.open();
  succeeded(await calls.callPublic(buyer, 'lock', { units: [units[1]], guests: { [String(units[1])]: 2 } }));
  await book('block', { ...bookingOf(), units: [units[9]] });
  await openLive();
  await eventually(async () => {
    const [sold, held, left, blocked] = await totals();
    expect([sold, held, left, blocked]).toEqual([
      'Sold 6 8% of 80 · 1 unit',
      'Held 6 in carts or locked · 1 unit',
      'Left 64 80% · 7 units',
      'Blocked 4 not for sale · 1 unit',
    ]);
    return true;
  });
  expect((await pointAt('Table 1')).words).toBe('Table 1 · Sold privately · 6 seats');
  expect((await pointAt('Box 2')).words).toBe('Box 2 · Blocked · 4 seats');
  expect((await pointAt('Table 2')).words).toBe('Table 2 · In a cart · 6 seats');
  for (const width of [1440, 390]) {
    await page.setViewport({ width, height: 900 });
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      expect([width, value, await overflowOf(page), await seriousFindings(page)]).toEqual([width, value, 0, []]);
      await keepPicture(page, `console-live-units-${width}-${value}`);
    }
  }
  await page.emulateMediaFeatures([]);
  await page.setViewport({ width: 1440, height: 900 });
  await fitted(1440);
  const { x, y } = await pointAt('Table 2');
  await page.mouse.click(x, y);
  await shown.see('Guests\n2 to 4');
  expect(await page.$$('.unit-seats li')).toHaveLength(6);
  expect(await seriousFindings(page)).toEqual([]);
  await keepPicture(page, 'console-live-units-dialog');
  await shown.press('Tables, row T2, seat 3');
  await shown.see('Seat id');
  await shown.press('Done');
});

test('a press on a table selects all of it, between its seats too, and it is blocked whole', async () => {
  await openLive();
  const { x, y } = await pointAt('Table 7');
  await shown.press('Select seats');
  await page.mouse.click(x, y);
  await shown.see('6 seats selected: 6 free, 0 blocked');
  await keepPicture(page, 'console-live-units-selected');
  const sent = page.waitForRequest((request) => request.url().includes('/booking/block'));
  await shown.press('Block 6');
  await shown.see('6 seats blocked.');
  expect(JSON.parse(String(await (await sent).fetchPostData()))).toEqual({
    seats: [],
    groupOfSeats: [],
    units: [units[6]],
  });
  expect(await statesOf(6)).toEqual(['BLOCKED']);
  await eventually(async () => (await totals()).includes('Blocked 6 not for sale · 1 unit'));
});

test('a box blocks what is free, and leaves a table alone of which a seat is sold', async () => {
  await bookUnits([{ id: units[2], booking: 'SEATS', min: null, max: null }]);
  await book('directsale', bookingOf(seatsOfTable(show, 2).slice(0, 1)));
  await bookUnits([]);
  await openLive();
  await shown.see('Units in different states\n1');
  expect((await pointAt('Table 3')).words).toBe('Table 3 · Free 5 · Sold privately 1 · 6 seats');
  await shown.press('Select seats');
  await shown.selectAllSeats();
  await shown.see('80 seats selected: 74 free, 0 blocked, 6 held or sold, which stay as they are');
  const sent = page.waitForRequest((request) => request.url().includes('/booking/block'));
  await shown.press('Block 74');
  await shown.see('74 seats blocked.');
  const body = JSON.parse(String(await (await sent).fetchPostData()));
  expect([body.seats.length, body.units]).toEqual([24, units.filter((_, at) => at !== 2)]);
  expect(await statesOf(2)).toEqual(['ACTIVE', 'SOLD']);
});

test('the keyboard goes from table to table, and a narrow screen shows one as a whole', async () => {
  await page.setViewport({ width: 390, height: 900 });
  await openLive();
  const spoken = (words: string) =>
    eventually(async () => (await page.$eval('.map-card [role=status]', (one) => one.textContent))?.startsWith(words));
  await page.focus('.map-card .card-head button');
  await page.keyboard.press('Tab');
  await spoken('Table 1 · Free · 6 seats');
  await page.keyboard.press('ArrowRight');
  await spoken('Table 2');
  await page.keyboard.press('Enter');
  await shown.see('Guests\n2 to 4');
  expect(await overflowOf(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await keepPicture(page, 'console-live-units-dialog-390');
  await shown.press('Done');
});

test('a table that the event books seat by seat from now on becomes seats, without a reload', async () => {
  await openLive();
  const { x, y } = await pointAt('Table 5');
  await bookUnits([{ id: units[4], booking: 'SEATS', min: null, max: null }]);
  await eventually(async () => (await totals()).includes('Left 80 100% · 9 units'));
  const seat = await pointAt('Tables, row T5, seat 1');
  expect(Math.hypot(seat.x - x, seat.y - y)).toBeGreaterThan(5);
  await page.mouse.click(seat.x, seat.y);
  await shown.see('Seat id');
  await shown.press('Done');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
