/**
 * All viewers of a drill, spread over the events on sale. While all buyers wait, each viewer's map, which is the prices
 * that it read and the changes that it was told, must become what the prices read shows. Reports each event for which it
 * does not.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '../../bench/load/plan.ts';
import type { Service } from '../../bench/stand/service.ts';
import type { Ledger } from '../soak/ledger.ts';
import type { DrawnMap } from '../support/map-viewer.ts';
import { RandomNodeClient } from './random-node-client.ts';
import { type PricesRead, RoamingViewer, readPrices, type ViewerCounts } from './roaming-viewer.ts';

/** One of so many gives up its streams now and then; the others keep theirs as long as they can. */
const leavesOneOf = 3;
/** Longer than a browser waits after a node stopped, a node asks again and a broken connection is noticed. */
const settledMs = 15_000;
const lookMs = 20;

export class RoamingViewers {
  readonly counts: ViewerCounts = { changes: 0, streams: 0, resets: 0 };
  readonly #ledger: Ledger;
  readonly #client: RandomNodeClient;
  readonly #world: ConstructorParameters<typeof RoamingViewer>[2];
  #viewers: RoamingViewer[] = [];
  readonly #runs: Promise<void>[] = [];

  constructor(count: number, nodes: readonly Service[], ledger: Ledger) {
    this.#ledger = ledger;
    const report = (violation: string): void => ledger.reportViolation(null, violation);
    this.#client = new RandomNodeClient(nodes, report);
    this.#world = { nodes, sender: this.#client, counts: this.counts, report };
    for (let number = 0; number < count; number++) this.#open(number);
  }

  /** Viewers of events that are no longer on sale turn to others. */
  moveOn(): void {
    for (const [number, viewer] of this.#viewers.entries()) {
      if (this.#ledger.targets.includes(viewer.target)) continue;
      viewer.close();
      this.#open(number);
    }
  }

  /** Compares all maps. Call while all buyers wait. */
  async audit(): Promise<void> {
    await Promise.all(this.#ledger.targets.map((target) => this.#auditEvent(target)));
  }

  async close(): Promise<void> {
    for (const viewer of this.#viewers) viewer.close();
    await Promise.all(this.#runs);
    this.#client.close();
  }

  #open(number: number): void {
    const { targets } = this.#ledger;
    const viewer = new RoamingViewer(targets[number % targets.length]!, number % leavesOneOf > 0, this.#world);
    this.#viewers[number] = viewer;
    this.#runs.push(viewer.run());
  }

  async #auditEvent(target: Target): Promise<void> {
    const viewers = this.#viewers.filter((viewer) => viewer.target === target);
    const until = performance.now() + settledMs;
    for (;;) {
      // Read again each time: a call that was never answered may take effect late.
      const prices = await readPrices(this.#world, target);
      const wrong = prices === null ? viewers : viewers.filter((viewer) => !shows(viewer, prices));
      if (wrong.length === 0) return;
      if (performance.now() > until) {
        const first = prices === null ? 'the prices could not be read' : differenceOf(wrong[0]!, prices);
        const what = `event ${target.eventId}: ${wrong.length} of ${viewers.length} viewers show another map: ${first}`;
        this.#ledger.reportViolation(null, what);
        return;
      }
      await pause(lookMs);
    }
  }
}

function shows({ map, seq }: RoamingViewer, prices: PricesRead): boolean {
  return map !== null && seq <= prices.seq && isSame(map, prices.map);
}

function isSame(one: DrawnMap, other: DrawnMap): boolean {
  const { bookable, places } = other;
  if (one.bookable.size !== bookable.size || one.places.size !== places.size) return false;
  for (const [area, free] of places) if (one.places.get(area) !== free) return false;
  for (const seat of bookable) if (!one.bookable.has(seat)) return false;
  return true;
}

function differenceOf({ map, seq }: RoamingViewer, prices: PricesRead): string {
  if (map === null) return `it still reads the prices, after record ${seq} of ${prices.seq}`;
  const unlike = (some: DrawnMap, others: DrawnMap) => [...some.bookable].filter((seat) => !others.bookable.has(seat));
  const seats = [...unlike(map, prices.map), ...unlike(prices.map, map)].slice(0, 5);
  const [shown, due] = [map, prices.map].map(({ places }) => JSON.stringify([...places]));
  return `at record ${seq} of ${prices.seq}, seats ${seats.join(', ') || 'none'}, places ${shown}, due ${due}`;
}
