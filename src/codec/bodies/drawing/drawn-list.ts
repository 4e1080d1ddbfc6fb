/**
 * One list of a drawing while it becomes a part of the change: tells new, changed and removed items apart, and takes
 * their members. The schema has checked each item by itself. Does not know how items refer to each other.
 */
import type { Edits } from '#domain/layout/layout-change.ts';
import { fieldErrorsMax } from '#domain/limits.ts';
import type { FieldCode, FieldError } from '#domain/refusal.ts';
import { fieldError } from '../../check.ts';
import { isAbsent } from '../../constraint.ts';
import { notNull } from '../../messages.ts';

export interface NumberedItem {
  readonly id?: number | null | undefined;
  readonly guid?: string | null | undefined;
  readonly toRemove?: boolean | null | undefined;
}

/** In place of a value for an absent member: a new item must have it. */
export const needed = Symbol('needed');

/** The change's name of a member, its name in the drawing, and its value when it is absent, null or ''. */
export type MemberOf<Item> = readonly [name: string, drawn: keyof Item & string, absent: unknown];

/** The action for an item, and its guid or id. */
export type Drawn =
  | { readonly action: 'add'; readonly guid: string }
  | { readonly action: 'change'; readonly id: number }
  | { readonly action: 'remove'; readonly id: number };

/** The first mistakes of a drawing that only the stored layout or other items show. */
export class Mistakes {
  readonly errors: FieldError[] = [];

  /** True when the limit of errors is reached and the caller can stop. */
  get isFull(): boolean {
    return this.errors.length >= fieldErrorsMax;
  }

  reject(field: string, code: FieldCode, message: string, value: unknown): void {
    if (!this.isFull) this.errors.push(fieldError(field, code, message, value));
  }
}

export class DrawnList<New, Change> {
  readonly #name: string;
  readonly #mistakes: Mistakes;
  readonly #add: (New & { readonly guid: string })[] = [];
  readonly #change: (Partial<Change> & { readonly id: number })[] = [];
  readonly #remove: number[] = [];
  /** The position of each item in the drawing. */
  readonly places = { add: [] as number[], change: [] as number[], remove: [] as number[] };
  readonly #named = new Set<number | string>();

  /** `name`: of the list in the drawing. */
  constructor(name: string, mistakes: Mistakes) {
    this.#name = name;
    this.#mistakes = mistakes;
  }

  get edits(): Edits<New, Change> {
    return { add: this.#add, change: this.#change, remove: this.#remove };
  }

  reject(index: number, member: string, code: FieldCode, message: string, value: unknown): void {
    this.#mistakes.reject(`${this.#name}[${index}].${member}`, code, message, value);
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
  tell({ id, guid, toRemove }: NumberedItem, index: number, newGuid: () => string): Drawn | null {
    if (!isAbsent(id)) {
      if (!this.isFirst(id, index, 'id')) return null;
      return { action: toRemove === true ? 'remove' : 'change', id };
    }
    // Added and removed again before it was ever stored.
    if (toRemove === true) return null;
    const name = guid ?? newGuid();
    return this.isFirst(name, index, 'guid') ? { action: 'add', guid: name } : null;
  }

  /** Whether the id or guid occurs for the first time; records an error when not. */
  isFirst(name: number | string, index: number, member: string): boolean {
    const before = this.#named.size;
    if (this.#named.add(name).size > before) return true;
    this.reject(index, member, 'DUPLICATE', 'must not be in the list twice', name);
    return false;
  }

  /** The members that an existing item names; for a new item all members. */
  membersOf<Item>(
    item: Item,
    index: number,
    members: readonly MemberOf<Item>[],
    isNew: boolean,
  ): Record<string, unknown> {
    const taken: Record<string, unknown> = {};
    for (const [name, drawn, absent] of members) {
      const value = item[drawn];
      if (value === undefined && !isNew) continue;
      if (!isAbsent(value) && value !== '') taken[name] = value;
      else if (absent !== needed) taken[name] = absent;
      else this.reject(index, drawn, 'NOT_NULL', notNull, null);
    }
    return taken;
  }
}

/**
 * All other members of an item, stored unchanged as one value. An existing item without any keeps its stored value.
 * `own`: members to leave out.
 */
export function restOf(item: object, own: ReadonlySet<string>, isNew: boolean): { readonly rest?: object } {
  const others = Object.entries(item).filter(([name]) => !own.has(name));
  return isNew || others.length > 0 ? { rest: Object.fromEntries(others) } : {};
}
