/** Venues in the console, in a real browser: a layout is generated, drawn, saved, brought back and protected. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { eventually } from '../support/eventually.ts';
import { booked, seat, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture } from '../support/pictures.ts';
import { bookingOf, succeeded } from '../support/session-calls.ts';

useHall();
useConsole();

const read = async (path: string) => {
  const { token: key } = service.catalog.organization;
  return succeeded(await service.call('GET', path, { key })).body;
};

/** A field for files; the tests know no types of documents. */
interface Upload {
  uploadFile(path: string): Promise<void>;
}

/** A script that counts what is written into the browser's database. */
const countWrites = `(() => {
  globalThis.writes = 0;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...of) {
    globalThis.writes++;
    return put.apply(this, of);
  };
})()`;

/** A script that keeps the files that the page gives to the browser. */
const keepFiles = `(() => {
  globalThis.files = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = (file) => {
    if (file.type !== 'image/svg+xml') file.text().then((text) => globalThis.files.push(text));
    return createObjectURL(file);
  };
})()`;

interface Layout {
  readonly sections: readonly {
    readonly name: string;
    readonly rows: readonly {
      readonly name: string;
      readonly seats: readonly { readonly id: number; readonly name: string; readonly x: number }[];
    }[];
  }[];
}

const layoutOf = (schemaId: number | string): Promise<Layout> => read(`/api/private/v2.0/schemas/${schemaId}/layout/`);
const namesIn = ({ sections }: Layout): string[] =>
  sections.flatMap(({ rows }) => rows.map(({ seats }) => seats.map(({ name }) => name).join(' ')));
const idsIn = ({ sections }: Layout): number[] =>
  sections.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.map(({ id }) => id)));
const schemaIdNow = async (): Promise<string> =>
  ((await page.evaluate('location.hash')) as string).split('/').at(-1) ?? '';

/** Looks at the page as it is on a phone and on a desk. */
async function lookAt(name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewport({ width, height });
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, `${name}-${width}`);
  }
}

async function unfold(name: string): Promise<void> {
  await shown.pressAt(`summary ::-p-text(${name})`);
}

let made = '';

test('a venue is made, and a layout for it from a few figures', async () => {
  await shown.go('#/venues');
  await shown.press('New venue');
  await shown.fillIn('Name', 'Grand');
  await shown.press('Make the venue');
  await shown.see('New layout for Grand');
  await lookAt('venues');
  await shown.pressAt('a ::-p-text(New layout for Grand)');
  await shown.press('Make the layout');
  await shown.see('Give the layout a name.');
  await shown.fillIn('Name of the layout', 'Main hall');
  await shown.fillIn('Rows', '3');
  await shown.fillIn('Balcony rows', '0');
  await shown.fillIn('Seats in the first row', '6');
  await shown.see('21 seats and 0 places');
  await lookAt('new-layout');
  await shown.press('Make the layout');
  await shown.see('Everything is saved.');
  made = await schemaIdNow();
  expect(namesIn(await layoutOf(made))).toEqual(['1 2 3 4 5 6', '1 2 3 4 5 6 7', '1 2 3 4 5 6 7 8']);
});

test('seats are selected with a box, numbered again and saved as the seats they were', async () => {
  const before = await layoutOf(made);
  await shown.selectAllSeats();
  await shown.see('21 seats and 1 shape selected');
  await unfold('Seat numbers');
  await page.locator('::-p-aria([name="Order"][role="combobox"])').fill('right');
  await shown.fillIn('First', '101');
  await shown.press('Number the seats');
  await shown.see('1 change not saved.');
  await lookAt('editor');
  await shown.press('Save');
  await shown.see('Everything is saved.');
  const after = await layoutOf(made);
  expect(namesIn(after)[0]).toBe('106 105 104 103 102 101');
  expect(idsIn(after)).toEqual(idsIn(before));
});

test('the keyboard moves what is selected, and takes it back', async () => {
  const before = await layoutOf(made);
  await page.focus('.map-surface');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.down('Alt');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.up('Alt');
  await shown.see('3 changes not saved.');
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  await shown.see('2 changes not saved.');
  await shown.press('Save');
  await shown.see('Everything is saved.');
  const shift = (await layoutOf(made)).sections[0]?.rows[0]?.seats[0]?.x ?? 0;
  expect(shift - (before.sections[0]?.rows[0]?.seats[0]?.x ?? 0)).toBe(2);
});

test('a screen reader hears where the keyboard is, which goes on there when its seat is removed', async () => {
  const heard = async (): Promise<string> =>
    (await page.evaluate(`document.querySelector('.editor-frame [role=status]').innerText`)) as string;
  await page.focus('.map-surface');
  for (const key of ['Escape', 'PageDown', 'PageUp', 'ArrowDown', 'ArrowRight'] as const)
    await page.keyboard.press(key);
  const removed = await eventually(async () => {
    const words = await heard();
    expect(await page.$eval('.map-tip', (tip) => tip.textContent)).toBe(words);
    return words.startsWith('Stalls, row B, seat ') && words;
  });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await shown.see('1 change not saved.');
  // The keyboard is at its place again once the drawing without the seat is shown.
  await eventually(async () => {
    await page.keyboard.press('ArrowRight');
    const words = await heard();
    return words.startsWith('Stalls, row B, seat ') && words !== removed;
  });
  await shown.press('Undo');
  await shown.see('Everything is saved.');
});

