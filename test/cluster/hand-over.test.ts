/** Nodes stop and join while buyers buy: no request is refused, and no hold is lost. */
import { Agent, get } from 'node:http';
import { liveEvents, showSomewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import type { ServiceCalls, Show, TestService } from '../support/service.ts';
import { publicPrefix, sessionCalls, succeeded } from '../support/session-calls.ts';

/** Longer than this process could be held up by others, so that no node loses its leases by accident. */
const settings = { LEASE_MS: '30000' };

let cluster: TestCluster;

afterEach(() => cluster.close());

/** Buyers that repeatedly hold and give back a seat each, at one node, until `stop`. */
class Crowd {
  readonly #failures: unknown[] = [];
  readonly #buyers: Promise<void>[] = [];
  #isOver = false;
  #milestone = { at: Number.POSITIVE_INFINITY, reached: (): void => {} };
  answered = 0;

  /** Adds a buyer that holds `seat` all the time, and `seat + 1` now and then. */
  async add(node: ServiceCalls, show: Show, seat: number): Promise<void> {
    const calls = sessionCalls(node, show);
    const id = await calls.open([show.seats[seat] as number]);
    this.#buyers.push(this.#buy(calls, id, [show.seats[seat] as number, show.seats[seat + 1] as number]));
  }

  async #buy(calls: ReturnType<typeof sessionCalls>, id: string, [first, second]: readonly [number, number]) {
    try {
      while (!this.#isOver) {
        await this.#answered(() => calls.lock(id, [second]));
        await this.#answered(() => calls.unlock(id, [second]));
        expect((await this.#answered(() => calls.get(id))).body.cart.seats).toMatchObject([{ id: first }]);
      }
    } catch (error) {
      this.#failures.push(error);
      this.#milestone.reached();
    }
  }

  async #answered(ask: () => ReturnType<ReturnType<typeof sessionCalls>['get']>) {
    const answer = succeeded(await ask());
    this.answered++;
    if (this.answered >= this.#milestone.at) this.#milestone.reached();
    return answer;
  }

  /** Resolves when a hundred more calls have been answered, or one has failed. */
  goesOn(): Promise<void> {
    return new Promise((resolve) => {
      this.#milestone = { at: this.answered + 100, reached: resolve };
    });
  }

  async stop(): Promise<readonly unknown[]> {
    this.#isOver = true;
    await Promise.all(this.#buyers);
    return this.#failures;
  }
}

async function openShows(count: number): Promise<(readonly [Show, TestService])[]> {
  const [first] = cluster.nodes as [TestService];
  const shows = [];
  for (let place = 0; place < count; place++) shows.push(await showSomewhere(cluster.nodes, first));
  return shows;
}

test('a node that is stopped hands its events over; no request fails', async () => {
  cluster = await startTestCluster(3, { settings });
  const shows = await openShows(4);
  const [, leaving] = shows[0] as readonly [Show, TestService];
  const staying = cluster.nodes.filter((node) => node !== leaving);
  const crowd = new Crowd();
  for (const [show] of shows) {
    for (const [place, node] of staying.entries()) await crowd.add(node, show, place * 2);
  }
  await crowd.goesOn();
  await leaving.stop();
  await crowd.goesOn();
  expect(await crowd.stop()).toEqual([]);
  const live = await liveEvents(staying);
  expect(live.reduce((sum, count) => sum + count, 0)).toBe(4);
  const fences = await Promise.all(staying.map((node) => node.metric('usher_actors_broken_total')));
  expect(fences).toEqual([0, 0]);
});

/** A client with one keep-alive connection. */
class KeptClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether the answer has `Connection: close`. Rejects if there is no answer or it is no success. */
  ask(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      get(this.#url, { agent: this.#agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        answer.resume().on('end', () => resolve(answer.headers.connection === 'close'));
      }).on('error', reject);
    });
  }

  async askUntilSentAway(): Promise<void> {
    while (!(await this.ask()));
  }
}

test('a node that is stopped still answers on keep-alive and new connections until it closes', async () => {
  cluster = await startTestCluster(2, { settings });
  const [first] = cluster.nodes as [TestService];
  const [show, leaving] = await showSomewhere(cluster.nodes, first);
  const id = await sessionCalls(first, show).open([show.seats[0] as number]);
  const url = `${leaving.url}${publicPrefix}${id}`;
  const [busy, idle] = [32, 32].map((count) => Array.from({ length: count }, () => new KeptClient(url))) as [
    KeptClient[],
    KeptClient[],
  ];
  expect(await Promise.all(idle.map((client) => client.ask()))).toEqual(idle.map(() => false));
  const sentAway = busy.map((client) => client.askUntilSentAway());
  const stopped = leaving.stop();
  // As soon as one knows: the node closes two seconds later.
  await Promise.race(sentAway);
  const others = [new KeptClient(url), ...idle];
  expect(await Promise.all(others.map((client) => client.ask()))).toEqual(others.map(() => true));
  await Promise.all(sentAway);
  await stopped;
  await expect(new KeptClient(url).ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a node that joins takes its share of the events; no request fails', async () => {
  cluster = await startTestCluster(2, { settings });
  const shows = await openShows(16);
  const crowd = new Crowd();
  for (const [place, [show]] of shows.entries()) await crowd.add(cluster.nodes[place % 2] as TestService, show, 0);
  await crowd.goesOn();
  const joining = await cluster.join();
  await eventually(async () => (await joining.metric('usher_live_events')) > 0);
  await crowd.goesOn();
  expect(await crowd.stop()).toEqual([]);
  const live = await liveEvents(cluster.nodes);
  expect(live.reduce((sum, count) => sum + count, 0)).toBe(16);
});
