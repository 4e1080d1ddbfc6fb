/**
 * Tables and boxes on the buyer's page in a real Chromium: each is one object on the map, in the list and in the order,
 * with a number of guests, by mouse, touch and keyboard, on wide and narrow screens. Leaves pictures in test/pictures.
 */
import { controlsHeard, overflowOf, seriousFindings } from '../support/accessibility.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { eventually } from '../support/eventually.ts';
import { Fingers } from '../support/fingers.ts';
import { ask, calls, service, show, useHall } from '../support/hall.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';
import { seatsOfTable, setTables, tableHall } from '../support/table-hall.ts';

useHall({ layout: tableHall });
useBuyers();

let units: number[];

beforeEach(async () => {
  units = await setTables(show);
});

/** The only session of the event. */
async function session() {
  const [{ id }] = succeeded(await calls.list()).body;
  return succeeded(await calls.read(id)).body;
}

async function heldSeats(): Promise<number> {
  const { cart } = await session();
  return cart.seats.length;
}

async function faults({ page }: BuyerPage, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    found.push(...(await seriousFindings(page)));
    await keepPicture(page, `units-${name}-${value}`);
  }
  const nameless = (await controlsHeard(page)).filter((control) => control.endsWith(': '));
  expect(await overflowOf(page)).toBe(0);
  return [...found, ...nameless].map((fault) => `${name}: ${fault}`);
}

test.each([
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844, isTouch: true, pixelRatio: 2 }],
])('on a %s a table is one entry and one line, with a number of guests', async (device, screen) => {
  const buyer = await open(show, screen);
  const isNarrow = screen.width < 800;
  await buyer.seesMap();
  expect(await faults(buyer, `${device}-map`)).toEqual([]);
  await buyer.press('Show as a list');
  await buyer.page.locator('.list__sections ::-p-text(Tables)').click();
  await buyer.seatSays('Table 2', '6 seats, only together · 2 to 4 guests · 180.00 EUR for 4 guests · Available');
  expect(await faults(buyer, `${device}-list`)).toEqual([]);
  await buyer.choose('Table 2');
  await buyer.seatSays('Table 2', 'In your order');
  if (isNarrow) await buyer.openOrder();
  await buyer.sees('4 tickets');
  await buyer.sees('180.00 EUR');
  await buyer.press('One guest less at Table 2');
  await buyer.sees('3 tickets');
  await buyer.sees('135.00 EUR');
  expect([await heldSeats(), (await session()).total]).toEqual([6, 135]);
  await buyer.press('One guest less at Table 2');
  await buyer.sees('2 tickets');
  expect(await faults(buyer, `${device}-order`)).toEqual([]);
  // Two is the least: this does nothing.
  await buyer.page.locator('::-p-aria([name="One guest less at Table 2"])').click();
  await buyer.press('One guest more at Table 2');
  await buyer.sees('3 tickets');
  await buyer.press('Give back Table 2');
  await buyer.sees('Choose seats on the map');
  expect(await heldSeats()).toBe(0);
  expect(buyer.refusals).toEqual([]);
});

