/**
 * Holds at the box office of the console, in a real browser: places kept for a person by name, held longer, sold and given back, and a
 * sale that is not finished when a hold comes to the till.
 */
import { eventually } from '../support/eventually.ts';
import { ask, calls, floor, seat, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
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

const hour = 3_600_000;

/** Holds a seat for a person for an hour. Resolves with the id of the session. */
async function hold(name: string, at: number, properties: object = {}): Promise<string> {
  const heldUntil = new Date(service.clock.now() + hour).toISOString();
  const body = { properties: { name, ...properties }, heldUntil };
  const { id } = succeeded(await ask('POST', `/api/private/v2.0/events/${show.eventId}/counter-sessions/`, body)).body;
  if (at < 40) succeeded(await calls.lock(id, [seat(at)]));
  else succeeded(await calls.lock(id, [], [[floor, 1]]));
  return id;
}

/** The sessions of the counter as `state places name`, in the order of their names. */
async function atCounter(): Promise<readonly string[]> {
  const sessions = succeeded(await calls.list('&counter=true')).body as {
    readonly state: string;
    readonly cartSize: number;
    readonly properties: { readonly name?: string };
  }[];
  return sessions.map(({ state, cartSize, properties }) => `${properties.name ?? '-'} ${state} ${cartSize}`).toSorted();
}

async function openHolds(name: string): Promise<void> {
  await shown.go(`#/events/${show.eventId}/box-office/holds`);
  await shown.see(name);
}

/** A sale of two places, which is not finished. */
async function beginSale(): Promise<void> {
  await shown.go(`#/events/${show.eventId}/box-office`);
  await shown.see('39 free');
  await shown.press('2');
  await shown.pressAt('.offer');
  await shown.see('2 places');
}

/** A press on Sell of Ada's hold, while that sale is not finished. */
async function askForHold(): Promise<void> {
  await hold('Ada Byron', 30);
  await beginSale();
  await openHolds('Ada Byron');
  await shown.press('Sell the hold of Ada Byron');
  await shown.see('A sale is not finished');
  await shown.see('It has 2 places for 90.00.');
}

const sees = (wanted: readonly string[]) =>
  eventually(async () => {
    expect(await atCounter()).toEqual(wanted);
    return true;
  });

beforeEach(() => page.evaluate('sessionStorage.removeItem("usher-sale-" + location.hash.split("/")[2])'));

test('places are held for a person until a time, and sold from the holds', async () => {
  await shown.go(`#/events/${show.eventId}/box-office`);
  await shown.see('40 free');
  await shown.pressAt('.offer');
  await shown.press('Hold…');
  await shown.fillIn('Name of the customer', 'Ada Byron');
  await page.locator('dialog input[type=datetime-local]').fill('2001-01-20T18:00');
  await shown.press('Hold');
  await shown.see('heldUntil must be later than now');
  await page.locator('dialog input[type=datetime-local]').fill('2027-01-20T18:00');
  await shown.press('Hold');
  await shown.see('The places are held.');
  await openHolds('Ada Byron');
  await shown.see('20 Jan 2027, 18:00');
  await looksRight(page, 'console-holds');
  await shown.press('Sell the hold of Ada Byron');
  await shown.see('This is the hold of Ada Byron.');
  await looksRight(page, 'console-till-hold');
  await shown.pressAt('#till-sell');
  await shown.see('Next sale');
  await sees(['Ada Byron CONFIRMED 1']);
  await openHolds('There are no holds.');
});

test('the end of a hold is moved by the clock of the venue', async () => {
  const id = await hold('Ada Byron', 0, { phone: '+49 30 1' });
  await openHolds('Ada Byron');
  const { expiresAt } = succeeded(await calls.read(id)).body;
  await shown.press('Change the end of the hold of Ada Byron');
  await shown.see('Until when is the hold of Ada Byron kept?');
  const field = page.locator('dialog input[type=datetime-local]');
  const before = await page.$eval('dialog input[type=datetime-local]', (found) => found.value);
  const inZone = await page.evaluate(`new Date(${JSON.stringify(before)}).toISOString().slice(0, 16)`);
  expect(inZone).toBe(expiresAt.slice(0, 16));
  await looksRight(page, 'console-hold-end');
  await field.fill('');
  await shown.press('Change the end');
  await shown.see('Enter a time.');
  await field.fill('2001-01-20T18:00');
  await shown.press('Change the end');
  await shown.see('heldUntil must be later than now');
  await field.fill('2027-01-21T18:30');
  await shown.press('Change the end');
  await shown.see('21 Jan 2027, 18:30');
  const moved = await page.evaluate('new Date("2027-01-21T18:30").toISOString()');
  expect(succeeded(await calls.read(id)).body).toMatchObject({
    expiresAt: moved,
    properties: { name: 'Ada Byron', phone: '+49 30 1' },
  });
});

test('a sale that is not finished is never replaced in silence: it is gone back to', async () => {
  await askForHold();
  await looksRight(page, 'console-till-unfinished');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { hidden: true });
  await shown.press('Sell the hold of Ada Byron');
  await shown.press('Back to the sale');
  await shown.see('This sale was not finished.');
  await sees(['- ACTIVE 2', 'Ada Byron ACTIVE 1']);
});

test('or it is kept as a hold of its own', async () => {
  await askForHold();
  await shown.press('Hold…');
  await shown.press('Hold');
  await shown.see('Enter a name and a time.');
  await shown.fillIn('Name of the customer', 'Grace Hopper');
  await page.locator('dialog input[type=datetime-local]').fill('2027-01-20T18:00');
  await shown.press('Hold');
  await shown.see('This is the hold of Ada Byron.');
  await sees(['Ada Byron ACTIVE 1', 'Grace Hopper ACTIVE 2']);
});

test('or its places are given back', async () => {
  await askForHold();
  await shown.press('Give everything back');
  await shown.see('This is the hold of Ada Byron.');
  await sees(['- CANCELLED 0', 'Ada Byron ACTIVE 1']);
});

test('a hold that is at the till stays held: for another one without a question, by a button, and by Escape', async () => {
  await hold('Ada Byron', 0);
  await hold('Grace Hopper', 1);
  await openHolds('Ada Byron');
  await shown.press('Sell the hold of Ada Byron');
  await shown.see('This is the hold of Ada Byron.');
  await openHolds('Grace Hopper');
  await shown.press('Sell the hold of Grace Hopper');
  await shown.see('This is the hold of Grace Hopper.');
  await shown.press('Leave it held');
  await shown.see('The places are held.');
  await openHolds('Ada Byron');
  await shown.press('Sell the hold of Ada Byron');
  await shown.see('This is the hold of Ada Byron.');
  await page.focus('#till-sell');
  await page.keyboard.press('Escape');
  await shown.see('The places are held.');
  await sees(['Ada Byron ACTIVE 1', 'Grace Hopper ACTIVE 1']);
});

test('many holds are shown by pages, and found by name', async () => {
  for (let at = 0; at < 52; at++) await hold(`Guest ${at + 1}`, at);
  const rows = () => page.$$eval('tbody tr', (found) => found.length);
  await openHolds('From 1 to 50, newest first. There are more.');
  expect(await rows()).toBe(50);
  await looksRight(page, 'console-holds-many');
  await shown.press('Older');
  await shown.see('From 51 to 52, newest first');
  expect(await rows()).toBe(2);
  expect(await shown.text()).not.toContain('There are more.');
  await shown.fillIn('Name', 'guest 17');
  await eventually(async () => (await rows()) === 1);
  await shown.see('Guest 17');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
