/**
 * An HTTP client for JSON over keep-alive connections. Keeps known outcomes apart from unknown ones: `attempt` resolves
 * with the answer, or with `null` when there is none and the call may or may not have run.
 */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Reply {
  readonly status: number;
  /** The parsed body; null when there was none. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer depends on the call.
  readonly body: any;
  readonly headers: IncomingHttpHeaders;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const answerMs = 180_000;
/** Codes of answers after which a call with a key may be sent again. */
const repeatable: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'IDEMPOTENCY_KEY_IN_USE']);

export class Client {
  private readonly baseUrl: URL;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly agent: Agent;

  /** `headers` go with every call; at most `connections` calls are under way at once, the others queue. */
  constructor(baseUrl: string, headers: Readonly<Record<string, string>> = {}, connections = 256) {
    this.baseUrl = new URL(baseUrl);
    this.headers = headers;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** The answer, or null when the connection broke or nothing came for three minutes. */
  async attempt(call: Call): Promise<Reply | null> {
    return await this.send(call).catch(() => null);
  }

  /**
   * The body of a successful answer. A node that was held up has no lease, and a database that was held up does not say
   * whether a call ran: such a call is repeated with its idempotency key for a while. Any other answer is thrown as an
   * error that names the call and the answer.
   */
  async demand(call: Call): Promise<Reply['body']> {
    const until = performance.now() + answerMs;
    const keyed = { ...call, headers: { 'idempotency-key': randomUUID(), ...call.headers } };
    let reply = await this.send(keyed);
    while (repeatable.has(reply.body?.errorCode) && performance.now() < until) {
      await pause(Number(reply.headers['retry-after'] ?? 1) * 1000);
      reply = await this.send(keyed);
    }
    if (reply.status < 300) return reply.body;
    throw new Error(`${call.method} ${call.path} answered ${reply.status} ${JSON.stringify(reply.body)}`);
  }

  close(): void {
    this.agent.destroy();
  }

  /** The answer. Rejects with the system's error when there is none. */
  send(call: Call): Promise<Reply> {
    const text = call.body === undefined ? undefined : JSON.stringify(call.body);
    const headers: Record<string, string> = { ...this.headers, ...call.headers };
    if (text !== undefined) headers['content-type'] = 'application/json';
    if (text !== undefined) headers['content-length'] = `${Buffer.byteLength(text)}`;
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: this.baseUrl.hostname,
          port: this.baseUrl.port,
          method: call.method,
          path: call.path,
          headers,
          agent: this.agent,
          timeout: answerMs,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const answer = Buffer.concat(chunks).toString();
            const isJson = /json/.test(response.headers['content-type'] ?? '');
            const body = isJson ? JSON.parse(answer) : answer || null;
            resolve({ status: response.statusCode ?? 0, body, headers: response.headers });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`no answer to ${call.method} ${call.path} for a minute`)));
      sent.on('error', reject);
      sent.end(text);
    });
  }
}
