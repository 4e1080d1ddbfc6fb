/** Reads the bytes of one answer as they come over the wire, so that a baseline can answer the same ones. */
import { connect } from 'node:net';
import { type AnswerHead, AnswerReader } from './answer-reader.ts';

const answerMs = 10_000;

export interface CapturedAnswer {
  readonly status: number;
  /** The whole answer, one character for each byte. */
  readonly text: string;
}

/** Sends one request on a connection of its own. Rejects when no whole answer comes within ten seconds. */
export function captureAnswer(baseUrl: string, request: string): Promise<CapturedAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let text = '';
    const reader = new AnswerReader(({ status }: AnswerHead) => {
      socket.destroy();
      resolve({ status, text });
    });
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer could be captured')));
    socket.on('data', (packet: Buffer) => {
      text += packet.toString('latin1');
      reader.execute(packet);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection ended before its answer')));
  });
}
