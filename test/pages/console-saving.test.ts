/** What a person draws while a save of the layout is under way, in a real browser: the service answers late, and nothing is lost. */
import type { HTTPRequest } from 'puppeteer-core';
import { eventually } from '../support/eventually.ts';
import { ask, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useConsole();

let schema = '';
const units = async () => succeeded(await ask('GET', `/api/private/v2.0/schemas/${schema}/units/`)).body.units;
const seats = async (): Promise<string[]> => {
  const { sections } = succeeded(await ask('GET', `/api/private/v2.0/schemas/${schema}/layout/`)).body;
  const rows = sections.flatMap((section: { rows: object[] }) => section.rows);
  return rows.map((row: { name: string; seats: { name: string }[] }) => {
    return `${row.name}: ${row.seats.map(({ name }) => name).join(' ')}`;
  });
};

/** What the page says of what is drawn. */
const standing = (): Promise<string> => page.$eval('.editor-foot > span', (found) => found.textContent ?? '');
const older = 'Saving… What has changed since then is not saved.';

/** Presses Save, draws while the service has not got it yet, and lets it through. */
async function saveAndMeanwhile(draw: () => Promise<void>): Promise<void> {
  const held: HTTPRequest[] = [];
  const hold = (request: HTTPRequest): void => {
    if (request.method() === 'PUT') held.push(request);
    else void request.continue();
  };
  await page.setRequestInterception(true);
  page.on('request', hold);
  await shown.press('Save');
  await eventually(() => held.length === 1);
  expect(await standing()).toBe('Saving…');
  await draw();
  page.off('request', hold);
  await held[0]?.continue();
  await page.setRequestInterception(false);
}

test('a new unit can be changed during the save that stores it', async () => {
  const venue = succeeded(await ask('POST', '/api/private/v2.0/venues/', { name: 'Cellar' })).body;
  await shown.makeClub(venue.id);
  schema = ((await page.evaluate('location.hash')) as string).split('/').at(-1) ?? '';
  await shown.press('Select all');
  await page.locator('summary ::-p-text(Tables and boxes)').click();
  await shown.press('Make a unit');
  await shown.see('Table 3: 12 seats');
  await saveAndMeanwhile(async () => {
    await shown.fillIn('Name of the unit', 'Long table');
    await shown.press('Set the terms');
    await shown.see(older);
  });
  await shown.see('1 change not saved.');
  await shown.see('Long table: 12 seats');
  await looksRight(page, 'editor-drawn-meanwhile');
  expect(await units()).toMatchObject([{ name: 'Table 3' }]);
  await shown.press('Save');
  await shown.see('Everything is saved.');
  expect(await units()).toMatchObject([{ name: 'Long table' }]);
});

test('what is taken back during a save is drawn again, and saved as it was', async () => {
  const before = await seats();
  await shown.press('Select all');
  await shown.press('Remove');
  await shown.see('1 change not saved.');
  await saveAndMeanwhile(async () => {
    await shown.press('Undo');
    await shown.see(older);
    await shown.press('Redo');
    await eventually(async () => (await standing()) === 'Saving…');
    await shown.press('Undo');
    await shown.see(older);
  });
  await shown.see('1 change not saved.');
  expect(await seats()).toEqual([]);
  await shown.press('Save');
  await shown.see('Everything is saved.');
  expect((await seats()).toSorted()).toEqual(before.toSorted());
  expect(await units()).toMatchObject([{ name: 'Long table' }]);
  expect(shown.complaints).toEqual([]);
});
