/**
 * Catalogues of texts: their types, and how one text is made. English defines the keys, the named `{placeholders}` and which texts
 * have plural forms; a catalogue of another language that lacks a key does not compile. Catalogues are data. Pure.
 */
import type { Speech } from './speech.ts';

/** The forms of a text, by the category that `Intl.PluralRules` gives to the value `count`. */
export type Plural = { readonly other: string } & {
  readonly [Category in 'zero' | 'one' | 'two' | 'few' | 'many']?: string;
};

export type Entry = string | Plural;

export type English = Readonly<Record<string, Entry>>;

/** What another language has: the same keys, with plural forms where English has them. */
export type Catalogue<Of extends English> = { readonly [Key in keyof Of]: Of[Key] extends string ? string : Plural };

/** A number is written as the language writes numbers. */
export type Value = string | number;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<Of extends Entry> = Of extends string ? NamesIn<Of> : NamesIn<Of[keyof Of]> | 'count';
type ValuesOf<Of extends Entry> = { readonly [Name in NamesOf<Of>]: Name extends 'count' ? number : Value };
/** Nothing for a text without placeholders. */
export type Arguments<Of extends Entry> = [NamesOf<Of>] extends [never] ? [] : [values: ValuesOf<Of>];

/** The longest text, in UTF-16 units, that a shop or an organization can write in place of one. */
export const ownTextLengthMax = 300;

export const pluralCategories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

const placeholder = /\{(\w+)\}/g;

/** A placeholder without a value stays as it is: only a text that a shop has written can have one. */
export function filled(entry: Entry, values: Readonly<Record<string, Value>>, speech: Speech): string {
  const form = typeof entry === 'string' ? entry : (entry[speech.plural(Number(values.count))] ?? entry.other);
  return form.replaceAll(placeholder, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? speech.number(value) : speech.isolated(value);
  });
}

/** The names of the placeholders of a text. */
export function placeholdersOf(form: string): ReadonlySet<string> {
  return new Set([...form.matchAll(placeholder)].map(([, name]) => name as string));
}
