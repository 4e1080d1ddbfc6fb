/**
 * Sends the calls of buyers to one service, each once, and keeps known outcomes apart from unknown ones. A call with an
 * Idempotency-Key goes through the project's own typed client, whose repetitions are switched off: the buyers must see
 * each answer that is missing. A call without a key is sent by hand, because the client gives every call a key.
 */
import { type Call, Client, type Reply } from '../../bench/stand/client.ts';
import { type Answer, createClient, type Client as TypedClient } from '../../src/client/index.ts';

/** A call through the typed client. */
export interface KeyedCall {
  /** For reports. */
  readonly name: string;
  readonly by: (client: TypedClient) => Promise<Answer<unknown>>;
}

export type BuyerCall = Call | KeyedCall;

export interface CallSender {
  /**
   * The answer, or null when there is none. `onLate` is called when the answer is so late that a substitute should
   * start.
   */
  attempt(call: BuyerCall, onLate?: () => void): Promise<Reply | null>;
}

const answerMs = 60_000;

export class ServiceClient implements CallSender {
  readonly #plain: Client;
  readonly #typed: TypedClient;

  /** At most `connections` calls without a key are under way at once. */
  constructor(baseUrl: string, connections?: number) {
    this.#plain = new Client(baseUrl, {}, connections);
    this.#typed = createClient({
      baseUrl,
      retry: { attempts: 1 },
      fetch: (request) => fetch(request, { signal: AbortSignal.timeout(answerMs) }),
    });
  }

  async attempt(call: BuyerCall): Promise<Reply | null> {
    return await this.send(call).catch(() => null);
  }

  /** The answer. Rejects with the system's error when there is none. */
  async send(call: BuyerCall): Promise<Reply> {
    if (!('by' in call)) return await this.#plain.send(call);
    try {
      const { data, problem, response } = await call.by(this.#typed);
      const body = problem ?? data ?? null;
      return { status: response.status, body, headers: Object.fromEntries(response.headers) };
    } catch (error) {
      throw (error as Error).cause ?? error;
    }
  }

  close(): void {
    this.#plain.close();
  }
}

/** Whether this is the recorded answer of an earlier call with the same key. */
export function isReplayed({ headers }: Reply): boolean {
  return headers['idempotency-replayed'] === 'true';
}

/** Such as `POST /api/…`, for reports. */
export function nameOf(call: BuyerCall): string {
  return 'by' in call ? call.name : `${call.method} ${call.path}`;
}
