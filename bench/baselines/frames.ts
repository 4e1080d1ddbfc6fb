/**
 * Frames of a link between two baselines: the number of a connection, the length, the bytes. All frames of one iteration of
 * the event loop leave in one write, because that is the cheapest way to pass calls on.
 */
import type { Socket } from 'node:net';

const numberDigits = 6;
const lengthDigits = 6;
const headLength = numberDigits + lengthDigits;

export class FrameWriter {
  readonly #socket: Socket;
  #text = '';

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** `payload` has one character for each byte. */
  send(connection: number, payload: string): void {
    if (this.#text === '') setImmediate(() => this.#flush());
    this.#text +=
      `${connection}`.padStart(numberDigits, '0') + `${payload.length}`.padStart(lengthDigits, '0') + payload;
  }

  #flush(): void {
    this.#socket.write(this.#text, 'latin1');
    this.#text = '';
  }
}

/** Calls `take` for every whole frame that the socket receives. */
export function readFrames(socket: Socket, take: (connection: number, payload: string) => void): void {
  let rest = '';
  socket.on('data', (packet: Buffer) => {
    const text = rest + packet.toString('latin1');
    let at = 0;
    while (text.length - at >= headLength) {
      const length = Number(text.slice(at + numberDigits, at + headLength));
      const end = at + headLength + length;
      if (text.length < end) break;
      take(Number(text.slice(at, at + numberDigits)), text.slice(at + headLength, end));
      at = end;
    }
    rest = text.slice(at);
  });
}
