/** The keep-alive connections of many browsers: sends a call and reads the whole answer. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface ReadPage extends Page {
  readonly text: string;
}

const answerMs = 10_000;

export class Browser {
  private readonly baseUrl: URL;
  private readonly agent: Agent;

  constructor(baseUrl: string, connections: number) {
    this.baseUrl = new URL(baseUrl);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  }

  /** The answer without its body, which may be compressed; null when the connection broke or the answer timed out. */
  ask(path: string, body: object | null, headers: Readonly<Record<string, string>> = {}): Promise<Page | null> {
    return this.send(path, body, { 'accept-encoding': 'br', ...headers }, (response) => response.resume());
  }

  /** The answer with its body; null when the connection broke or the answer timed out. */
  async read(path: string, body: object | null, headers: Readonly<Record<string, string>>): Promise<ReadPage | null> {
    let text = '';
    const page = await this.send(path, body, headers, (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    });
    return page === null ? null : { ...page, text };
  }

  private send(
    path: string,
    body: object | null,
    headers: Readonly<Record<string, string>>,
    take: (response: IncomingMessage) => void,
  ): Promise<Page | null> {
    const text = body === null ? null : JSON.stringify(body);
    const sent = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text ?? '')}` };
    return new Promise((resolve) => {
      const call = request(
        {
          host: this.baseUrl.hostname,
          port: this.baseUrl.port,
          method: text === null ? 'GET' : 'POST',
          path,
          headers: { ...(text === null ? {} : sent), ...headers },
          agent: this.agent,
          timeout: answerMs,
        },
        (response) => {
          take(response);
          response.on('error', () => resolve(null));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
        },
      );
      call.on('timeout', () => call.destroy(new Error('no answer')));
      call.on('error', () => resolve(null));
      call.end(text ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
