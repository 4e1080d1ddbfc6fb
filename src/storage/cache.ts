/**
 * A bounded cache in front of one look-up: the least recently used entry goes first, simultaneous asks
 * share one load, and what was being loaded when its entry was dropped is not kept. Neither are failed
 * loads and nulls: whoever asks for what does not exist cannot push out what does.
 */
export class Cache<Key, Value> {
  readonly #load: (key: Key) => Promise<Value>;
  readonly #sizeMax: number;
  readonly #values = new Map<Key, NonNullable<Value>>();
  readonly #loading = new Map<Key, Promise<Value>>();

  constructor(sizeMax: number, load: (key: Key) => Promise<Value>) {
    this.#sizeMax = sizeMax;
    this.#load = load;
  }

  /** The value if it is here already. */
  peek(key: Key): NonNullable<Value> | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  get(key: Key): Promise<Value> {
    const value = this.peek(key);
    return value === undefined ? (this.#loading.get(key) ?? this.#start(key)) : Promise.resolve(value);
  }

  drop(key: Key): void {
    this.#values.delete(key);
    this.#loading.delete(key);
  }

  /** Drops the entries that `matches` names, and everything that is still being loaded. */
  dropWhere(matches: (value: NonNullable<Value>) => boolean): void {
    for (const [key, value] of this.#values) if (matches(value)) this.#values.delete(key);
    this.#loading.clear();
  }

  clear(): void {
    this.#values.clear();
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
    if (this.#values.size <= this.#sizeMax) return;
    const [oldest] = this.#values.keys();
    this.#values.delete(oldest as Key);
  }
}
