/**
 * Reads the items of one list of a drawing: tells new, changed and removed ones apart and checks their members one by
 * one. Does not know how items refer to each other.
 */

import type { Edits } from '#domain/layout/layout-change.ts';
import { keySeparator } from '#domain/layout/seat-keys.ts';
import type { JsonFields, JsonObject } from '../json-fields.ts';

/** The service's name of a member, its name in the drawing, and the function that reads its value. */
export type MemberReader = readonly [name: string, drawn: string, read: Read];
type Read = (fields: JsonFields, value: unknown, at: string) => unknown;

const guidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Names are parts of composite keys, which `;;` separates. */
export function readName(fields: JsonFields, value: unknown, at: string): string {
  const name = fields.text(value, at);
  if (name.includes(keySeparator)) fields.reject(at, 'PATTERN', `must not contain '${keySeparator}'`, name);
  return name;
}

/** In lower case; '' when invalid. */
export function readGuid(fields: JsonFields, value: unknown, at: string): string {
  const text = typeof value === 'string' ? value.toLowerCase() : fields.text(value, at);
  if (text === '' && typeof value !== 'string') return '';
  if (guidShape.test(text)) return text;
  fields.reject(at, 'PATTERN', 'must be a UUID', value);
  return '';
}

export const readOptionalText: Read = (fields, value, at) => fields.optionalText(value, at);
export const readOptionalNumber: Read = (fields, value, at) => fields.optionalNumber(value, at);
export const readNumber: Read = (fields, value, at) => fields.number(value, at);
export const readFlag: Read = (fields, value, at) => fields.flag(value, at);

/** Reads an optional text; `standard` when there is none. */
export function textOr(standard: string): Read {
  return (fields, value, at) => fields.optionalText(value, at) ?? standard;
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The members that an existing item names; for a new item all members. */
export function membersOf(
  fields: JsonFields,
  item: JsonObject,
  at: string,
  readers: readonly MemberReader[],
  isNew: boolean,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, drawn, read] of readers) {
    const value = item[drawn];
    if (isNew || value !== undefined) members[name] = read(fields, value, `${at}.${drawn}`);
  }
  return members;
}

/**
 * All other members of an item, stored unchanged as one value. An existing item without any keeps its stored value.
 * `own`: members to leave out.
 */
export function restOf(
  fields: JsonFields,
  item: JsonObject,
  at: string,
  own: ReadonlySet<string>,
  isNew: boolean,
): { readonly rest?: JsonObject } {
  const rest = Object.fromEntries(Object.entries(item).filter(([name]) => !own.has(name)));
  if (!isNew && Object.keys(rest).length === 0) return {};
  fields.json(rest, at);
  return { rest };
}

const unreadNamesMax = 100;
const unreadNameLengthMax = 100;

/** Members of the drawing that are neither read nor stored. */
export class UnreadNames {
  readonly #names = new Set<string>();

  get all(): readonly string[] {
    return [...this.#names];
  }

  /** `list`: prefix of the member's name, such as `seats[].`. */
  note(item: JsonObject, list: string, known: ReadonlySet<string>): void {
    for (const name of Object.keys(item)) {
      if (known.has(name) || this.#names.size === unreadNamesMax) continue;
      this.#names.add(list + name.slice(0, unreadNameLengthMax).toWellFormed());
    }
  }
}

/** The action for an item, and its guid or id. */
export type Drawn =
  | { readonly action: 'add'; readonly guid: string }
  | { readonly action: 'change'; readonly id: number }
  | { readonly action: 'remove'; readonly id: number };

/** One list of a change while it is being read, with the position of each item in the drawing. */
export class DrawnList<New, Change> {
  readonly #add: (New & { readonly guid: string })[] = [];
  readonly #change: (Partial<Change> & { readonly id: number })[] = [];
  readonly #remove: number[] = [];
  readonly places = { add: [] as number[], change: [] as number[], remove: [] as number[] };
  readonly #named = new Set<number | string>();

  get edits(): Edits<New, Change> {
    return { add: this.#add, change: this.#change, remove: this.#remove };
  }

  add(item: Record<string, unknown> & { readonly guid: string }, index: number): void {
    this.#add.push(item as unknown as New & { readonly guid: string });
    this.places.add.push(index);
  }

  change(item: Record<string, unknown> & { readonly id: number }, index: number): void {
    this.#change.push(item as unknown as Partial<Change> & { readonly id: number });
    this.places.change.push(index);
  }

  remove(id: number, index: number): void {
    this.#remove.push(id);
    this.places.remove.push(index);
  }

  /** The action for an item whose ids are numbers; null: none, or the item is invalid. */
  tell(fields: JsonFields, item: JsonObject, at: string, newGuid: () => string): Drawn | null {
    const isGone = fields.flag(item.toRemove, `${at}.toRemove`);
    if (isGiven(item.id)) {
      const id = fields.integer(item.id, `${at}.id`, 1, Number.MAX_SAFE_INTEGER);
      if (id !== item.id || !this.isFirst(fields, id, `${at}.id`)) return null;
      return { action: isGone ? 'remove' : 'change', id };
    }
    // Added and removed again before it was ever stored.
    if (isGone) return null;
    const guid = isGiven(item.guid) ? readGuid(fields, item.guid, `${at}.guid`) : newGuid();
    return guid !== '' && this.isFirst(fields, guid, `${at}.guid`) ? { action: 'add', guid } : null;
  }

  /** Whether the id or guid occurs for the first time; records an error when not. */
  isFirst(fields: JsonFields, name: number | string, at: string): boolean {
    if (this.#named.has(name)) fields.reject(at, 'DUPLICATE', 'must not be in the list twice', name);
    else {
      this.#named.add(name);
      return true;
    }
    return false;
  }
}
