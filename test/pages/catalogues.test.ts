/**
 * The catalogues of the pages' texts: every language has every text, with the same placeholders and with the plural forms
 * that it needs, and no page has a text outside of them. The list of texts that shops can replace is docs/texts.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import buyer from '../../src/pages/languages/buyer/en.ts';
import type { Entry } from '../../src/pages/languages/catalogue.ts';
import consoleAudit from '../../src/pages/languages/console/audit/en.ts';
import consoleBranding from '../../src/pages/languages/console/branding/en.ts';
import consoleCounter from '../../src/pages/languages/console/counter/en.ts';
import consoleEditor from '../../src/pages/languages/console/editor/en.ts';
import consoleEvent from '../../src/pages/languages/console/event/en.ts';
import consoleEvidence from '../../src/pages/languages/console/evidence/en.ts';
import consoleMain from '../../src/pages/languages/console/main/en.ts';
import consolePeople from '../../src/pages/languages/console/people/en.ts';
import consoleSale from '../../src/pages/languages/console/sale/en.ts';
import consoleWebhooks from '../../src/pages/languages/console/webhooks/en.ts';
import { languages } from '../../src/pages/languages/languages.ts';
import { parseSources, readFiles } from '../support/source-tree.ts';
import { looseTexts } from '../tidy/loose-texts.ts';

type Catalogue = Readonly<Record<string, Entry>>;

const root = join(import.meta.dirname, '..', '..');
const folders = 'src/pages/languages';
/** The English catalogues, by their folders. */
const english: Readonly<Record<string, Catalogue>> = {
  buyer,
  'console/branding': consoleBranding,
  'console/editor': consoleEditor,
  'console/counter': consoleCounter,
  'console/event': consoleEvent,
  'console/evidence': consoleEvidence,
  'console/main': consoleMain,
  'console/webhooks': consoleWebhooks,
  'console/people': consolePeople,
  'console/sale': consoleSale,
  'console/audit': consoleAudit,
};
const catalogues = Object.entries(english).flatMap(([part, of]) =>
  languages.map((language) => ({
    name: `${part} in ${language}`,
    language,
    of,
    own: language === 'en' ? of : readCatalogue(part, language),
  })),
);
const translated = catalogues.filter(({ language }) => language !== 'en');
/** Texts that are the same word in English and in another language. */
const sameWords: Readonly<Record<string, readonly string[]>> = {
  'buyer in de': ['pageTitle'],
  'buyer in fr': ['places', 'accessible'],
  'console/counter in fr': ['placesInCart'],
  'console/audit in de': ['person', 'details'],
  'console/audit in nl': ['details'],
  'console/editor in fr': ['placeCount', 'centre', 'table', 'tables'],
  'console/editor in it': ['areaCount', 'area'],
  'console/editor in nl': ['letters'],
  'console/main in de': ['webhooks', 'name', 'status', 'viewLive', 'checkouts'],
  'console/main in fr': [
    'webhooks',
    'places',
    'session',
    'total',
    'invitation',
    'viewSessions',
    'confirmations',
    'sessionActive',
  ],
  'console/main in es': ['webhooks', 'total'],
  'console/main in it': ['area', 'password'],
  'console/main in nl': ['webhooks', 'status', 'viewLive'],
  'console/main in pt': ['webhooks', 'total'],
  'console/main in pl': ['status'],
  'console/people in de': ['link', 'roleManager'],
  'console/people in fr': ['actions'],
  'console/people in it': ['link'],
  'console/people in nl': ['link', 'roleManager'],
  'console/people in pl': ['link'],
  'console/webhooks in de': ['webhook', 'backToWebhooks'],
  'console/webhooks in fr': ['types', 'secret', 'webhook', 'description', 'backToWebhooks', 'action'],
  'console/webhooks in es': ['webhook', 'backToWebhooks'],
  'console/webhooks in it': ['webhook'],
  'console/webhooks in nl': ['webhook', 'backToWebhooks'],
  'console/webhooks in pt': ['webhook', 'backToWebhooks'],
  'console/webhooks in pl': ['webhook'],
  'console/webhooks in ja': ['webhook'],
};

function readCatalogue(part: string, language: string): Catalogue {
  return JSON.parse(readFileSync(join(root, folders, part, `${language}.json`), 'utf8'));
}

const formsOf = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));
const placeholdersOf = (text: string): string[] =>
  Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
/** Of a form for one number only, `{count}` may be a word: "one ticket". */
const namesIn = (text: string): string =>
  placeholdersOf(text)
    .filter((name) => name !== 'count')
    .sort()
    .join();
const otherOf = (entry: Entry): string => (typeof entry === 'string' ? entry : entry.other);
const hasCount = (entry: Entry): boolean => placeholdersOf(otherOf(entry)).includes('count');