test('what was drawn and not saved is there again after a reload', async () => {
  await shown.press('Add');
  await shown.see('1 change not saved.');
  await shown.see('Kept in this browser.');
  await page.evaluate(countWrites);
  await shown.press('Add');
  await shown.see('2 changes not saved.');
  await shown.see('Kept in this browser.');
  // The change before is kept already.
  expect(await page.evaluate('globalThis.writes')).toBe(1);
  await shown.press('Undo');
  await shown.see('1 change not saved.');
  await shown.see('Kept in this browser.');
  await page.reload();
  await shown.see('is here again');
  await shown.see('1 change not saved.');
  await shown.press('Save');
  await shown.see('Everything is saved.');
  expect((await layoutOf(made)).sections.map(({ name }) => name)).toEqual(['Stalls', 'Section']);
});

test('a club has its tables as units, which are named, booked seat by seat and made of other seats', async () => {
  const { venueId } = await read(`/api/private/v2.0/schemas/${made}`);
  const units = async () => (await read(`/api/private/v2.0/schemas/${await schemaIdNow()}/units/`)).units;
  await shown.makeClub(venueId);
  expect(await units()).toMatchObject([
    { name: 'Table 1', booking: 'WHOLE' },
    { name: 'Table 2', booking: 'WHOLE' },
  ]);
  await shown.press('Select all');
  await unfold('Tables and boxes');
  await shown.see('2 units in this layout');
  await shown.press('Make a unit');
  await shown.see('Table 3: 12 seats');
  await shown.fillIn('Name of the unit', 'Long table');
  await shown.fillIn('Guests at least', '13');
  await shown.press('Set the terms');
  await shown.see('Guests at least must be a whole number from 1 to 12.');
  await shown.fillIn('Guests at least', '2');
  await shown.press('Set the terms');
  await shown.see('Long table: 12 seats');
  await lookAt('editor-units');
  await shown.press('Save');
  await shown.see('Everything is saved.');
  expect(await units()).toMatchObject([{ name: 'Long table', booking: 'WHOLE', min: 2, max: null }]);
  await shown.press('Select all');
  await shown.press('Dissolve');
  await shown.see('0 units in this layout');
  await shown.press('Undo');
  await shown.see('Long table: 12 seats');
});

test('a file is looked at, its mistakes are named, and it becomes a layout', async () => {
  const { venueId } = await read(`/api/private/v2.0/schemas/${made}`);
  const folder = await mkdtemp(join(tmpdir(), 'usher-'));
  const send = async (text: string): Promise<void> => {
    await writeFile(join(folder, 'Cellar.csv'), text);
    const input = (await page.waitForSelector('input[type=file]')) as unknown as Upload;
    await input.uploadFile(join(folder, 'Cellar.csv'));
  };
  await shown.go(`#/venues/${venueId}/new`);
  await send('section,row,seat\nPit,A,1\nPit,A,1\n');
  await shown.see('lines[3].seat must be unique in its parent.');
  await send('section,row,seat\nPit,A,1\nPit,,2\nPit,,3\n');
  await shown.see('lines[3].row must be there as well: a seat has a row\nlines[4].row must be there');
  await send('section,row,seat\nPit,A,1\nPit,A,2\n');
  await shown.see('1 row, 2 seats and 0 areas');
  await shown.press('Import the layout');
  await shown.see('Everything is saved.');
  expect(await read(`/api/private/v2.0/schemas/${await schemaIdNow()}`)).toMatchObject({ name: 'Cellar', capacity: 2 });
  await rm(folder, { recursive: true });
});

test('a layout is saved as files that an import takes', async () => {
  await shown.go(`#/venues/0/${made}`);
  await shown.see('Everything is saved.');
  await page.evaluate(keepFiles);
  for (const name of ['Save as CSV', 'Save as JSON']) await shown.press(name);
  const files = await eventually(async () => {
    const found = (await page.evaluate('globalThis.files')) as readonly string[];
    return found.length === 2 ? found : null;
  });
  const isJson = (file: string): boolean => file.startsWith('{');
  expect(files.map(isJson).toSorted()).toEqual([false, true]);
  const { token } = service.catalog.organization;
  for (const file of files) {
    const [format, type] = isJson(file) ? ['json', 'application/json'] : ['csv', 'text/csv'];
    const path = `/api/private/v2.0/schemas/import/?format=${format}&name=Again&dryRun=true`;
    const headers = { 'Content-Type': type, 'X-API-Key': token };
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: file });
    expect(await answer.json()).toMatchObject({ seats: idsIn(await layoutOf(made)).length });
  }
});

test('what is sold cannot be removed: the refusal names it', async () => {
  await booked('directsale', bookingOf([seat(0)]));
  await shown.go(`#/venues/0/${show.schemaId}`);
  await shown.see('Everything is saved.');
  await shown.press('Select all');
  await shown.press('Remove');
  await shown.press('Save');
  await shown.see('sold, locked or held and must stay');
  expect(idsIn(await layoutOf(show.schemaId))).toContain(seat(0));
  await shown.press('Undo');
  await shown.see('Everything is saved.');
});

test('nothing was complained about', () => {
  expect(shown.complaints).toEqual([]);
});
