/**
 * Evidence in the console, in a real browser: reports by what a person chooses, purchases found and saved, what happened to a
 * seat and to an area, and the event as it was at a moment.
 */
import { eventually } from '../support/eventually.ts';
import { ask, calls, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
import { seriesCalls } from '../support/series-calls.ts';
import { sessionCalls, succeeded } from '../support/session-calls.ts';

const theatre = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows: ['L', 'M'].map((name) => ({ name, seatCount: 20 })) },
    { name: 'Circle', rows: [{ name: 'A', seatCount: 12 }] },
    { name: 'Floor', ga: true, capacity: 20 },
  ],
};

useHall({ layout: theatre });
useConsole();

async function buy(reference: string, seat: number, properties: object): Promise<void> {
  const id = await calls.open([show.seats[seat] as number], [[show.areas[0] as number, 2]]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference, properties }));
}

/** What the browser was given to save, by a press of this button. */
async function saved(button: string): Promise<string> {
  await page.evaluate(`(() => {
    const make = URL.createObjectURL;
    globalThis.saved = null;
    // No file is written.
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = () => { HTMLAnchorElement.prototype.click = click; };
    URL.createObjectURL = (blob) => {
      URL.createObjectURL = make;
      blob.text().then((text) => { globalThis.saved = text; });
      return make.call(URL, blob);
    };
  })()`);
  await shown.press(button);
  return eventually(() => page.evaluate('globalThis.saved') as Promise<string>);
}

