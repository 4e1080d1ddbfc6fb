/**
 * A reverse proxy in front of a service of the test that fails as the test says: it refuses, loses a request or its
 * answer, answers by itself, cuts answers that have begun, or holds their bytes back. Everything else passes unchanged.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `request`: it is lost before the service. `answer`: the service has run it, and its answer is lost. */
export type Fault =
  | { readonly lost: 'request' | 'answer' }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
}

/** A problem as the service writes it, for a `status` that it has no reason to answer in a test. */
export function problemFault(status: number, errorCode: string, headers: Readonly<Record<string, string>> = {}): Fault {
  const body = JSON.stringify({ type: 'about:blank', status, detail: 'Planted.', errorCode });
  return { status, headers: { 'Content-Type': 'application/problem+json', ...headers }, body };
}

export class FaultyFront implements AsyncDisposable {
  /** All requests that arrived, in order. */
  readonly requests: Passed[] = [];
  readonly #target: string;
  readonly #server = createServer((incoming, response) => this.#pass(incoming, response));
  readonly #faults: { readonly path: string; readonly fault: Fault }[] = [];
  readonly #open = new Set<{ readonly answer: IncomingMessage; readonly response: ServerResponse }>();

  private constructor(target: string) {
    this.#target = target;
  }

  static async open(target: string): Promise<FaultyFront> {
    const front = new FaultyFront(target);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many answers have begun and not ended. */
  get open(): number {
    return this.#open.size;
  }

  /** The next requests whose path contains `path` fail, one after the other. */
  fail(path: string, ...faults: readonly Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ path, fault })));
  }

  /** Forgets the failures that have not happened yet. */
  forgive(): void {
    this.#faults.length = 0;
  }

  /** Ends the connections of all answers that have begun, as a process that dies does. */
  cut(): void {
    for (const { answer, response } of this.#open) {
      answer.destroy();
      response.destroy();
    }
    this.#open.clear();
  }

  /** The answers that have begun go no further, and their connections stay open. */
  freeze(): void {
    for (const { answer, response } of this.#open) answer.unpipe(response).pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = incoming;
    const key = headers['idempotency-key'];
    this.requests.push({ method, path: url, key: key === undefined ? undefined : String(key) });
    const at = this.#faults.findIndex(({ path }) => url.includes(path));
    const fault = at === -1 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    if (fault !== undefined && 'status' in fault) {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    if (fault?.lost === 'request') {
      incoming.socket.destroy();
      return;
    }
    const onward = request(this.#target + url, { method, headers, agent: false }, (answer) => {
      if (fault !== undefined) {
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      const passed = { answer, response };
      this.#open.add(passed);
      response.once('close', () => {
        this.#open.delete(passed);
        answer.destroy();
      });
      response.writeHead(answer.statusCode ?? 0, answer.headers).flushHeaders();
      answer.on('error', () => response.destroy()).pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  }
}
