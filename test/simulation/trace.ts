/**
 * The trace of a run: a hash over all lines, counters by kind of event, and the last 300 lines if they are kept.
 */
const linesKept = 300;

export class Trace {
  readonly #counts = new Map<string, number>();
  readonly #finerCounts = new Map<string, Map<string, number>>();
  readonly #lines: string[] = [];
  readonly #now: () => number;
  readonly #isRead: boolean;
  #hash = 0x811c9dc5;
  #count = 0;

  /** `isRead`: keeps the lines. */
  constructor(now: () => number, isRead: boolean) {
    this.#now = now;
    this.#isRead = isRead;
  }

  /** Eight hex digits; equal for equal runs. */
  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0');
  }

  get lastLines(): readonly string[] {
    const first = this.#count % linesKept;
    return this.#count <= linesKept ? this.#lines : [...this.#lines.slice(first), ...this.#lines.slice(0, first)];
  }

  /** Adds a line, given in parts; they are joined only if lines are kept. */
  note(...parts: readonly (string | number)[]): void {
    let hash = this.#hash ^ Math.imul(Math.floor(this.#now() * 1000), 0x9e3779b1);
    for (const part of parts) hash = typeof part === 'string' ? mixed(hash, part) : Math.imul(hash ^ part, 0x01000193);
    this.#hash = hash;
    if (this.#isRead) this.#lines[this.#count++ % linesKept] = `${this.#now().toFixed(2)} ${parts.join(' ')}`;
  }

  /** All counters by name. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map(this.#counts);
    for (const [kind, sorts] of this.#finerCounts) {
      for (const [sort, times] of sorts) counts.set(`${kind} ${sort}`, times);
    }
    return counts;
  }

  /** Adds to a counter. */
  count(kind: string, by = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + by);
  }

  /** Counts one sort of a kind. Their names are joined only when counters are read: this runs often. */
  countSort(kind: string, sort: string): void {
    let sorts = this.#finerCounts.get(kind);
    if (sorts === undefined) {
      sorts = new Map();
      this.#finerCounts.set(kind, sorts);
    }
    sorts.set(sort, (sorts.get(sort) ?? 0) + 1);
  }
}

function mixed(seed: number, text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
