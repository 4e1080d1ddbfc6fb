/** A minimal client of the inspector's protocol: enough to measure a service's memory and to profile it. */
import { readFile } from 'node:fs/promises';
import type { Service } from './service.ts';

interface InspectorAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's answers differ from method to method.
  readonly result: any;
}

export class Inspector {
  private readonly socket: WebSocket;
  private asked = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
  }

  /** Rejects when the service was not started with an inspector. */
  static async open(service: Service): Promise<Inspector> {
    // Every start logs a new address; the last one is valid.
    const address = (await readFile(service.logPath, 'utf8')).match(/ws:\/\/\S+/g)?.at(-1);
    if (address === undefined) throw new Error('the service has no inspector');
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('the inspector does not answer')));
    });
    return new Inspector(socket);
  }

  /** The whole result of a method. */
  async ask(method: string, params: object = {}): Promise<InspectorAnswer['result']> {
    this.asked += 1;
    const id = this.asked;
    return await new Promise((resolve, reject) => {
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        this.socket.removeEventListener('message', listen);
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(`${method}: ${answer.error.message}`));
      };
      this.socket.addEventListener('message', listen);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.socket.close();
  }
}
