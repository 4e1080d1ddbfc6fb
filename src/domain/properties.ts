/**
 * Properties: JSON objects that callers attach to sessions and seats. They stay text from request to answer, so that
 * digits, member names and their order come back as they were sent. The text has no whitespace between tokens and
 * writes strings as `JSON.stringify` does; `src/codec/properties.ts` makes it.
 */

/** Text of a JSON object. */
export type Properties = string;

/** The form in facts and snapshots: older versions stored the parsed object. */
export type StoredProperties = Properties | { readonly [name: string]: unknown };

export function restoredProperties(stored: StoredProperties): Properties;
export function restoredProperties(stored: StoredProperties | null): Properties | null;
export function restoredProperties(stored: StoredProperties | null): Properties | null {
  return typeof stored === 'string' || stored === null ? stored : JSON.stringify(stored);
}

/** JSON of the object with the properties' text as its last member; `{}` when there are none. */
export function withProperties(shown: object, properties: Properties | null): string {
  return withMember(shown, 'properties', properties ?? '{}');
}

/** JSON of the object, which has members, with one more: its value is JSON already. */
export function withMember(shown: object, name: string, json: string): string {
  return `${JSON.stringify(shown).slice(0, -1)},"${name}":${json}}`;
}
