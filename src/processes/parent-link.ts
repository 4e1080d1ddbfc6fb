/**
 * A worker's way to its parent: questions for leases with a time limit, counts of calls, and the parent's messages.
 * Questions that are asked at the same moment share a message: a node renews up to 256 leases in 1.3 s, an eighth of
 * them at a time, and a message costs each of the two processes some 40 µs. Promises that a question without an answer
 * ends, and that nothing fails when the parent is gone.
 */
import type { Clock } from '#actors/ports.ts';
import type { AuthorityLink } from '#cluster/authority-lease.ts';
import type { AuthorityReply, AuthorityRequest } from '#cluster/lease-authority.ts';
import type { UsageLink } from '#http/limits/shared-usage.ts';
import type { ParentMessage, WorkerMessage } from './messages.ts';

/** The parent answers within a millisecond unless it hangs. */
const answerMsMax = 250;

/** The process's channel to its parent. */
export interface Channel {
  /** `sent`: called when the message is on its way, or the parent has ended. */
  send(message: WorkerMessage, sent?: () => void): void;
  onMessage(listener: (message: ParentMessage) => void): void;
}

interface Asked {
  readonly request: AuthorityRequest;
  readonly resolve: (reply: AuthorityReply | null) => void;
}

export class ParentLink implements AuthorityLink, UsageLink {
  readonly seeds: Uint32Array;
  readonly #channel: Channel;
  readonly #time: Clock;
  /** Questions that were sent, by the number of their message. */
  readonly #waiting = new Map<number, (replies: readonly AuthorityReply[] | null) => void>();
  /** The questions of the next message. */
  #asked: Asked[] = [];
  #count = 0;

  constructor(channel: Channel, seeds: Uint32Array, time: Clock) {
    this.#channel = channel;
    this.#time = time;
    this.seeds = seeds;
    channel.onMessage((message) => {
      if (message.kind === 'told') this.#waiting.get(message.id)?.(message.replies);
    });
  }

  ask(request: AuthorityRequest): Promise<AuthorityReply | null> {
    return new Promise((resolve) => {
      if (this.#asked.length === 0) queueMicrotask(() => this.#send());
      this.#asked.push({ request, resolve });
    });
  }

  #send(): void {
    const id = ++this.#count;
    const asked = this.#asked;
    this.#asked = [];
    const finish = (replies: readonly AuthorityReply[] | null): void => {
      stopWaiting();
      this.#waiting.delete(id);
      for (const [place, { resolve }] of asked.entries()) resolve(replies?.[place] ?? null);
    };
    const stopWaiting = this.#time.wakeAt(this.#time.now() + answerMsMax, () => finish(null));
    this.#waiting.set(id, finish);
    this.#channel.send({ kind: 'ask', id, requests: asked.map(({ request }) => request) });
  }

  tell(limit: string, pairs: Uint32Array): void {
    this.#channel.send({ kind: 'usage', limit, pairs });
  }

  onTold(listener: (limit: string, pairs: Uint32Array) => void): void {
    this.#channel.onMessage((message) => {
      if (message.kind === 'usage') listener(message.limit, message.pairs);
    });
  }
}

/** The channel of this process. Never throws: messages to a parent that has ended are dropped. */
export function channelOf(process: NodeJS.Process): Channel {
  return {
    send: (message, sent = () => {}) => {
      if (process.connected) process.send?.(message, undefined, undefined, sent);
      else sent();
    },
    onMessage: (listener) => void process.on('message', (message) => listener(message as ParentMessage)),
  };
}
