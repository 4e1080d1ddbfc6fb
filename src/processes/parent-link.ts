/**
 * A worker's way to its parent: questions for leases with a time limit, counts of calls, and the parent's messages.
 * Promises that a question without an answer ends, and that nothing fails when the parent is gone.
 */
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

export class ParentLink implements AuthorityLink, UsageLink {
  readonly seeds: Uint32Array;
  readonly #channel: Channel;
  readonly #waiting = new Map<number, (reply: AuthorityReply | null) => void>();
  #count = 0;

  constructor(channel: Channel, seeds: Uint32Array) {
    this.#channel = channel;
    this.seeds = seeds;
    channel.onMessage((message) => {
      if (message.kind === 'told') this.#waiting.get(message.id)?.(message.reply);
    });
  }

  ask(request: AuthorityRequest): Promise<AuthorityReply | null> {
    const id = ++this.#count;
    return new Promise((resolve) => {
      const finish = (reply: AuthorityReply | null): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(reply);
      };
      const timer = setTimeout(() => finish(null), answerMsMax);
      this.#waiting.set(id, finish);
      this.#channel.send({ kind: 'ask', id, request });
    });
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

/** The channel of this process. Rejects nothing: messages to a parent that has ended are dropped. */
export function channelOf(process: NodeJS.Process): Channel {
  return {
    send: (message, sent = () => {}) => {
      if (process.connected) process.send?.(message, undefined, undefined, sent);
      else sent();
    },
    onMessage: (listener) => void process.on('message', (message) => listener(message as ParentMessage)),
  };
}
