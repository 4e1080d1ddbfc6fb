/** Reads the prices of an event repeatedly, as a browser with an open map does, with its last ETag or without one. */
import type { AnswerHead } from './answer-reader.ts';
import type { Buyer } from './buyer.ts';
import type { MapReadPlan } from './plan.ts';

export class MapReader implements Buyer {
  readonly step = 'read';
  private readonly head: string;
  private readonly isConditional: boolean;
  private tag: string | null = null;

  constructor(host: string, { path, isConditional }: MapReadPlan) {
    this.head = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\naccept-encoding: br\r\n`;
    this.isConditional = isConditional;
  }

  next(): string {
    return this.tag === null ? `${this.head}\r\n` : `${this.head}if-none-match: ${this.tag}\r\n\r\n`;
  }

  answered(_status: number, _body: string, head: AnswerHead): boolean {
    if (this.isConditional) this.tag = head.header('etag');
    return true;
  }

  lost(): void {
    this.tag = null;
  }
}
