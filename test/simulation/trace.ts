/**
 * What happened in a run: a hash over every line, how often each kind of thing has happened, and the last lines if anybody
 * wants to read them.
 */
const linesKept = 300;

export class Trace {
  readonly counts = new Map<string, number>();
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

  note(line: string): void {
    let hash = this.#hash ^ Math.imul(Math.floor(this.#now() * 1000), 0x9e3779b1);
    for (let index = 0; index < line.length; index++) hash = Math.imul(hash ^ line.charCodeAt(index), 0x01000193);
    this.#hash = hash;
    if (this.#isRead) this.#lines[this.#count++ % linesKept] = `${this.#now().toFixed(2)} ${line}`;
  }

  /** Counts a kind of thing. */
  count(kind: string, by = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + by);
  }
}
