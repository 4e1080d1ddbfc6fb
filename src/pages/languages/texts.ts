/**
 * The texts of a page, or of a part that it loads later, in the language that the page speaks. English is part of the script; another
 * language is loaded when it is chosen, alone. A language that cannot be loaded leaves the page, or that part of it, in English.
 */
import {
  type Arguments,
  type Catalogue,
  type English,
  type Entry,
  filled,
  ownTextLengthMax,
  pluralCategories,
  type Value,
} from './catalogue.ts';
import { type Language, languages } from './languages.ts';
import { english, type Speech, speak, speech } from './speech.ts';

/** The catalogues of all languages but English. */
export type Loaders<Of extends English> = Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Catalogue<Of> }>>
>;

export class Texts<const Of extends English> {
  readonly #english: Of;
  readonly #others: Partial<Loaders<Of>>;
  #shown: English;
  /** Of the page that embeds this one. */
  #own: English = {};
  /** Of the organization's brand, by language. */
  #brand: Readonly<Record<string, English>> = {};
  #wanted: Speech | null = null;

  constructor(ofEnglish: Of, others: Partial<Loaders<Of>>) {
    this.#english = ofEnglish;
    this.#shown = ofEnglish;
    this.#others = others;
  }

  /** Those that this page can speak. */
  get languages(): readonly Language[] {
    return languages.filter((one) => one === 'en' || one in this.#others);
  }

  /**
   * The page speaks this language when it resolves, or the one that was chosen meanwhile. Rejects when the language cannot be
   * loaded: then the page speaks English.
   */
  async speak(next: Speech): Promise<void> {
    this.#wanted = next;
    try {
      const loaded = await this.#load(next.language);
      if (this.#wanted === next) this.#show(loaded, next);
    } catch (error) {
      if (this.#wanted === next) this.#show(this.#english, english);
      throw error;
    }
  }

  /**
   * For a part of the page that is loaded later: it speaks what the page speaks when this resolves. Rejects when the language cannot be
   * loaded: then this part is in English, whose numbers and times are those of the page.
   */
  async join(): Promise<void> {
    this.#shown = await this.#load(speech().language);
  }

  #show(texts: English, next: Speech): void {
    this.#shown = texts;
    speak(next);
  }

  async #load(language: Language): Promise<English> {
    if (language === 'en') return this.#english;
    const load = this.#others[language];
    if (load === undefined) throw new Error(`there is no catalogue for ${language}`);
    return (await load()).default;
  }

  /** Texts of the embedding page, by their keys. A value that is not a text, and an unknown key, are left out. */
  replace(wanted: unknown): void {
    this.#own = this.#known(wanted);
  }

  /** Texts of the organization's brand, by language and key. Those of the embedding page win. */
  brand(byLanguage: Readonly<Record<string, unknown>>): void {
    const all = Object.entries(byLanguage).map(([language, wanted]) => [language, this.#known(wanted)] as const);
    this.#brand = Object.fromEntries(all);
  }

  #known(wanted: unknown): English {
    const given = typeof wanted === 'object' && wanted !== null ? Object.entries(wanted) : [];
    const known = given.filter(([key]) => Object.hasOwn(this.#english, key));
    return Object.fromEntries(known.flatMap(([key, value]) => entryOf(value).map((entry) => [key, entry])));
  }

  #entry(key: string): Entry {
    return this.#own[key] ?? this.#brand[speech().language]?.[key] ?? this.#shown[key] ?? '';
  }

  text<Key extends keyof Of & string>(key: Key, ...[values]: Arguments<Of[Key]>): string {
    return filled(this.#entry(key), (values ?? {}) as Readonly<Record<string, Value>>, speech());
  }

  /** What a text has before and after a placeholder, whose value is drawn otherwise. */
  around<Key extends keyof Of & string>(key: Key, name: string): readonly [before: string, after: string] {
    const entry = this.#entry(key);
    const [before = '', after = ''] = (typeof entry === 'string' ? entry : entry.other).split(`{${name}}`);
    return [before, after];
  }
}

function entryOf(value: unknown): Entry[] {
  if (typeof value === 'string') return [value.slice(0, ownTextLengthMax)];
  if (typeof value !== 'object' || value === null) return [];
  const forms = value as Readonly<Record<string, unknown>>;
  const texts = pluralCategories.flatMap((one) => {
    const form = forms[one];
    return typeof form === 'string' ? [[one, form.slice(0, ownTextLengthMax)] as const] : [];
  });
  return typeof forms.other === 'string' ? [Object.fromEntries(texts) as unknown as Entry] : [];
}