test('a report counts by what the person chooses, and adds up', async () => {
  await buy('R-1', 3, { name: 'Ada Lovelace' });
  await shown.go(`#/events/${show.eventId}/report`);
  await shown.see('Includes everything up to change');
  await shown.see('Circle');
  await shown.pressAt('::-p-aria([name="Section"][role="checkbox"])');
  const figures = () =>
    page.$$eval('tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  await eventually(async () => (await figures()).length === 3);
  const rows = await figures();
  expect(rows.map(([state, places]) => [state, places])).toEqual([
    ['Available', '69'],
    ['Sold', '3'],
    ['All', '72'],
  ]);
  const report = succeeded(await ask('GET', `/api/private/v2.0/events/${show.eventId}/report/?by=status`)).body;
  expect(report.rows.map(({ places }: { readonly places: number }) => places)).toEqual([69, 3]);
  expect((await saved('Save as CSV')).split('\r\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^status,places/),
    expect.stringMatching(/^AVAILABLE,69/),
  ]);
  await shown.pressAt('::-p-aria([name="Section"][role="checkbox"])');
  await shown.see('Circle');
  await looksRight(page, 'console-report');
  for (const name of ['Section', 'State']) await shown.pressAt(`::-p-aria([name="${name}"][role="checkbox"])`);
  await shown.see('Choose at least one.');
});

test('a report counts all events of a series, from any of them and from their template', async () => {
  await shown.go(`#/events/${show.eventId}/report`);
  await shown.see('Includes everything up to change');
  expect(await shown.text()).not.toContain('All events of the series');
  const calls = seriesCalls(service);
  const made = await calls.create({ name: 'Run', templateEventId: show.eventId, timeZone: 'Europe/Berlin' });
  const { id } = succeeded(made).body;
  const dates: string[] = [];
  for (const day of ['2027-06-01', '2027-06-02']) {
    const added = await calls.add(id, { start: `${day}T19:30:00`, end: `${day}T22:00:00` });
    dates.push(succeeded(added).body.id);
  }
  const [first, second] = dates as [string, string];
  const ofDate = sessionCalls(service, { ...show, eventId: second });
  const session = await ofDate.open(show.seats.slice(0, 3));
  succeeded(await ofDate.checkout(session));
  succeeded(await ofDate.confirm(session));
  await shown.go(`#/events/${first}/report`);
  await shown.see('Includes everything up to change');
  await shown.press('All events of the series');
  await shown.see('Includes everything of 2 events of the series up to now.');
  await shown.pressAt('::-p-aria([name="Section"][role="checkbox"])');
  const figures = () =>
    page.$$eval('tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  await eventually(async () => (await figures()).length === 3);
  expect((await figures()).map(([state, places]) => [state, places])).toEqual([
    ['Available', '141'],
    ['Sold', '3'],
    ['All', '144'],
  ]);
  expect((await saved('Save as CSV')).split('\r\n')[2]).toMatch(/^SOLD,3/);
  await looksRight(page, 'console-report-series');
  await shown.press('This event');
  await shown.see('Includes everything up to change');
  await shown.go(`#/events/${show.eventId}/setup`);
  await shown.pressAt('::-p-aria([name="Report of all dates"][role="link"])');
  await shown.see('Includes everything of 2 events of the series up to now.');
});

test('purchases are found by reference, by name and by seat', async () => {
  await buy('R-17', 3, { name: 'Ada Lovelace', seats: 2 });
  await buy('=R-18', 24, { name: 'Ben Bell' });
  await shown.go(`#/events/${show.eventId}/orders`);
  await shown.see('R-17');
  await shown.see('Stalls, row M, seat 5');
  await looksRight(page, 'console-orders');
  const others: [string, string, string, string][] = [
    ['Reference', '18', 'R-18', 'R-17'],
    ['Name or another property', 'lovelace', 'R-17', 'R-18'],
    ['Row', 'M', 'R-18', 'R-17'],
  ];
  const anew = async (): Promise<void> => {
    await shown.go(`#/events/${show.eventId}/report`);
    await shown.see('Rows are told apart by');
    await shown.go(`#/events/${show.eventId}/orders`);
    await shown.see('R-17');
  };
  for (const [field, text, found, hidden] of others) {
    await shown.fillIn(field, text);
    await eventually(async () => !(await shown.text()).includes(hidden));
    expect(await shown.text()).toContain(found);
    await anew();
  }
  await shown.fillIn('Reference', 'nothing like it');
  await shown.see('There are no such orders.');
  await anew();
  // A reference would be a formula for a spreadsheet.
  expect(await saved('Save as CSV')).toContain("\r\n'=R-18,");
});

test('who had a seat, and when, is answered from the map', async () => {
  const taken = show.seats[0] as number;
  const later = () => service.clock.advance(5_000);
  later();
  const first = await calls.open([taken]);
  later();
  succeeded(await calls.cancel(first));
  later();
  const id = await calls.open([taken]);
  later();
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: 'R-20' }));
  await shown.go(`#/events/${show.eventId}/live`);
  await shown.see('Sold to a session');
  await page.focus('.map-surface');
  // The first seat has the focus of the keyboard.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await shown.press('History of Stalls, row L, seat 1');
  await shown.see('What happened to Stalls, row L, seat 1');
  await shown.see('R-20');
  const rows = await page.$$eval('dialog tbody tr', (found) =>
    found.map((row) => [...row.children].slice(1, 4).map((cell) => cell.textContent)),
  );
  expect(rows).toEqual([
    ['Held or locked', 'Sold', 'The organization’s server'],
    ['Available', 'Held or locked', id],
    ['Held or locked', 'Available', first],
    ['Available', 'Held or locked', first],
  ]);
  await looksRight(page, 'console-history');
  await page.$$eval('dialog tbody a', (links) => Reflect.get(links[3] as object, 'click').call(links[3]));
  await shown.see('The event as it was');
  const stateThen = () => page.$$eval('.legend strong', (found) => found.map(({ textContent }) => textContent));
  await eventually(async () => (await stateThen()).join(' ') === '51 1 0 0');
  await shown.press('Change before');
  await eventually(async () => (await stateThen()).join(' ') === '52 0 0 0');
  await looksRight(page, 'console-past');
  await shown.press('Now');
  await eventually(async () => (await stateThen()).join(' ') === '51 0 1 0');
  await shown.press('History of Floor');
  await shown.see('Nothing has happened to it.');
  await shown.press('Done');
  await page.locator('::-p-aria([name="Time"][role="slider"])').fill('0');
  await eventually(async () => (await stateThen()).join(' ') === '52 0 0 0');
});

test('a moment that cannot be read is refused in words', async () => {
  await shown.go(`#/events/${show.eventId}/past/9999`);
  await shown.see('must be at most');
  await shown.press('Now');
  await shown.see('The event now');
  expect(service.url).toContain('http');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
