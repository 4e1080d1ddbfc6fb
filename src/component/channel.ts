/**
 * One end of the conversation between the component in a shop's page and the map in its frame. Both ends use this class.
 * A request has an id and gets one answer or one refusal; news gets none. Messages of another version, of unknown types
 * and of any other shape are ignored. Sends through a function, so it knows no window and no origin.
 */

/** Grows when an end of the older version could not understand this one. */
export const version = 1;

export interface Message {
  readonly v: number;
  /** Of its sender; an answer has the id of its request. */
  readonly id: number;
  readonly type: string;
  readonly body?: unknown;
}

/** Why a request was refused, as the other end says it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** A refused request, or one whose answer cannot come any more. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

type Handler = (body: unknown) => unknown;

interface Waiting {
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: Refused) => void;
}

export class Channel {
  readonly #post: (message: Message) => void;
  readonly #requests = new Map<string, Handler>();
  readonly #news = new Map<string, Handler>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closed: Refusal | null = null;

  constructor(post: (message: Message) => void) {
    this.#post = post;
  }

  /** The types of requests that this end answers. */
  get answers(): readonly string[] {
    return [...this.#requests.keys()];
  }

  /** Answers requests of this type with what the handler returns; a `Refused` that it throws is the refusal. */
  answer(type: string, handler: Handler): void {
    this.#requests.set(type, handler);
  }

  /** Hears news of this type. */
  hear(type: string, handler: Handler): void {
    this.#news.set(type, handler);
  }

  /** Sends news. */
  tell(type: string, body?: unknown): void {
    if (this.#closed === null) this.#send({ v: version, id: ++this.#lastId, type, body });
  }

  /** Resolves with the answer. Rejects with a `Refused`: the other end has refused, or the channel was closed. */
  request(type: string, body?: unknown): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(new Refused(this.#closed));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ v: version, id, type, body });
    });
  }

  /** Takes what has arrived from the other end. Never throws. */
  receive(data: unknown): void {
    if (this.#closed !== null || !isMessage(data)) return;
    const { id, type, body } = data;
    const request = this.#requests.get(type);
    if (type === 'answer' || type === 'refusal') this.#settle(id, type, body);
    else if (request === undefined) this.#news.get(type)?.(body);
    else void this.#reply(id, request, body);
  }

  /** Refuses what is still open, and everything after this. */
  close(refusal: Refusal): void {
    this.#closed ??= refusal;
    for (const { reject } of this.#waiting.values()) reject(new Refused(refusal));
    this.#waiting.clear();
  }

  async #reply(id: number, handler: Handler, body: unknown): Promise<void> {
    const [type, reply] = await outcomeOf(handler, body);
    if (this.#closed === null) this.#send({ v: version, id, type, body: reply });
  }

  #settle(id: number, type: 'answer' | 'refusal', body: unknown): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if (type === 'answer') waiting.resolve(body);
    else waiting.reject(new Refused(body as Refusal));
  }

  #send(message: Message): void {
    this.#post(message);
  }
}

async function outcomeOf(handler: Handler, body: unknown): Promise<readonly ['answer' | 'refusal', unknown]> {
  try {
    return ['answer', await handler(body)];
  } catch (error) {
    if (error instanceof Refused) return ['refusal', error.refusal];
    return ['refusal', { code: 'FAILED', message: String(error) } satisfies Refusal];
  }
}

export function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null) return false;
  const { v, id, type } = data as Partial<Message>;
  return v === version && Number.isSafeInteger(id) && typeof type === 'string';
}
