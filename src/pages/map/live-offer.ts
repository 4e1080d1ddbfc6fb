/**
 * Keeps plan and offer equal to what the service tells: the layout, the prices and the stream of changes. Reads a new
 * layout when it has changed, and prices that became known late.
 */
import { readPlan } from '../shared/plan.ts';
import type { Change, Prices } from './answers.ts';
import { type BoxOffice, type Layout, problemOf } from './box-office.ts';
import { Offer, unknownPrice } from './offer.ts';
import type { ServerClock } from './server-clock.ts';
import { type Shop, stageOf } from './shop.ts';

export interface LiveOfferWorld {
  readonly shop: Shop;
  readonly office: BoxOffice;
  readonly clock: ServerClock;
  /** The prices were read again after an interruption: the session may be another too. */
  readonly onReset: () => void;
}

/** Prices of freed seats are asked for together, and not by all buyers in the same moment. */
const priceDelayMs = 1_000;
const priceJitterMs = 4_000;

export class LiveOffer {
  readonly #world: LiveOfferWorld;
  #layout: Layout | null = null;
  #isAsking = false;

  constructor(world: LiveOfferWorld) {
    this.#world = world;
    // The browser knows of a lost network before a silent stream is noticed.
    addEventListener('offline', () => world.shop.set({ isOffline: true }));
    addEventListener('online', () => {
      world.shop.set({ isOffline: false });
      world.onReset();
    });
  }

  /** Shows the offer and follows it until the event is closed. */
  async follow(): Promise<void> {
    const { shop, office } = this.#world;
    try {
      const layout = office.layout();
      for await (const news of office.follow((isLive) => shop.set({ isOffline: !isLive }))) {
        if (news.kind === 'closed') return this.#close(news.errorCode);
        if (news.kind === 'change') this.#change(news);
        else await this.#prices(news.prices as Prices, layout);
      }
    } catch (error) {
      shop.set({ stage: 'failed', code: problemOf(error).errorCode });
    }
  }

  async #prices(prices: Prices, first: ReturnType<BoxOffice['layout']>): Promise<void> {
    const { shop, office, clock, onReset } = this.#world;
    const isFirst = this.#layout === null;
    const layout = isFirst ? await first : await office.layout();
    if (!layout.ok) {
      if (isFirst) shop.set({ stage: 'failed', code: layout.problem.errorCode });
      return;
    }
    const isSame = layout.value.tag === this.#layout?.tag && layout.value.tag !== '';
    this.#layout = layout.value;
    const plan = isSame && shop.state.plan !== null ? shop.state.plan : readPlan(layout.value.schema);
    const { stage, session, offerVersion } = shop.state;
    const offer = new Offer(plan, prices);
    const next = stage === 'loading' ? stageOf(session, clock.isPast(session?.expiresAt ?? null)) : stage;
    shop.set({ plan, offer, offerVersion: offerVersion + 1, stage: next });
    if (!isFirst) onReset();
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

  #close(code: string): void {
    const { shop } = this.#world;
    // A buyer who is paying goes on: a purchase that was begun can be confirmed.
    if (shop.state.stage === 'choosing' || shop.state.stage === 'loading') shop.set({ stage: 'closed', code });
  }
}
