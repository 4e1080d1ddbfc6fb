/**
 * The brand of an organization as it is sent and shown: which languages, texts and colours it can have, and how long it can be.
 * Texts must have the placeholders of those that they replace. Whether its colours can be read is not decided here.
 */
import { z } from 'zod';
import { constraint, issue } from '#codec/constraint.ts';
import { shownAs, text } from '#codec/fields.ts';
import { webAddress } from '#codec/web-address.ts';
import type { Brand } from '#storage/catalog/brands.ts';
import english from '../../pages/languages/buyer/en.ts';
import { type Entry, ownTextLengthMax, placeholdersOf, pluralCategories } from '../../pages/languages/catalogue.ts';
import { languages } from '../../pages/languages/languages.ts';
import { type BrandColour, brandColours, themes } from '../../pages/shared/brand-colours.ts';

const logoAltLengthMax = 255;
/** Buyers load them with the face of the event. */
const textsLengthMax = 20_000;
const colourShape = /^#[0-9a-f]{6}$/i;

const meanings: Readonly<Record<BrandColour, string>> = {
  accent: 'Of buttons that lead on.',
  accentInk: 'Text on `accent`.',
  paper: 'Behind the map.',
  card: 'Behind the head, the order and messages.',
  ink: 'Text.',
  inkQuiet: 'Text that says less.',
};

const colour = z.string().regex(colourShape, 'must be a colour such as #3451c6');
const members = (of: z.ZodType<string | null | undefined>) =>
  Object.fromEntries(brandColours.map((name) => [name, of.meta({ description: meanings[name] })]));

const givenTheme = z.object(members(colour.nullish())).meta({ id: 'GivenBrandTheme' });
const shownTheme = z.object(members(z.string().optional())).meta({ id: 'BrandTheme' });

const themeMeanings = {
  light: 'For people who prefer light pages.',
  dark: 'For people who prefer dark pages.',
};

const aText = { type: 'string', minLength: 1, maxLength: ownTextLengthMax };
/** Read by `checkTexts`, whose refusals name the key. */
const replaced = z.unknown().meta({
  ...shownAs({
    oneOf: [
      aText,
      {
        type: 'object',
        required: ['other'],
        properties: Object.fromEntries(
          pluralCategories.map((one) => [one, { ...aText, description: `For numbers of the category ${one}.` }]),
        ),
      },
    ],
  }),
  description: 'A text, or its plural forms.',
});
const byKey = z.record(z.string(), replaced);

const described = {
  logoUrl: 'A picture at the head of the pages. The page of a shop that sets a `logo` shows that one.',
  logoAlt: 'What a screen reader says of the logo. Null: nothing.',
  colours: 'By theme. An absent colour is that of the page.',
  texts: 'By language and by the keys of docs/texts.md.',
};

export const givenBrand = z
  .object({
    logoUrl: webAddress.nullish().meta({ description: described.logoUrl }),
    logoAlt: text(1, logoAltLengthMax).nullish().meta({ description: described.logoAlt }),
    colours: z
      .object({
        light: givenTheme.nullish().meta({ description: themeMeanings.light }),
        dark: givenTheme.nullish().meta({ description: themeMeanings.dark }),
      })
      .nullish()
      .meta({ description: described.colours }),
    texts: z.record(z.string(), byKey).check(checkTexts).nullish().meta({ description: described.texts }),
  })
  .meta({ id: 'GivenBrand' });

export const shownBrand = z
  .object({
    logoUrl: z.string().nullable().meta({ description: described.logoUrl }),
    logoAlt: z.string().nullable().meta({ description: described.logoAlt }),
    colours: z.object({ light: shownTheme, dark: shownTheme }).meta({ description: described.colours }),
    texts: z.record(z.string(), byKey).meta({ description: described.texts }),
  })
  .meta({ id: 'Brand' });

