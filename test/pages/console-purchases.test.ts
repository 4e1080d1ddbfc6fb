/** Purchases at the box office of the console, in a real browser: looked up, exchanged, released, and printed for the door. */
import { calls, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture, looksRight } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

const theatre = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows: ['A', 'B'].map((name) => ({ name, seatCount: 20 })) },
    { name: 'Floor', ga: true, capacity: 20 },
  ],
};

useHall({ layout: theatre });
useConsole();

/** How many are confirmed. */
async function purchases(): Promise<number> {
  const sessions = succeeded(await calls.list()).body as { readonly state: string }[];
  return sessions.filter(({ state }) => state === 'CONFIRMED').length;
}

test('a purchase is looked up, exchanged with both sides shown, and released after a question', async () => {
  const id = await calls.open([show.seats[0] as number]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'R-17', properties: { name: 'Ada Lovelace' } }));
  await shown.go(`#/events/${show.eventId}/box-office/find`);
  await shown.see('R-17');
  await shown.fillIn('Name', 'lovelace');
  await shown.press('Open R-17');
  await shown.see('Purchase R-17');
  await looksRight(page, 'console-till-find');
  await shown.press('Exchange…');
  await shown.pressAt('.exchanging input[type=checkbox]');
  await shown.fillIn('Floor (29.50 EUR)', '1');
  await looksRight(page, 'console-till-exchange');
  await shown.pressAt('.exchanging .button.primary');
  await shown.see('Exchange these places?');
  await shown.pressAt('dialog .button.danger');
  await shown.see('Last exchange');
  await looksRight(page, 'console-till-exchanged');
  const sides = await page.$$eval('.exchange-sides li', (found) => found.map(({ textContent }) => textContent));
  expect(sides).toEqual(['Stalls, row A, seat 145.00 EUR', '1 × Floor29.50 EUR']);
  await shown.press('Release purchase…');
  await shown.see('Release this purchase?');
  await shown.press('Cancel');
  expect(await purchases()).toBe(1);
  await shown.press('Release purchase…');
  await shown.pressAt('dialog .button.danger');
  await shown.see('The purchase is released.');
  expect(await purchases()).toBe(0);
});

test('the list for the door has a line for each seat, in their order', async () => {
  for (const [seat, reference, name] of [
    [21, 'R-2', 'Ben, "Bell"'],
    [1, 'R-1', 'Ada'],
  ] as const) {
    const id = await calls.open([show.seats[seat] as number, show.seats[seat + 9] as number]);
    succeeded(await calls.checkout(id));
    succeeded(await calls.confirm(id, { reference, properties: { name } }));
  }
  await shown.go(`#/events/${show.eventId}/box-office/door`);
  await shown.see('4 places');
  const rows = await page.$$eval('.door-list tbody tr', (found) =>
    found.map((row) => [...row.children].map(({ textContent }) => textContent).join(' ')),
  );
  expect(rows).toEqual([
    'Stalls A 2 45.00 EUR Ada R-1',
    'Stalls A 11 45.00 EUR Ada R-1',
    'Stalls B 2 45.00 EUR Ben, "Bell" R-2',
    'Stalls B 11 45.00 EUR Ben, "Bell" R-2',
  ]);
  await looksRight(page, 'console-door');
  await page.emulateMediaType('print');
  const printed = await shown.text();
  expect(printed).toContain('Ben, "Bell"');
  expect(printed).not.toContain('Log out');
  await keepPicture(page, 'console-door-printed');
  await page.emulateMediaType('screen');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
