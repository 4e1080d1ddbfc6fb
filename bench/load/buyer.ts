/**
 * Drives one connection: gives the bytes of the next request and takes the answer to the last one into account. A buyer
 * never waits; the generator asks it when the connection is free.
 */
import type { AnswerHead } from './answer-reader.ts';

export interface Buyer {
  /** Name of the call that `next` has just written, for the figures. */
  readonly step: string;
  /** The next request as it goes over the wire. */
  next(): string;
  /** Takes the answer; returns whether the call took effect. */
  answered(status: number, body: string, head: AnswerHead): boolean;
  /** True: it has nothing left to send, and its connection rests. Absent: it always has. */
  readonly isFinished?: boolean;
  /** The connection broke or the answer never came. */
  lost(): void;
}

/** One request of HTTP/1.1 with a JSON body; `headers` are complete lines. */
export function postRequest(host: string, path: string, body: string, headers = ''): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\ncontent-type: application/json\r\n` +
    `${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
