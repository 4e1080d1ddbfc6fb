/**
 * The console in German, and in Arabic from right to left, in a real browser: chosen by the menu before the login, kept after a
 * reload, without any English left, nothing cut off, and readable for a screen reader. Leaves pictures in test/pictures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../src/pages/languages/catalogue.ts';
import audit from '../../src/pages/languages/console/audit/en.ts';
import editor from '../../src/pages/languages/console/editor/en.ts';
import event from '../../src/pages/languages/console/event/en.ts';
import evidence from '../../src/pages/languages/console/evidence/en.ts';
import main from '../../src/pages/languages/console/main/en.ts';
import people from '../../src/pages/languages/console/people/en.ts';
import sale from '../../src/pages/languages/console/sale/en.ts';
import webhooks from '../../src/pages/languages/console/webhooks/en.ts';
import { languages } from '../../src/pages/languages/languages.ts';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { storeSchema } from '../support/catalog.ts';
import { email, password } from '../support/console-page.ts';
import { eventually } from '../support/eventually.ts';
import { ask, calls, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

useHall({ once: true });
useConsole({ isLoggedIn: false });

const folder = join(import.meta.dirname, '..', '..', 'src', 'pages', 'languages', 'console');
const english: Readonly<Record<string, Entry>> = {
  ...main,
  ...sale,
  ...people,
  ...webhooks,
  ...audit,
  ...event,
  ...evidence,
  ...editor,
};
/** English sentences and labels that nothing else on the page can contain. */
const englishTexts = Object.values(english)
  .filter((entry) => typeof entry === 'string')
  .filter((text) => text.length > 10 && !text.includes('{'));

/** Three seats on the left, and one on the right. */
const unevenHall = {
  name: 'Uneven hall',
  sections: [{ name: 'Pit', rows: [{ name: 'A', seats: [0, 25, 50, 500].map((x) => ({ name: `${x}`, x, y: 0 })) }] }],
};
let venueId = 0;
let unevenId = 0;

/** The text of a key, as the catalogue of the language has it. */
function textIn(language: string, part: string, key: string): string {
  return JSON.parse(readFileSync(join(folder, part, `${language}.json`), 'utf8'))[key];
}

/** A text with a number, which the page writes in its digits. */
async function numberedIn(language: string, part: string, key: string, count: number): Promise<string> {
  const forms = textIn(language, part, key) as unknown as Record<string, string>;
  const form = forms[new Intl.PluralRules(language).select(count)] ?? '';
  return form.replace('{count}', (await ofPage(`new Intl.NumberFormat('${language}').format(${count})`)) as string);
}

const ofPage = (script: string): Promise<unknown> => page.evaluate(script);
const cutOff = `[...document.querySelectorAll('button, .badge, .tab, .tile span, dialog label')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
  .map((one) => one.textContent)`;

/** What is wrong with the page as it is shown now, in a narrow and in a wide window. */
async function faultsOf(name: string): Promise<string[]> {
  const found: unknown[] = [];
  for (const width of [390, 1440]) {
    await page.setViewport({ width, height: 900 });
    const text = await shown.text();
    found.push(...englishTexts.filter((one) => text.includes(one)).map((one) => `English: ${one}`));
    found.push(...((await ofPage(cutOff)) as string[]).map((one) => `cut off: ${one}`));
    const overflow = await overflowOf(page);
    if (overflow > 0) found.push(`${overflow} pixels too wide`);
    found.push(...(await seriousFindings(page)));
    await keepPicture(page, `console-${name}-${width}`);
    if (found.length > 0) return found.map((fault) => `${name} at ${width}: ${fault}`);
  }
  return [];
}

const language = 'main select.language, .top-bar select.language';

async function choose(value: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.locator(language).fill(value)]);
  await eventually(async () => (await ofPage('document.documentElement.lang')) === value);
}

async function logIn(): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await shown.pressAt('form .button.primary');
  await page.waitForSelector('.top-bar');
}

