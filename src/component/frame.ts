/**
 * The frame with the map, and the channel to it. Speaks only to the window of its own frame and only at the service's
 * origin. When the frame loads its document again, there is a new channel, and what was open is refused. Says once that
 * the map has failed, if it has not answered in time.
 */
import { Channel, isMessage, type Refusal, Refused, version } from './channel.ts';
import { blockedHere, whyNoMap } from './diagnosis.ts';
import type { FailedNews } from './order.ts';
import type { Hello, Listening } from './protocol.ts';

export interface FramedMap {
  /** The address of the map's page. */
  readonly address: URL;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** The options, when the map asks for them. */
  readonly hello: () => Promise<Hello>;
  /** Registers what the channel hears and answers. */
  readonly prepare: (channel: Channel) => void;
  readonly onFailed: (news: FailedNews) => void;
}

interface Call {
  readonly type: string;
  readonly body: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Frame {
  readonly element = document.createElement('iframe');
  readonly #map: FramedMap;
  readonly #ended = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  /** From the answer to `hello` on. */
  #channel: Channel | null = null;
  #answers: readonly string[] = [];
  /** Those from before the map listened. */
  #calls: Call[] = [];
  #begun: Channel | null = null;
  #closed: Refusal | null = null;

  constructor(map: FramedMap) {
    this.#map = map;
    const { signal } = this.#ended;
    addEventListener('message', (event) => this.#hear(event), { signal });
    document.addEventListener('securitypolicyviolation', (event) => this.#blocked(event), { signal });
    this.element.addEventListener('load', () => void this.#loaded(), { signal });
    this.#timer = setTimeout(() => void this.#tooLate(), map.timeoutMs);
    this.element.src = map.address.href;
  }

  /** Waits until the map listens. Rejects with a `Refused`. */
  request(type: string, body?: unknown): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(new Refused(this.#closed));
    return new Promise((resolve, reject) => this.#send({ type, body, resolve, reject }));
  }

  /** Ends everything; what is open is refused with this reason. */
  close(reason: Refusal): void {
    if (this.#closed !== null) return;
    this.#closed = reason;
    this.#ended.abort();
    clearTimeout(this.#timer);
    this.#begun?.close(reason);
    for (const { reject } of this.#calls) reject(new Refused(reason));
    this.#calls = [];
    this.element.remove();
  }

  #send(call: Call): void {
    const { type, body, resolve, reject } = call;
    if (this.#channel === null) this.#calls.push(call);
    else if (this.#answers.includes(type)) this.#channel.request(type, body).then(resolve, reject);
    else reject(new Refused({ code: 'OTHER_VERSION', message: `The service is too old for '${type}'.` }));
  }

  #hear({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.element.contentWindow || origin !== this.#map.address.origin) return;
    if (isListening(data)) this.#begin(data.body);
    else if (isMessage(data)) this.#begun?.receive(data);
  }

  #begin({ versions, answers }: Listening): void {
    if (!versions.includes(version)) {
      const message = `The service speaks the versions ${versions.join(', ')} of the map's messages, this script ${version}.`;
      this.#fail({ code: 'OTHER_VERSION', message });
      return;
    }
    this.#begun?.close({ code: 'RELOADED', message: 'The map was loaded again.' });
    const { origin } = this.#map.address;
    const channel = new Channel((message) => this.element.contentWindow?.postMessage(message, origin));
    this.#begun = channel;
    this.#channel = null;
    this.#answers = answers;
    this.#map.prepare(channel);
    void this.#greet(channel);
  }

  async #greet(channel: Channel): Promise<void> {
    const hello = await this.#map.hello();
    if (channel !== this.#begun) return;
    try {
      await channel.request('hello', hello);
    } catch {
      return;
    }
    clearTimeout(this.#timer);
    this.#channel = channel;
    for (const call of this.#calls.splice(0)) this.#send(call);
  }

  /** Something was loaded: if it does not listen, it may be the browser's own page for a refused frame. */
  async #loaded(): Promise<void> {
    if (this.#begun !== null) return;
    const why = await whyNoMap(this.#map.address, this.#map.baseUrl);
    if (why !== null && this.#begun === null) this.#fail(why);
  }

  async #tooLate(): Promise<void> {
    const why = await whyNoMap(this.#map.address, this.#map.baseUrl);
    const message = `The map has not answered for ${this.#map.timeoutMs / 1000} seconds.`;
    if (this.#channel === null) this.#fail(why ?? { code: 'NO_ANSWER', message });
  }

  #blocked({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    const isFrame = effectiveDirective === 'frame-src' || effectiveDirective === 'child-src';
    if (isFrame && blockedURI.startsWith(this.#map.address.origin)) this.#fail(blockedHere(this.#map.address.origin));
  }

  #fail(news: FailedNews): void {
    if (this.#closed !== null) return;
    this.close(news);
    this.#map.onFailed(news);
  }
}

/** Of any version: it says which versions the map speaks. */
function isListening(data: unknown): data is { readonly body: Listening } {
  if (typeof data !== 'object' || data === null) return false;
  const { type, body } = data as { readonly type?: unknown; readonly body?: Partial<Listening> | null };
  return type === 'listening' && Array.isArray(body?.versions) && Array.isArray(body.answers);
}
