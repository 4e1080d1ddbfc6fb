/**
 * How a text is made: by the language that is spoken, with its plural forms, its numbers and lists, and with the texts
 * that a shop has replaced.
 */

import english from '../../src/pages/languages/buyer/en.ts';
import { speech, speechFor } from '../../src/pages/languages/speech.ts';
import { Texts } from '../../src/pages/languages/texts.ts';
import { explain } from '../../src/pages/map/refusals.ts';
import { text, texts } from '../../src/pages/map/texts.ts';
import { seatInSection, seatName, seatNames, startText, totalText } from '../../src/pages/map/words.ts';
import { readPlan } from '../../src/pages/shared/plan.ts';
import { noUnits } from '../../src/pages/shared/units.ts';
import { mapOfBody } from '../support/map-picture.ts';

const speak = (...tags: unknown[]): Promise<void> => texts.speak(speechFor(tags));

afterEach(async () => {
  texts.replace({});
  await speak('en');
});

const rows = [{ name: 'A', seatCount: 4 }];
const map = mapOfBody({ name: 'Hall', sections: [{ name: 'Stalls', x: 0, y: 0, rows }] });
/** The hall with other nouns for its rows and seats. */
const hall = (noun: string, seatNoun: string) =>
  readPlan({ ...map, rows: map.rows.map((row: object) => ({ ...row, name: noun, seatName: seatNoun })) });

test.each([
  ['pl', [1, 2, 5, 22, 25], ['1 bilet', '2 bilety', '5 biletów', '22 bilety', '25 biletów']],
  ['fr', [0, 1, 2], ['0 billet', '1 billet', '2 billets']],
  ['ja', [1, 4], ['チケット1枚', 'チケット4枚']],
  ['ar', [1, 2, 3, 11], ['تذكرة واحدة', 'تذكرتان', '3 تذاكر', '11 تذكرة']],
  ['de', [1, 1234], ['1 Ticket', '1.234 Tickets']],
])('in %s each number has its own form', async (language, counts, expected) => {
  await speak(language);
  expect(counts.map((count) => text('tickets', { count }))).toEqual(expected);
});

test.each([
  [['de-AT'], 'de', 'de-AT'],
  [[undefined, null, 'fr'], 'fr', 'fr'],
  [['sv', 'no such tag', 'pt-BR', 'de'], 'pt', 'pt-BR'],
  [['en-US@posix', 7, {}], 'en', 'en'],
  [['zh-Hant'], 'en', 'en'],
  [['ar-EG'], 'ar', 'ar-EG'],
])('of %j the page speaks the first that has texts', (tags, language, locale) => {
  expect(speechFor(tags)).toMatchObject({ language, locale });
});

test('lists, amounts and times are written as the language writes them', async () => {
  const face = { start: '2027-05-01T19:30:00', startsAt: '2027-05-01T17:30:00.000Z', timeZone: 'Europe/Berlin' };
  const plan = hall('Row', 'Seat');
  await speak('de');
  expect(seatNames(plan, [0, 1, 2])).toBe('Stalls, Reihe A, Plätze 1, 2 und 3');
  expect(totalText(1234.5, [{ priceName: '1234.50 EUR' }])).toBe('1.234,50 EUR');
  expect(startText(face)).toBe('Sa., 1. Mai 2027, 19:30 MESZ');
  await speak('en-GB');
  expect(startText(face)).toMatch(/^Sat,? 1 May 2027,? (?:at )?19:30 CEST$/);
  await speak('ja');
  expect(seatName(plan, 1)).toBe('Stalls A列 2番');
});

test('nouns that an organizer has written stay as they are', async () => {
  const plan = hall('Bankreihe', 'Hocker');
  await speak('pl');
  expect(seatInSection(plan, 0)).toBe('Bankreihe A, Hocker 1');
  expect(seatNames(plan, [0, 1])).toBe('Stalls, Bankreihe A, Hocker 1 i 2');
});

test('names of another script do not turn an Arabic sentence around', async () => {
  await speak('ar');
  expect(text('placeTaken', { name: 'Table 4' })).toBe('محجوز: \u2068Table 4\u2069.');
  expect(speech().direction).toBe('rtl');
});

test('the time at which seats go on sale is that of the venue, and names its zone', () => {
  const plan = hall('Row', 'Seat');
  const problem = { errorCode: 'NOT_ON_SALE', detail: '', opensAt: '2027-05-01T17:30:00.000Z' };
  const refusal = explain(problem, {}, { plan, units: noUnits, room: 1, timeZone: 'Asia/Tokyo' });
  expect(refusal.text).toContain('Sun, May 2, 2027, 02:30 GMT+9');
});

describe('a shop’s own texts', () => {
  test('replace those of the language, for all numbers or for each form', async () => {
    await speak('de');
    texts.replace({
      checkOut: 'Jetzt kaufen',
      tickets: { one: '{count} Karte', other: '{count} Karten' },
      seats: 'Sitze: {count}',
    });
    expect([text('checkOut'), text('tickets', { count: 1 }), text('tickets', { count: 2 })]).toEqual([
      'Jetzt kaufen',
      '1 Karte',
      '2 Karten',
    ]);
    expect([text('seats', { count: 1 }), text('giveBack')]).toEqual(['Sitze: 1', 'Zurückgeben']);
  });

  test.each([null, 'text', [1], { checkOut: 7, noSuchText: 'x', tickets: { one: 'x' }, constructor: 'x' }])(
    'are left out where they are none: %j',
    (wanted) => {
      texts.replace(wanted);
      expect(text('checkOut')).toBe('Check out');
      expect(text('tickets', { count: 2 })).toBe('2 tickets');
    },
  );

  test('keep a placeholder that has no value, and are cut at 300 characters', () => {
    texts.replace({ checkOut: 'Buy {thing}', giveBack: 'x'.repeat(400) });
    expect(text('checkOut')).toBe('Buy {thing}');
    expect(text('giveBack')).toHaveLength(300);
  });
});

describe('a language', () => {
  test('without a region is that of the country for which the texts are written', () => {
    const [portuguese, brazilian] = [speechFor(['pt']), speechFor(['pt-BR'])];
    expect([portuguese.locale, portuguese.plural(0)]).toEqual(['pt-PT', 'other']);
    expect([brazilian.locale, brazilian.plural(0)]).toEqual(['pt-BR', 'one']);
  });

  const fail = () => Promise.reject(new Error('the file is gone'));
  const german = () => import('../../src/pages/languages/buyer/de.json', { with: { type: 'json' } });
  const loaders = { de: german, fr: fail, es: fail, it: fail, nl: fail, pt: fail, pl: fail, ja: fail, ar: fail };

  test('that cannot be loaded leaves the page in English', async () => {
    const page = new Texts(english, loaders);
    await page.speak(speechFor(['de']));
    expect(page.text('taken')).toBe('Vergeben');
    await expect(page.speak(speechFor(['ar']))).rejects.toThrow('the file is gone');
    expect([page.text('taken'), speech().direction, speech().locale]).toEqual(['Taken', 'ltr', 'en']);
  });

  test('that comes late does not replace one that was chosen after it', async () => {
    const gate = Promise.withResolvers<void>();
    const page = new Texts(english, { ...loaders, de: () => gate.promise.then(german) });
    const late = page.speak(speechFor(['de']));
    await page.speak(speechFor(['en']));
    gate.resolve();
    await late;
    expect([page.text('taken'), speech().language]).toEqual(['Taken', 'en']);
  });
});
