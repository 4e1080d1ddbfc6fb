/**
 * A bounded LRU cache in front of one loader, which may follow the changes of the catalog. Concurrent requests for a key
 * share one load. A load that is in flight when its entry is dropped is not cached. Failed loads and nulls are not cached
 * either, so requests for missing keys cannot evict entries. Each entry weighs 1 unless `weigh` is given; an entry
 * heavier than `sizeMax` stays until the next one comes, which `lru-cache` refuses: a huge layout would then be read
 * again for each call.
 */
import type { ChangeKind, Notifications } from './notifications.ts';

export class Cache<Key, Value> {
  readonly #load: (key: Key) => Promise<Value>;
  readonly #sizeMax: number;
  readonly #weigh: (value: NonNullable<Value>) => number;
  readonly #values = new Map<Key, NonNullable<Value>>();
  readonly #loading = new Map<Key, Promise<Value>>();
  #size = 0;
  /** The most recently used key: repeated reads of it need no reordering. */
  #newest: Key | undefined;

  /** `weigh`: how much of `sizeMax` a value takes; always the same for the same value. */
  constructor(
    sizeMax: number,
    load: (key: Key) => Promise<Value>,
    weigh: (value: NonNullable<Value>) => number = () => 1,
  ) {
    this.#sizeMax = sizeMax;
    this.#load = load;
    this.#weigh = weigh;
  }

  /** The value if it is cached. */
  peek(key: Key): NonNullable<Value> | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && key !== this.#newest) {
      this.#values.delete(key);
      this.#values.set(key, value);
      this.#newest = key;
    }
    return value;
  }

  get(key: Key): Promise<Value> {
    const value = this.peek(key);
    return value === undefined ? (this.#loading.get(key) ?? this.#start(key)) : Promise.resolve(value);
  }

  drop(key: Key): void {
    this.#remove(key);
    this.#loading.delete(key);
  }

  /** From now on drops the entry of a row that the catalog announces as changed, and all entries after a gap. */
  followByKey(notifications: Pick<Notifications, 'on'>, kind: ChangeKind, keyOf: (id: string) => Key): void {
    notifications.on(kind, { changed: (id) => this.drop(keyOf(id)), reset: () => this.clear() });
  }

  /** The same for entries that name the row, by a number, in this member of their value. */
  followByMember(notifications: Pick<Notifications, 'on'>, kind: ChangeKind, member: keyof NonNullable<Value>): void {
    const dropNamed = (id: number): void => this.dropWhere((value) => value[member] === id);
    notifications.on(kind, { changed: (id) => dropNamed(Number(id)), reset: () => this.clear() });
  }

  /** Drops the matching entries; loads in flight are not cached. */
  dropWhere(matches: (value: NonNullable<Value>) => boolean): void {
    for (const [key, value] of this.#values) if (matches(value)) this.#remove(key);
    this.#loading.clear();
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
    this.#loading.clear();
  }

  #start(key: Key): Promise<Value> {
    const loading = this.#load(key).then(
      (value) => {
        if (this.#loading.get(key) !== loading) return value;
        this.#loading.delete(key);
        this.#keep(key, value);
        return value;
      },
      (error: unknown) => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
        throw error;
      },
    );
    this.#loading.set(key, loading);
    return loading;
  }

  #keep(key: Key, value: Value): void {
    if (value === null || value === undefined) return;
    this.#values.set(key, value);
    this.#newest = key;
    this.#size += this.#weigh(value);
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#sizeMax || oldest === key) return;
      this.#remove(oldest);
    }
  }

  #remove(key: Key): void {
    const value = this.#values.get(key);
    if (value !== undefined) this.#size -= this.#weigh(value);
    this.#values.delete(key);
  }
}