interface Found {
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

/** The middle of the part of the map whose tooltip begins so. */
async function pointAt({ page }: BuyerPage, name: string): Promise<Found> {
  const found = (await page.evaluate(`(() => {
    const map = document.getElementById('map');
    const { left, top, right, bottom } = map.getBoundingClientRect();
    const tooltip = document.querySelector('.tooltip');
    const points = [];
    let words = '';
    for (let y = top + 8; y < bottom; y += 8) {
      for (let x = left + 8; x < right; x += 8) {
        map.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y }));
        if (tooltip.hidden || !tooltip.innerText.startsWith(${JSON.stringify(name)})) continue;
        points.push([x, y]);
        words = tooltip.innerText;
      }
    }
    const middle = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
    return points.length === 0 ? null : { x: middle(0), y: middle(1), words };
  })()`)) as Found | null;
  if (found === null) throw new Error(`the map has no '${name}'`);
  await page.mouse.move(found.x, found.y);
  return found;
}

test('a press anywhere on a table of the map takes all of it, and another one gives it back', async () => {
  const buyer = await open(show, { width: 1440, height: 900 });
  await buyer.seesMap();
  const before = await buyer.picture();
  const { x, y, words } = await pointAt(buyer, 'Table 7');
  expect(words.split('\n').slice(1)).toEqual([
    '6 seats, only together',
    '2 to 4 guests',
    '180.00 EUR for 4 guests',
    'Available',
  ]);
  await keepPicture(buyer.page, 'units-hovered');
  await buyer.page.mouse.click(x, y);
  await buyer.hears('Yours: Table 7. 4 tickets in your order.');
  expect((await session()).cart.seats.map(({ id }: { id: number }) => id).toSorted()).toEqual(
    seatsOfTable(show, 6).toSorted(),
  );
  await keepPicture(buyer.page, 'units-mine');
  await buyer.page.mouse.click(x + 20, y + 12);
  await buyer.page.mouse.move(5, 5);
  await eventually(async () => (await session()).cart.seats.length === 0);
  await eventually(async () => (await buyer.picture()) === before);
  expect(buyer.refusals).toEqual([]);
});

test('the keyboard goes from table to table and to other seats, and changes the number of guests', async () => {
  const buyer = await open(show);
  await buyer.seesMap();
  await buyer.tabTo('Seat map');
  await buyer.hears('Table 1, 6 seats, only together');
  await buyer.key('ArrowRight');
  await buyer.hears('Table 2');
  await buyer.key('ArrowDown');
  await buyer.hears('Table 6');
  await keepPicture(buyer.page, 'units-focused');
  await buyer.key('ArrowDown');
  await buyer.hears('Circle, Row A, Seat');
  await buyer.key('ArrowUp');
  await buyer.hears('Table 6');
  await buyer.key('Enter');
  await buyer.hears('Yours: Table 6. 4 tickets in your order.');
  await buyer.tabTo('One guest less at Table 6');
  await buyer.key('Enter');
  await buyer.hears('3 tickets in your order.');
  await buyer.key('Tab', 'Enter');
  await buyer.hears('4 tickets in your order.');
  await buyer.tabTo('Check out');
  await buyer.key('Enter');
  await buyer.sees('Tables · 6 seats · 4 guests');
  await buyer.sees('180.00 EUR');
});

test('a tap shows what a table is, and its button takes it and gives it back', async () => {
  const buyer = await open(show, { width: 390, height: 844, isTouch: true, pixelRatio: 2 });
  await buyer.seesMap();
  const fingers = await Fingers.on(buyer);
  // Seats are too small for a finger: the first tap looks closer.
  await fingers.tap(await pointAt(buyer, 'Table 3'));
  const { x, y } = await pointAt(buyer, 'Table 3');
  await fingers.tap({ x, y });
  await buyer.sees('180.00 EUR for 4 guests');
  expect(await faults(buyer, 'phone-card')).toEqual([]);
  await buyer.press('Hold all 6 seats');
  await buyer.sees('4 tickets · 180.00 EUR');
  expect(await heldSeats()).toBe(6);
  await fingers.tap({ x, y: y + 10 });
  await buyer.page.locator('.seat-card ::-p-text(Give back)').click();
  await eventually(async () => (await heldSeats()) === 0);
});

test('a table that somebody else takes is taken as a whole, and says so', async () => {
  const buyer = await open(show);
  await buyer.press('Show as a list');
  await buyer.page.locator('.list__sections ::-p-text(Tables)').click();
  await buyer.sees('8 tables or boxes left');
  const other = await calls.open();
  await buyer.before('/lock', async () => {
    succeeded(await calls.callPublic(other, 'lock', { units: [units[4]] }));
  });
  await buyer.choose('Table 5');
  await buyer.sees('Table 5 is gone');
  await buyer.sees('Somebody else has just taken Table 5.');
  await buyer.seatSays('Table 5', 'Taken');
  await buyer.sees('7 tables or boxes left');
  await buyer.press('Show the map');
  expect(await faults(buyer, 'taken')).toEqual([]);
});

test('a table that the event books seat by seat is no object any more, as soon as it is set', async () => {
  const buyer = await open(show);
  await buyer.press('Show as a list');
  await buyer.page.locator('.list__sections ::-p-text(Boxes)').click();
  await buyer.seatSays('Box 2', '4 seats, only together · 180.00 EUR · Available');
  const overrides = { units: [{ id: units[9], booking: 'SEATS' }] };
  succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/units/`, overrides));
  // The prices that the page reads are kept for a quarter of a second.
  service.clock.advance(1_000);
  await buyer.sees('4 seats and 1 table or box left');
  await buyer.page.locator('.list__rows ::-p-text(Box 2)').click();
  await buyer.choose('Seat 3');
  await buyer.sees('1 ticket');
  expect(await heldSeats()).toBe(1);
});

test('after the time has run out the same table is taken again with as many guests', async () => {
  const buyer = await open(show);
  await buyer.press('Show as a list');
  await buyer.page.locator('.list__sections ::-p-text(Tables)').click();
  await buyer.choose('Table 1');
  await buyer.press('One guest less at Table 1');
  await buyer.sees('3 tickets');
  service.clock.advance(16 * 60_000);
  await buyer.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await buyer.sees('Your time has run out');
  await buyer.press('Take the same seats again');
  await buyer.sees('3 tickets');
  await buyer.sees('135.00 EUR');
});

test('guests have ticket types, and keep them while others join', async () => {
  const child = { id: 'child', name: 'Child', amount: 2_000 };
  const prices = [
    { id: show.prices[0], name: 'Hall', amount: 4_500, currency: 'EUR', ticketTypes: [child] },
    { id: show.prices[1], name: 'Other', amount: 2_950, currency: 'EUR' },
  ];
  const key = service.catalog.organization.token;
  succeeded(await service.call('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, { key, body: prices }));
  const buyer = await open(show, { width: 320, height: 640 });
  await buyer.press('Show as a list');
  await buyer.page.locator('.list__sections ::-p-text(Tables)').click();
  await buyer.choose('Table 1');
  await buyer.openOrder();
  await buyer.press('One guest less at Table 1');
  await buyer.press('One guest less at Table 1');
  await buyer.sees('2 tickets · €90.00');
  await buyer.page.locator('select[aria-label="Ticket type of guest 2 at Table 1"]').fill('child');
  await buyer.sees('2 tickets · €65.00');
  expect(await faults(buyer, 'types')).toEqual([]);
  await buyer.press('One guest more at Table 1');
  await buyer.sees('3 tickets · €110.00');
  expect((await session()).amount).toBe(11_000);
});
