/**
 * Layouts of several venues, and of programs that draw no outlines, in a real browser: where each belongs, what is drawn of it,
 * and that the words of its panels can be read.
 */
import { ask, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useConsole();

const made: Record<string, number> = {};

beforeAll(async () => {
  for (const [venue, layout] of [
    ['Opera', 'Main house'],
    ['Cellar', 'Club night'],
  ] as const) {
    const { id: venueId } = succeeded(await ask('POST', '/api/private/v2.0/venues/', { name: venue })).body;
    const floor = { name: 'Standing', ga: true, capacity: 40, x: 0, y: 100, width: 200, height: 80 };
    const sections = [{ name: 'Stalls', rows: [{ name: 'A', seatCount: 8 }] }, floor];
    made[layout] = succeeded(
      await ask('POST', '/api/private/v2.0/schemas/', { name: layout, venueId, sections }),
    ).body.id;
  }
});

test('the list of layouts says of which venue each is, and so does the form of a new event', async () => {
  await shown.go('#/venues');
  await shown.see('Club night');
  const rows = (): Promise<string[]> =>
    page.$$eval('.card:last-of-type tbody tr', (all) => all.map((row) => (row.textContent ?? '').trim()));
  await page.waitForFunction("document.querySelector('.card:last-of-type tbody')?.textContent.includes('Opera')");
  expect((await rows()).filter((row) => /Main house|Club night/.test(row))).toEqual([
    expect.stringContaining('Cellar'),
    expect.stringContaining('Opera'),
  ]);
  await looksRight(page, 'console-venues');
  await shown.go('#/events');
  await shown.press('New event');
  await page.locator('::-p-aria([name="Layout"][role="combobox"])').wait();
  const choices = await page.$$eval('dialog option', (all) => all.map((option) => option.textContent));
  expect(choices).toEqual(expect.arrayContaining(['Main house · Opera', 'Club night · Cellar']));
  await shown.press('Cancel');
});

test('an area with a box of its own is drawn in the editor, and moved', async () => {
  const id = made['Main house'];
  await shown.go(`#/venues/1/${id}`);
  await shown.see('40 places');
  await shown.press('Select Standing');
  await shown.see('0 seats and 1 shape selected');
  await page.focus('.map-surface');
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Alt');
  await shown.see('1 change not saved.');
  await shown.press('Save');
  await shown.see('Everything is saved.');
  await looksRight(page, 'editor-own-box');
  const { shapes } = (await page.evaluate(
    `fetch('/api/seatmap/${id}/', { headers: { Authorization: 'Bearer ' + JSON.parse(sessionStorage.getItem('usher-console')).token } })
      .then((response) => response.json())`,
  )) as { shapes: readonly object[] };
  expect(shapes).toMatchObject([{ purpose: 'GA', left: 0, top: 101, width: 200, height: 80, text: 'Standing' }]);
});

test('an area goes with the box that nobody has stored', async () => {
  await shown.go(`#/venues/1/${made['Club night']}`);
  await shown.see('40 places');
  await shown.press('Select Standing');
  await shown.see('0 seats and 1 shape selected');
  await shown.press('Remove');
  await shown.press('Save');
  await shown.see('Everything is saved.');
  const path = `/api/private/v2.0/schemas/${made['Club night']}/layout/`;
  const { sections } = succeeded(await ask('GET', path)).body;
  expect(sections.map(({ name }: { readonly name: string }) => name)).toEqual(['Stalls']);
  expect(shown.complaints).toEqual([]);
});

test.each([1440, 390])('no choice of the editor is cut off at %i pixels', async (width) => {
  await page.setViewport({ width, height: 900 });
  await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
  const cutOff = await page.$$eval('main select', (all) =>
    all.flatMap((select) => {
      const free = select.cloneNode(true) as typeof select;
      free.style.width = 'max-content';
      select.after(free);
      const wanted = free.offsetWidth;
      free.remove();
      return wanted > select.offsetWidth ? [`${select.textContent}: ${wanted} in ${select.offsetWidth}`] : [];
    }),
  );
  expect(cutOff).toEqual([]);
});

test('in Arabic the names of prices begin where the others do, and keep their order', async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await Promise.all([page.waitForNavigation(), page.locator('.top-bar select.language').fill('ar')]);
  await shown.go(`#/events/${show.eventId}/prices`);
  await page.waitForSelector('main tbody th');
  const gaps = (await page.evaluate(
    `[...document.querySelectorAll('main tbody th')].map((cell) =>
      cell.getBoundingClientRect().right - cell.querySelector('[dir=auto]').getBoundingClientRect().right -
        parseFloat(getComputedStyle(cell).paddingInlineStart))`,
  )) as number[];
  expect(gaps).not.toEqual([]);
  expect(gaps.map((gap) => Math.round(Math.abs(gap)))).toEqual(gaps.map(() => 0));
  await looksRight(page, 'console-prices-ar');
  await shown.go(`#/events/${show.eventId}/painting`);
  await page.waitForSelector('.selection .swatch');
  expect(await page.$$eval('.selection button bdi', (all) => all.map((name) => name.textContent))).toContain(
    '45.00 EUR',
  );
  expect(shown.complaints).toEqual([]);
});
