/**
 * A follower of the organization's feed that is the client's own, by pages or by the stream: it resumes by itself after a
 * kill, and now and then the program leaves it and begins again with the last cursor, at another node.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../src/client/clock.ts';
import { createClient, followChanges } from '../../src/client/index.ts';
import type { FollowerWorld } from './feed-follower.ts';
import type { FollowerPlace, ToldChange } from './followed-feed.ts';

const stayMsMax = 5_000;
/** The client waits longer after many failures, and for a silent stream; here services are killed all the time. */
const pauseMsMax = 1_000;
const clock = {
  ...systemClock,
  wait: (ms: number, signal?: AbortSignal) => systemClock.wait(Math.min(ms, pauseMsMax), signal),
};

export class ClientFollower {
  readonly place: FollowerPlace;
  readonly #world: FollowerWorld;
  readonly #closed = new AbortController();
  #cursor = 'start';

  constructor(name: string, world: FollowerWorld) {
    this.place = { name, count: 0, isAstray: false };
    this.#world = world;
  }

  /** Follows until closed. */
  async run(): Promise<void> {
    const { nodes, token, report } = this.#world;
    while (!this.#closed.signal.aborted) {
      const { baseUrl } = nodes[randomInt(nodes.length)] as { readonly baseUrl: string };
      const client = createClient({ baseUrl, apiKey: token, clock });
      await this.#follow(client).catch(async (error: unknown) => {
        report(`${this.place.name} ended: ${error}`);
        await pause(pauseMsMax);
      });
    }
  }

  close(): void {
    this.#closed.abort();
  }

  async #follow(client: ReturnType<typeof createClient>): Promise<void> {
    const { feed } = this.#world;
    const by = randomInt(2) === 0 ? 'pages' : 'stream';
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(randomInt(stayMsMax))]);
    for await (const { changes, cursor } of followChanges(client, { after: this.#cursor, by, signal })) {
      for (const change of changes) feed.hear(this.place, change as ToldChange);
      this.#cursor = cursor;
    }
  }
}
