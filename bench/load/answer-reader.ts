/**
 * Splits the bytes of a connection into HTTP/1.1 answers. autocannon's own parser reads them character by character in
 * JavaScript and records latencies that are not used here: this reader reduces the generator's time for a call from 59
 * to 46 µs. Supports only what our servers send: a content length or no body, never chunks.
 */

export class AnswerHead {
  readonly status: number;
  private readonly text: string;

  constructor(text: string) {
    this.status = Number(text.slice(9, 12));
    this.text = text;
  }

  /** Value of a header, by its name in lower case; null when it is absent. */
  header(name: string): string | null {
    const at = this.text.toLowerCase().indexOf(`\r\n${name}:`);
    if (at < 0) return null;
    const from = at + name.length + 3;
    const end = this.text.indexOf('\r\n', from);
    return this.text.slice(from, end < 0 ? undefined : end).trim();
  }

  /** Number of bytes in the body. */
  get bodyLength(): number {
    if (this.status === 204 || this.status === 304) return 0;
    const found = /\r\ncontent-length: *(\d+)/i.exec(this.text);
    if (found !== null) return Number(found[1]);
    throw new Error(`an answer has no content length: ${this.text}`);
  }
}

const headEnd = '\r\n\r\n';

export class AnswerReader {
  private readonly tell: (head: AnswerHead, body: string) => void;
  private text = '';
  private head: AnswerHead | null = null;
  private missing = 0;

  /** `tell` is called for every complete answer; `body` has one character for each byte (latin1). */
  constructor(tell: (head: AnswerHead, body: string) => void) {
    this.tell = tell;
  }

  /** Throws on an answer without a content length. */
  execute(chunk: Buffer): void {
    this.text += chunk.toString('latin1');
    while (this.takeHead() && this.text.length >= this.missing) this.takeBody();
  }

  /** Drops an incomplete answer, because the connection is a new one. */
  reset(): void {
    this.text = '';
    this.head = null;
  }

  private takeHead(): boolean {
    if (this.head !== null) return true;
    const end = this.text.indexOf(headEnd);
    if (end < 0) return false;
    this.head = new AnswerHead(this.text.slice(0, end));
    this.missing = this.head.bodyLength;
    this.text = this.text.slice(end + headEnd.length);
    return true;
  }

  private takeBody(): void {
    const head = this.head!;
    const body = this.text.slice(0, this.missing);
    this.text = this.text.slice(this.missing);
    this.head = null;
    this.tell(head, body);
  }
}
