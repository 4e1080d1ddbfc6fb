/**
 * Sends every call to a random node, as clients without sticky sessions do. Avoids a node that does not answer for a
 * moment, as a load balancer would.
 */
import { randomInt } from 'node:crypto';
import type { Reply } from '../../bench/stand/client.ts';
import type { Service } from '../../bench/stand/service.ts';
import { type BuyerCall, type CallSender, nameOf, ServiceClient } from '../soak/sender.ts';

/** After this time a call counts as late, and its node as hung. */
const lateMs = 1_000;
const avoidHungMs = 1_000;
const avoidDeadMs = 100;
const connectionsPerNode = 512;

export class RandomNodeClient implements CallSender {
  /** Calls that were sent and not answered; a node that refuses connections was not asked. */
  unanswered = 0;
  /** Answers 503. Each must say when to try again. */
  refused = 0;
  readonly #report: (violation: string) => void;
  private readonly nodes: { readonly client: ServiceClient; avoidUntil: number }[];

  constructor(nodes: readonly Service[], report: (violation: string) => void) {
    this.#report = report;
    this.nodes = nodes.map(({ baseUrl }) => {
      return { client: new ServiceClient(baseUrl, connectionsPerNode), avoidUntil: 0 };
    });
  }

  async attempt(call: BuyerCall, onLate?: () => void): Promise<Reply | null> {
    const node = this.choose();
    const late = setTimeout(() => {
      node.avoidUntil = performance.now() + avoidHungMs;
      onLate?.();
    }, lateMs);
    try {
      const reply = await node.client.send(call);
      if (reply.status === 503) this.#countRefused(call, reply);
      return reply;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') this.unanswered += 1;
      node.avoidUntil = performance.now() + avoidDeadMs;
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  close(): void {
    for (const { client } of this.nodes) client.close();
  }

  #countRefused(call: BuyerCall, { headers, body }: Reply): void {
    this.refused += 1;
    if (headers['retry-after'] !== undefined) return;
    this.#report(`${nameOf(call)} answered 503 ${body?.errorCode} without Retry-After`);
  }

  private choose() {
    const now = performance.now();
    const trusted = this.nodes.filter(({ avoidUntil }) => avoidUntil < now);
    const among = trusted.length > 0 ? trusted : this.nodes;
    return among[randomInt(among.length)]!;
  }
}
