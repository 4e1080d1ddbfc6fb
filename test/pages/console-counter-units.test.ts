/**
 * Tables that are sold whole and areas with ticket types at the till of the console, in a real browser: taken by name with their guests,
 * on the map, and by type; sold, and given back whole.
 */
import { pointAt } from '../support/console-map.ts';
import { eventually } from '../support/eventually.ts';
import { ask, calls, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';
import { seatsOfTable, setTables, tableHall } from '../support/table-hall.ts';

useHall({ layout: { ...tableHall, sections: [...tableHall.sections, { name: 'Bar', ga: true, capacity: 30 }] } });
useConsole();

const adult = { id: 'adult', name: 'Adult', amount: 3_000 };
const child = { id: 'child', name: 'Child', amount: 1_250 };

beforeEach(async () => {
  await setTables(show);
  const prices = [
    { id: show.prices[0], name: 'Seats', amount: 4_500, currency: 'EUR' },
    { id: show.prices[1], name: 'Bar', amount: 3_000, currency: 'EUR', ticketTypes: [adult, child] },
  ];
  succeeded(await ask('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, prices));
  await page.setViewport({ width: 1440, height: 900 });
  await shown.go(`#/events/${show.eventId}/box-office`);
  await shown.see('80 free');
});

const lines = () => page.$$eval('.till-cart .cart-lines > li', (found) => found.map(({ textContent }) => textContent));
const linesAre = (wanted: readonly RegExp[]) =>
  eventually(async () => {
    const read = await lines();
    expect(read).toEqual(wanted.map((line) => expect.stringMatching(line)));
    return true;
  });
const choose = (name: string) => page.locator('::-p-aria([name="Table or box"][role="combobox"])').fill(name);

/** The newest session, with its whole cart. */
async function newest() {
  const [{ id }] = succeeded(await calls.list()).body;
  return succeeded(await calls.read(id)).body;
}

async function unitId(name: string): Promise<string> {
  const { units } = succeeded(await ask('GET', `/api/private/v2.0/events/${show.eventId}/units/`)).body;
  return String(units.find((unit: { readonly name: string }) => unit.name === name).id);
}

test('a table is taken by its name with its guests, who alone are paid for, and sold whole', async () => {
  await choose(await unitId('Table 3'));
  await shown.fillIn('Guests', '5');
  await shown.press('Take Table 3');
  await shown.see('Guests must be a whole number from 2 to 4.');
  await shown.fillIn('Guests', '3');
  await looksRight(page, 'console-till-unit-choice');
  await shown.press('Take Table 3');
  await linesAre([/^Table 3, 3 guests€135\.00/]);
  await shown.see('6 places');
  await looksRight(page, 'console-till-unit');
  await shown.pressAt('#till-sell');
  await shown.see('Next sale');
  await linesAre([/^Table 3, 3 guests€135\.00/]);
  const { state, cart, amount } = await newest();
  expect([state, amount]).toEqual(['CONFIRMED', 13_500]);
  expect(cart.seats.map(({ id }: { readonly id: number }) => id).toSorted()).toEqual(seatsOfTable(show, 2).toSorted());
  await shown.press('Next sale');
  await shown.see('74 free');
});

test('a press on a table of the map takes all of it, and another one gives all of it back', async () => {
  const { x, y } = await pointAt('Table 7');
  await page.mouse.click(x, y);
  await linesAre([/^Table 7, 4 guests€180\.00/]);
  const box = await pointAt('Box 1');
  await page.mouse.click(box.x, box.y);
  await linesAre([/^Table 7, 4 guests/, /^Box 1, 4 guests/]);
  const again = await pointAt('Table 7');
  await page.mouse.click(again.x, again.y);
  await linesAre([/^Box 1, 4 guests/]);
  await shown.pressAt('[aria-label="Give back Box 1, 4 guests"]');
  await shown.see('Choose a number and a price');
  await shown.see('80 free');
  expect((await newest()).cart).toEqual({ seats: [], groupOfSeats: [] });
});

test('places of an area are counted by ticket type, grow by another press, and are given back by type', async () => {
  const offer = (name: string) => page.locator(`.offer ::-p-text(${name})`);
  await shown.see('Bar · Adult');
  await shown.press('2');
  await offer('Bar · Adult').click();
  await linesAre([/^2 × BarAdult, €30\.00/]);
  await offer('Bar · Child').click();
  await linesAre([/^2 × BarAdult/, /^1 × BarChild, €12\.50/]);
  await shown.press('3');
  await offer('Bar · Child').click();
  await linesAre([/^2 × BarAdult/, /^4 × BarChild/]);
  await shown.see('Sell for €110.00');
  await looksRight(page, 'console-till-typed-area');
  await shown.pressAt('[aria-label="Give back 2 × Bar"]');
  await linesAre([/^4 × BarChild/]);
  await shown.pressAt('#till-sell');
  await shown.see('Next sale');
  const { state, cart, amount } = await newest();
  expect([state, amount]).toEqual(['CONFIRMED', 5_000]);
  expect(cart.groupOfSeats).toMatchObject([{ capacity: 4, ticketType: 'child', amount: 1_250 }]);
  await shown.press('Next sale');
  await shown.see('26 free');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