beforeAll(async () => {
  await calls.open(show.seats.slice(0, 2), [[show.areas[0], 2]]);
  const bought = await calls.open(show.seats.slice(4, 6));
  succeeded(await calls.checkout(bought));
  succeeded(await calls.confirm(bought, { reference: 'ORDER-7' }));
  const admission = { mode: 'QUEUE', ratePerMinute: 600 };
  succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, admission));
  const terms = { name: 'Fan club', access: 'PASS' };
  succeeded(await ask('POST', `/api/private/v2.0/events/${show.eventId}/allotments/`, terms));
  venueId = succeeded(await ask('POST', '/api/private/v2.0/venues/', { name: 'Grand' })).body.id;
  unevenId = (await storeSchema(service.catalog, unevenHall)).id;
});

describe.each([
  ['de', 'ltr'],
  ['ar', 'rtl'],
])('in %s', (tag, direction) => {
  /** Each page, and what is there when it has been read. */
  const pages = (): readonly (readonly [name: string, address: string, sign: string])[] => {
    const ofEvent = `#/events/${show.eventId}`;
    return [
      ['events', '#/events', '.filters'],
      ['live', ofEvent, '.legend li:nth-child(3)'],
      ['sessions', `${ofEvent}/sessions`, 'tbody tr'],
      ['setup', `${ofEvent}/setup`, '.checklist li'],
      ['painting', `${ofEvent}/painting`, '.selection .swatch'],
      ['prices', `${ofEvent}/prices`, 'tbody tr'],
      ['allotments', `${ofEvent}/allotments`, 'tbody tr'],
      ['units', `${ofEvent}/units`, '.empty'],
      ['on-sale', `${ofEvent}/on-sale`, 'dl.pairs'],
      ['orders', `${ofEvent}/orders`, 'tbody tr'],
      ['report', `${ofEvent}/report`, 'figure.bars'],
      ['past', `${ofEvent}/past`, '.legend li:nth-child(3)'],
      ['venues', '#/venues', '.card:last-of-type tbody tr'],
      ['new-layout', `#/venues/${venueId}/new`, '.map-frame canvas'],
      ['editor', `#/venues/${venueId}/${unevenId}`, '.editor-sections li'],
      ['webhooks', '#/webhooks', '.empty'],
      ['people', '#/people', 'tbody tr'],
      ['keys', '#/keys', '.secret'],
      ['audit', '#/audit', '.table-frame, .empty'],
    ];
  };

  test('the language is chosen before the login, and kept after a reload', async () => {
    await choose(tag);
    await shown.see(textIn(tag, 'main', 'logInTitle'));
    expect(await ofPage('document.documentElement.dir')).toBe(direction);
    expect(await faultsOf(`${tag}-login`)).toEqual([]);
    await logIn();
    await page.reload();
    await page.waitForSelector('.top-bar');
    await shown.see(textIn(tag, 'main', 'venues'));
    expect(await page.$eval('select.language', (select) => select.value)).toBe(tag);
  });

  test('every page is in the language, whole, and accessible', async () => {
    const found: string[] = [];
    for (const [name, address, sign] of pages()) {
      await shown.go(address);
      await page.waitForSelector(`main :is(${sign})`);
      if (name === 'events') {
        // The events of tests have fixed dates.
        await page.locator('main select').fill('all');
        await page.waitForSelector('main tbody tr');
      }
      await ofPage("for (const one of document.querySelectorAll('main details')) one.open = true");
      found.push(...(await faultsOf(`${tag}-${name}`)));
    }
    expect(found).toEqual([]);
  });

  test('forms are in the language', async () => {
    const forms = [
      ['#/people', 'people', 'inviteAsk'],
      ['#/webhooks', 'webhooks', 'newWebhook'],
      [`#/events/${show.eventId}/allotments`, 'sale', 'newAllotmentAsk'],
      [`#/events/${show.eventId}/prices`, 'sale', 'newPriceAsk'],
      ['#/venues', 'editor', 'newVenue'],
    ] as const;
    const found: string[] = [];
    for (const [address, part, key] of forms) {
      await shown.go(address);
      await shown.press(textIn(tag, part, key));
      await page.waitForSelector('dialog form');
      found.push(...(await faultsOf(`${tag}-form-${key}`)));
      await shown.pressAt('dialog .dialog-buttons .button');
    }
    expect(found).toEqual([]);
  });

  test('the drawing of a layout is not mirrored: a box on the left selects the seats on the left', async () => {
    await shown.go(`#/venues/${venueId}/${unevenId}`);
    await page.waitForSelector('.editor-sections li');
    await shown.see(await numberedIn(tag, 'editor', 'seatCount', 4));
    const { mouse } = page;
    const frame = await page.$eval('.map-frame', (found) => {
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
      return found.getBoundingClientRect().toJSON();
    });
    await mouse.move(frame.x + 4, frame.y + 4);
    await mouse.down();
    await mouse.move(frame.x + frame.width / 2, frame.y + frame.height - 4, { steps: 4 });
    await mouse.up();
    await shown.see(await numberedIn(tag, 'editor', 'seatCount', 3));
    await keepPicture(page, `console-${tag}-editor-selected`);
  });

  test('what is added to a layout gets a name in the language', async () => {
    await shown.press(textIn(tag, 'editor', 'add'));
    const names = `[...document.querySelectorAll('.editor-sections .two-lines')].map((one) => one.firstChild.textContent).join()`;
    await eventually(async () => (await ofPage(names)) === `Pit,${textIn(tag, 'editor', 'section')}`);
    // The browser keeps unsaved changes, and the next language would find them.
    await shown.press(textIn(tag, 'editor', 'undo'));
    await shown.see(textIn(tag, 'editor', 'allSaved'));
  });

  test('the map is not mirrored, and its seats are told in the language', async () => {
    await shown.go(`#/events/${show.eventId}`);
    await page.waitForSelector('.legend li:nth-child(3)');
    await page.focus('.map-surface');
    await page.keyboard.press('ArrowRight');
    const [row] = textIn(tag, 'main', 'rowOf').split('{');
    await shown.see(row as string);
    const first = await page.$eval('.map-tip', (tip) => tip.textContent);
    await page.keyboard.press('ArrowRight');
    await eventually(async () => (await page.$eval('.map-tip', (tip) => tip.textContent)) !== first);
    await keepPicture(page, `console-${tag}-seat`);
  });

  test('a seat and its session are told in the language', async () => {
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog .link');
    expect(await faultsOf(`${tag}-seat-dialog`)).toEqual([]);
    await shown.pressAt('dialog .link');
    await page.waitForSelector('main section.panel li');
    expect(await faultsOf(`${tag}-session`)).toEqual([]);
  });

  test('another person at this browser finds the language before the login', async () => {
    await shown.press(textIn(tag, 'main', 'logOut'));
    await shown.see(textIn(tag, 'main', 'logInTitle'));
    await choose('en');
    await shown.see('Log in to the console');
    expect(shown.complaints).toEqual([]);
  });
});