/** As it is stored: without absent colours, languages and texts. */
export function brandOf({ logoUrl = null, logoAlt = null, colours, texts }: z.output<typeof givenBrand>): Brand {
  const [light, dark] = themes.map((theme) => {
    const given = Object.entries(colours?.[theme] ?? {});
    return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] != null));
  }) as [Record<string, string>, Record<string, string>];
  const spoken = Object.entries((texts ?? {}) as Brand['texts']).filter(([, own]) => Object.keys(own).length > 0);
  return { logoUrl, logoAlt, colours: { light, dark }, texts: Object.fromEntries(spoken) };
}

type Found = z.core.ParsePayload<Record<string, Record<string, unknown>>>;

function checkTexts({ value, issues }: Found): void {
  let length = 0;
  for (const [language, own] of Object.entries(value)) {
    if (!(languages as readonly string[]).includes(language)) {
      issues.push(issue('UNKNOWN_VALUE', `must be one of ${languages.join(', ')}`, [language], language));
      continue;
    }
    for (const [key, entry] of Object.entries(own)) {
      length += JSON.stringify(entry).length;
      const wrong = whyNotText(key, entry);
      if (wrong === null) continue;
      issues.push(issue(wrong.code, wrong.message, [language, key, ...(wrong.form ?? [])], wrong.rejected ?? null));
    }
  }
  if (length <= textsLengthMax) return;
  const message = `must have ${textsLengthMax} characters or less in all`;
  issues.push({ code: 'custom', message, params: { ...constraint('SIZE'), rejected: null }, input: value });
}

interface Wrong {
  readonly code: 'TYPE' | 'SIZE' | 'PATTERN' | 'UNKNOWN_VALUE' | 'NOT_NULL';
  readonly message: string;
  /** The plural form. */
  readonly form?: readonly string[];
  readonly rejected?: unknown;
}

function whyNotText(key: string, entry: unknown): Wrong | null {
  if (!Object.hasOwn(english, key))
    return { code: 'UNKNOWN_VALUE', message: 'must be a key of docs/texts.md', rejected: key };
  const replacedOne: Entry = english[key as keyof typeof english];
  if (typeof entry === 'string') return whyNotForm(entry, replacedOne, true);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { code: 'TYPE', message: 'must be a text, or its plural forms' };
  }
  if (typeof replacedOne === 'string') return { code: 'TYPE', message: 'must be a text: it has no plural forms' };
  const forms: readonly [string, unknown][] = Object.entries(entry);
  for (const [category, form] of forms) {
    if (!(pluralCategories as readonly string[]).includes(category)) {
      const message = `must be one of ${pluralCategories.join(', ')}`;
      return { code: 'UNKNOWN_VALUE', message, form: [category], rejected: category };
    }
    const wrong = whyNotForm(form, replacedOne, category === 'other');
    if (wrong !== null) return { ...wrong, form: [category] };
  }
  return Object.hasOwn(entry, 'other') ? null : { code: 'NOT_NULL', message: 'must not be null', form: ['other'] };
}

/** A form for few numbers, such as "one minute left", need not name the number. */
function whyNotForm(form: unknown, replacedOne: Entry, isForAll: boolean): Wrong | null {
  if (typeof form !== 'string') return { code: 'TYPE', message: 'must be a text' };
  if (form.length === 0 || form.length > ownTextLengthMax) {
    return { code: 'SIZE', message: `must have 1 to ${ownTextLengthMax} characters`, rejected: form };
  }
  if (!text(1, ownTextLengthMax).safeParse(form).success) {
    return { code: 'PATTERN', message: 'must not contain U+0000 or unpaired surrogates' };
  }
  const wanted = placeholdersOf(typeof replacedOne === 'string' ? replacedOne : replacedOne.other);
  const had = placeholdersOf(form);
  const missing = isForAll ? [...wanted].filter((name) => !had.has(name)) : [];
  const unknown = [...had].filter((name) => !wanted.has(name));
  const named = [...missing, ...unknown].map((name) => `{${name}}`).join(', ');
  if (missing.length > 0) return { code: 'PATTERN', message: `must have the placeholders ${named}`, rejected: form };
  return unknown.length === 0 ? null : { code: 'PATTERN', message: `must not have ${named}`, rejected: form };
}
