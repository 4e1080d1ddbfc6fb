/**
 * The channel to the component in the page that embeds this one. Only sites that the organization allows can embed it.
 * Speaks to the origin of the first `hello` only: sessions are credentials. Sends nothing but `listening` before that.
 */
import { Channel, type Refusal, Refused, version } from '../../component/channel.ts';
import type { AmountsToFormat, Hello, Listening, Requests } from '../../component/protocol.ts';
import type { TextStore } from './keeper.ts';

const requestTypes: readonly (keyof Requests)[] = [
  ...(['select', 'deselect', 'clear', 'bestAvailable', 'checkout', 'startOver'] as const),
  ...(['zoomTo', 'changeOptions', 'refresh'] as const),
];

export class HostLink {
  readonly channel: Channel;
  /** The options. */
  readonly hello: Promise<Hello>;
  #origin: string | null = null;

  constructor() {
    this.channel = new Channel((message) => {
      if (this.#origin !== null) parent.postMessage(message, this.#origin);
    });
    this.hello = new Promise((resolve) => this.channel.answer('hello', (body) => resolve(body as Hello)));
    addEventListener('message', ({ data, origin, source }) => {
      if (source !== parent || (this.#origin ?? origin) !== origin) return;
      if (this.#origin === null && (data as { readonly type?: unknown } | null)?.type !== 'hello') return;
      this.#origin = origin;
      this.channel.receive(data);
    });
    const body: Listening = { versions: [version], answers: requestTypes };
    parent.postMessage({ v: version, id: 0, type: 'listening', body }, '*');
  }

  /** What the embedding page keeps for this one, as `hello` brought it. */
  storeOf({ kept }: Hello): TextStore {
    const texts = new Map(Object.entries(kept ?? {}));
    return {
      read: (name) => texts.get(name) ?? null,
      write: (name, text) => {
        if (text === null) texts.delete(name);
        else texts.set(name, text);
        this.channel.tell('keep', { name, text });
      },
    };
  }

  /** What the embedding page keeps now: another tab may have changed it. */
  async kept(name: string): Promise<string | null> {
    const text = await this.channel.request('kept', name).catch(() => null);
    return typeof text === 'string' ? text : null;
  }

  /** A pass for this reason; null: the embedding page has none. */
  async pass(code: string): Promise<string | null> {
    const pass = await this.channel.request('pass', code).catch(() => null);
    return typeof pass === 'string' ? pass : null;
  }

  async format(amounts: AmountsToFormat): Promise<readonly unknown[]> {
    const texts = await this.channel.request('format', amounts);
    return Array.isArray(texts) ? texts : [];
  }

  /** Registers the answer to a request. */
  answer<Type extends keyof Requests>(type: Type, handler: (body: Requests[Type]) => unknown): void {
    this.channel.answer(type, (body) => handler(body as Requests[Type]));
  }
}

export function refuse(refusal: Refusal): never {
  throw new Refused(refusal);
}