/** What does not stand where it should in the bar of the page, with long names of the person and the organization. */
const barFaults = `(() => {
  for (const name of document.querySelectorAll('.top-bar .names > *')) name.textContent = 'Städtische Bühnen und Konzerthäuser';
  const [brand, nav, person] = ['.brand', 'nav', '.person'].map((one) => document.querySelector('.top-bar ' + one).getBoundingClientRect());
  const beside = (one, other) => one.top < other.bottom && other.top < one.bottom;
  const faults = [];
  if (!beside(brand, person)) faults.push('the person is not beside the brand');
  if (innerWidth >= 1440 && !beside(brand, nav)) faults.push('the sections are not beside the brand');
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
  return faults;
})()`;

test('the bar is one line on a desktop, and two on smaller screens, in every language', async () => {
  await logIn();
  const found: string[] = [];
  for (const tag of languages) {
    const isShown = (await page.$eval('.top-bar select.language', (select) => select.value)) === tag;
    if (!isShown) await Promise.all([page.waitForNavigation(), page.locator(language).fill(tag)]);
    await page.waitForSelector('.top-bar .person');
    for (const width of [390, 768, 1440]) {
      await page.setViewport({ width, height: 900 });
      found.push(...((await ofPage(barFaults)) as string[]).map((fault) => `${tag} at ${width}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
});