/** What is wrong with a catalogue, in words. */
function faultsOf(language: string, catalogue: Catalogue, of: Catalogue): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const missing = Object.keys(of).filter((key) => !Object.hasOwn(catalogue, key));
  const unknown = Object.keys(catalogue).filter((key) => !Object.hasOwn(of, key));
  const unlike = Object.entries(of).flatMap(([key, entry]) => {
    const translated = catalogue[key];
    if (translated === undefined) return [];
    const isPlural = typeof entry !== 'string';
    const expected = isPlural ? [...pluralCategories].sort() : [];
    const forms = typeof translated === 'string' ? [] : Object.keys(translated).sort();
    return [
      ...(forms.join() === expected.join() ? [] : [`${key} has the forms ${forms}, not ${expected}`]),
      ...(formsOf(translated).every((form) => namesIn(form) === namesIn(otherOf(entry)))
        ? []
        : [`${key} has other placeholders`]),
      ...(hasCount(translated) === hasCount(entry) ? [] : [`${key} has no number`]),
      ...(formsOf(translated).every((text) => text.trim() !== '') ? [] : [`${key} is empty`]),
    ];
  });
  return [...missing.map((key) => `${key} is missing`), ...unknown.map((key) => `${key} is unknown`), ...unlike];
}

test.each(catalogues)('$name has every text, with its placeholders and all of its plural forms', (one) => {
  expect(faultsOf(one.language, one.own, one.of)).toEqual([]);
});

test('every folder of texts is one of these catalogues', () => {
  const paths = readFiles(root, [folders]).map(({ path }) => path.slice(folders.length + 1));
  const parts = paths.filter((path) => path.endsWith('/de.json')).map((path) => path.slice(0, -'/de.json'.length));
  expect(parts.sort()).toEqual(Object.keys(english).sort());
});

test('a text that lacks a plural form, a placeholder or its key is found', () => {
  const of = { left: { one: '{count} left', other: '{count} left' }, go: 'Go to {place}', end: 'End' };
  const polish = { left: { one: '{count}', other: 'tyle' }, go: 'Idź', more: 'Więcej' };
  expect(faultsOf('pl', polish, of)).toEqual([
    'end is missing',
    'more is unknown',
    'left has the forms one,other, not few,many,one,other',
    'left has no number',
    'go has other placeholders',
  ]);
});

test.each(translated)('nothing is left in English: $name', ({ name, own, of }) => {
  const isWorded = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''));
  const same = Object.entries(of).filter(([key, entry]) => {
    return formsOf(entry).some((text) => isWorded(text) && formsOf(own[key] ?? '').includes(text));
  });
  expect(same.map(([key]) => key)).toEqual(sameWords[name] ?? []);
});

test('an Arabic text that begins with a name says that it runs from right to left', () => {
  const texts = translated.filter(({ language }) => language === 'ar').flatMap(({ own }) => Object.values(own));
  const begun = texts
    .flatMap(formsOf)
    .filter((text) => /^[^\p{L}]*\{(?!count\}|detail\})/u.test(text) && !text.startsWith('\u200f'));
  expect(begun).toEqual([]);
});

test.each(['map', 'console'])('a browser that runs no script is told in each language that it must: %s', (name) => {
  const page = readFileSync(join(root, `src/pages/${name}/index.html`), 'utf8');
  const told = Array.from(page.matchAll(/<p lang="(\w+)"/g), ([, language]) => language);
  expect(told).toEqual([...languages]);
});

describe('texts for people', () => {
  /** § stands for $ in the code of a template. */
  const inCode = (code: string): string[] => {
    const sources = parseSources([{ path: 'a.tsx', text: code.replaceAll('§', '$') }]);
    return sources.flatMap(looseTexts).map(({ says }) => says);
  };

  test.each([
    'const a = <p>Sold out</p>;',
    'const a = <img alt="a hall" />;',
    'const a = <PlainButton aria-label="close" />;',
    'const a = left === 0 ? "sold out" : "";',
    'const a = `§{count} left`;',
    'const a = `from §{price}`;',
    "shop.announce('taken');",
    "const a = { title: 'Not on sale yet' };",
    "const noun = row?.noun ?? 'Seat';",
  ])('are found in %s', (code) => {
    expect(inCode(code)).toHaveLength(1);
  });

  test.each([
    'const a = <p class="notice notice--quiet large">{text("soldOut")}</p>;',
    "import { x } from './Seat name.ts';",
    "type A = 'Sold out';",
    "const isEnter = event.key === 'Enter';",
    'const a = `§{count} × §{price}`;',
    'const a = <li class={`line §{look} wide`}>{name}</li>;',
    "refuse({ code: 'X', message: 'In this mode nothing can be held.' });",
  ])('are not what %s has', (code) => {
    expect(inCode(code)).toEqual([]);
  });

  test('stand in no code of the pages', () => {
    const files = readFiles(root, ['src/pages/map', 'src/pages/console', 'src/pages/shared/components']);
    const sources = parseSources(files);
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(looseTexts).map(({ path, line, says }) => `${path}:${line} ${says}`)).toEqual([]);
  });
});

test('docs/texts.md lists every text of the buyer’s page', () => {
  const path = join(root, 'docs/texts.md');
  const page = readFileSync(path, 'utf8');
  const cellOf = (entry: Entry): string => formsOf(entry).join('<br>').replaceAll('|', '\\|');
  const rows = Object.entries(buyer as Catalogue).map(([key, entry]) => `| \`${key}\` | ${cellOf(entry)} |`);
  const [before = ''] = page.split('| key |');
  const written = `${before}| key | in English |\n|---|---|\n${rows.join('\n')}\n`;
  if (process.env.TEXT_TABLE === 'write') writeFileSync(path, written);
  else expect(page).toBe(written);
});
