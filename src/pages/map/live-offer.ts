/**
 * Keeps the plan and the offer equal to what the service sends: the layout, the prices and the stream of changes. Reads
 * the layout again after a reset, and the prices of seats that were not on offer at first. Never ends a payment: a
 * buyer who has checked out stays in that stage, whatever becomes of the sale.
 */
import { type Plan, readPlan } from '../shared/plan.ts';
import { noUnits, readUnits, type Units } from '../shared/units.ts';
import type { Change, Prices } from './answers.ts';
import { type BoxOffice, type Layout, problemOf } from './box-office.ts';
import { Offer, unknownPrice } from './offer.ts';
import type { ServerClock } from './server-clock.ts';
import { closingCodes, type Shop, stageOf } from './shop.ts';

export interface LiveOfferWorld {
  readonly shop: Shop;
  readonly office: BoxOffice;
  readonly clock: ServerClock;
  /** The page may have missed changes: the session has to be read again too. */
  readonly onReset: () => void;
}

/** One read serves all seats that are freed meanwhile; the jitter keeps all buyers from reading in the same moment. */
const priceDelayMs = 1_000;
const priceJitterMs = 4_000;

export class LiveOffer {
  readonly #world: LiveOfferWorld;
  #layout: Layout | null = null;
  #isAsking = false;

  constructor(world: LiveOfferWorld) {
    this.#world = world;
    // The browser notices a lost network at once, the follower only after a silence of 50 seconds.
    addEventListener('offline', () => world.shop.set({ isOffline: true }));
    addEventListener('online', () => {
      world.shop.set({ isOffline: false });
      world.shop.reached();
      world.onReset();
    });
  }

  /** Shows the offer and follows it until the event is closed. */
  async follow(): Promise<void> {
    const { office } = this.#world;
    try {
      const layout = office.layout();
      for await (const news of office.follow((isLive) => this.#connected(isLive))) {
        if (news.kind === 'closed') return this.#close(news.errorCode);
        if (news.kind === 'change') this.#change(news);
        else await this.#prices(news.prices as Prices, layout);
      }
    } catch (error) {
      this.#close(problemOf(error).errorCode);
    }
  }

  #connected(isLive: boolean): void {
    const { shop } = this.#world;
    shop.set({ isOffline: !isLive });
    if (isLive) shop.reached();
  }

  async #prices(prices: Prices, first: ReturnType<BoxOffice['layout']>): Promise<void> {
    const { shop, office, clock, onReset } = this.#world;
    const isFirst = this.#layout === null;
    const layout = isFirst ? await first : await office.layout();
    if (!layout.ok && isFirst) return this.#close(layout.problem.errorCode);
    // Without the new layout the prices still apply to the seats that both layouts have.
    const plan = layout.ok ? this.#planOf(layout.value) : shop.state.plan;
    if (plan === null) return;
    const units = await this.#unitsOf(plan);
    const { stage, session, offerVersion } = shop.state;
    const offer = new Offer(plan, prices);
    const next = stage === 'loading' ? stageOf(session, clock.isPast(session?.expiresAt ?? null)) : stage;
    // The same place in another plan is another seat.
    const forgotten = plan === shop.state.plan ? {} : { selected: null };
    shop.set({ plan, units, offer, offerVersion: offerVersion + 1, stage: next, ...forgotten });
    if (!isFirst) onReset();
  }

  /** The plan of a layout; the one that is shown when the layout is the same. */
  #planOf(layout: Layout): Plan {
    const isSame = layout.tag === this.#layout?.tag && layout.tag !== '';
    this.#layout = layout;
    this.#world.clock.learnDate(layout.date);
    const { plan } = this.#world.shop.state;
    return isSame && plan !== null ? plan : readPlan(layout.schema);
  }

  /**
   * The units of the event; those that are shown when they are the same. Without an answer seats are shown one by one: a
   * choice of one of them then leads to the offer of the whole unit.
   */
  async #unitsOf(plan: Plan): Promise<Units> {
    if (!plan.hasUnits) return noUnits;
    const { shop, office } = this.#world;
    const read = await office.units();
    const { plan: shownPlan, units: shown } = shop.state;
    if (!read.ok) return plan === shownPlan ? shown : noUnits;
    const units = readUnits(plan, read.value);
    return plan === shownPlan && units.source === shown.source ? shown : units;
  }

  #change(change: Change): void {
    const { shop } = this.#world;
    const { offer, offerVersion } = shop.state;
    if (offer === null) return;
    const changed = offer.apply(change);
    shop.set({ offerVersion: offerVersion + 1 });
    if (changed.some((seat) => offer.bookable[seat] === 1 && offer.priceOf[seat] === unknownPrice)) this.#askPrices();
  }

  #askPrices(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    setTimeout(
      () => {
        this.#isAsking = false;
        void this.#learnPrices();
      },
      priceDelayMs + Math.random() * priceJitterMs,
    );
  }

  async #learnPrices(): Promise<void> {
    const { shop, office } = this.#world;
    const prices = await office.prices();
    const { plan, offer, offerVersion } = shop.state;
    if (!prices.ok || plan === null || offer === null) return;
    offer.learnPrices(new Offer(plan, prices.value));
    shop.set({ offerVersion: offerVersion + 1 });
  }

  /** Nothing can be chosen any more. A session that is checked out can still be confirmed, so other stages stay. */
  #close(code: string): void {
    const { shop } = this.#world;
    if (shop.state.stage !== 'choosing' && shop.state.stage !== 'loading') return;
    const isClosed = closingCodes.has(code) || code === 'EVENT_DELETED';
    shop.set({ stage: isClosed ? 'closed' : 'failed', code });
  }
}
