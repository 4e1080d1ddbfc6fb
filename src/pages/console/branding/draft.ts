/** The brand as a person edits it: what is saved, what is typed, and the steps between that can be taken back. Pure. */
import type { components } from '../../../client/index.ts';
import type { Entry } from '../../languages/catalogue.ts';
import type { BrandColour, ThemeName } from '../../shared/brand-colours.ts';

type Stored = components['schemas']['Brand'];
type Given = components['schemas']['GivenBrand'];

export interface Draft {
  /** Empty texts: not set. */
  readonly logoUrl: string;
  readonly logoAlt: string;
  readonly colours: Readonly<Record<ThemeName, Colours>>;
  readonly texts: Readonly<Record<string, Readonly<Record<string, Forms>>>>;
}

/** A null: that of the page. */
type Colours = { readonly [Colour in BrandColour]?: string | null };

/** A text, or the plural forms that are typed. */
type Forms = string | { readonly [One in Category]?: string };
type Category = Intl.LDMLPluralRule;

export interface Drafting {
  readonly saved: Draft;
  readonly now: Draft;
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  /** What the last step has changed: typing in one field is one step. */
  readonly field: string;
}

const stepsMax = 200;

export function begin(stored: Stored | null): Drafting {
  const saved: Draft = {
    logoUrl: stored?.logoUrl ?? '',
    logoAlt: stored?.logoAlt ?? '',
    colours: stored?.colours ?? { light: {}, dark: {} },
    texts: (stored?.texts ?? {}) as Draft['texts'],
  };
  return { saved, now: saved, past: [], future: [], field: '' };
}

export function change(drafting: Drafting, field: string, next: Draft): Drafting {
  const isSame = field === drafting.field && drafting.past.length > 0;
  const past = isSame ? drafting.past : [...drafting.past, drafting.now].slice(-stepsMax);
  return { ...drafting, now: next, past, future: [], field };
}

export function undo(drafting: Drafting): Drafting {
  const before = drafting.past.at(-1);
  if (before === undefined) return drafting;
  const future = [drafting.now, ...drafting.future];
  return { ...drafting, now: before, past: drafting.past.slice(0, -1), future, field: '' };
}

export function redo(drafting: Drafting): Drafting {
  const [next, ...future] = drafting.future;
  if (next === undefined) return drafting;
  return { ...drafting, now: next, past: [...drafting.past, drafting.now], future, field: '' };
}

export function withColour(draft: Draft, theme: ThemeName, colour: BrandColour, value: string): Draft {
  return { ...draft, colours: { ...draft.colours, [theme]: { ...draft.colours[theme], [colour]: value || null } } };
}

/** `category`: of a text with plural forms; null: of another text. */
export function textAt(draft: Draft, language: string, key: string, category: Category | null): string {
  const forms = draft.texts[language]?.[key] ?? '';
  if (typeof forms === 'string') return category === null || category === 'other' ? forms : '';
  return forms[category ?? 'other'] ?? '';
}

export interface TextPlace {
  readonly language: string;
  readonly key: string;
  readonly category: Category | null;
}

export function withText(draft: Draft, { language, key, category }: TextPlace, value: string): Draft {
  const { [key]: before, ...others } = draft.texts[language] ?? {};
  const forms = category === null ? value : formsWith(before ?? {}, category, value);
  const own = isEmpty(forms) ? others : { ...others, [key]: forms };
  return { ...draft, texts: { ...draft.texts, [language]: own } };
}

function formsWith(before: Forms, category: Category, value: string): Forms {
  const forms = typeof before === 'string' ? { other: before } : before;
  return Object.fromEntries(Object.entries({ ...forms, [category]: value }).filter(([, form]) => form !== ''));
}

function isEmpty(forms: Forms): boolean {
  return typeof forms === 'string' ? forms === '' : Object.keys(forms).length === 0;
}

/** The text as buyers see it; null: that of the page. */
export function entryAt(draft: Draft, language: string, key: string): Entry | null {
  const forms = draft.texts[language]?.[key];
  if (forms === undefined || typeof forms === 'string') return forms ?? null;
  return forms.other === undefined ? null : { ...forms, other: forms.other };
}

export function bodyOf({ logoUrl, logoAlt, colours, texts }: Draft): Given {
  const logo = { logoUrl: logoUrl.trim() || null, logoAlt: logoAlt.trim() || null };
  // Plural forms without `other` are sent too: the service names the field.
  return { ...logo, colours, texts: texts as Given['texts'] & {} };
}
