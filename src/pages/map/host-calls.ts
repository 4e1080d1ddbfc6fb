/**
 * Answers the requests of the page that embeds this one with the same changes that a buyer's presses make. A request
 * waits until the seats can be chosen, and its answer is the order after the service's answer.
 */
import type { BestWish, Places, Sight } from '../../component/options.ts';
import type { Order } from '../../component/order.ts';
import type { SentOptions } from '../../component/protocol.ts';
import type { Cart, Problem, Wish } from './answers.ts';
import type { Booking } from './booking.ts';
import { type HostLink, refuse } from './host-link.ts';
import { orderOf, refusalOf } from './host-view.ts';
import type { HostWishes } from './host-wishes.ts';
import type { ServerClock } from './server-clock.ts';
import type { Shop } from './shop.ts';
import { coverSentence, isCovered } from './views/cover.tsx';

export interface HostCallsWorld {
  readonly shop: Shop;
  readonly clock: ServerClock;
  readonly booking: Booking;
  readonly apply: (options: SentOptions) => void;
}

export class HostCalls {
  readonly #world: HostCallsWorld;

  constructor(world: HostCallsWorld, host: HostLink) {
    this.#world = world;
    const { shop, booking, apply } = world;
    host.answer('select', (places) => this.#change(() => this.select(places)));
    host.answer('deselect', (places) => this.#change(() => this.#deselect(places)));
    host.answer('clear', () => this.#change(() => booking.change('release', whole)));
    host.answer('bestAvailable', (wish) => this.#change(() => booking.take(bestOf(wish, shop.state.wishes))));
    host.answer('checkout', () => this.#change(() => booking.checkOut()));
    host.answer('startOver', () => this.#startOver());
    host.answer('zoomTo', (sight) => this.#zoomTo(sight));
    host.answer('changeOptions', (options) => this.#order(() => apply(options)));
    host.answer('refresh', () => this.#order(() => booking.reread()));
  }

  /** Holds seats, and more places of areas. */
  select({ seats = [], areas = [], ticketTypes }: Places): Promise<Problem | null> {
    return this.#world.booking.change('take', (cart) => {
      const groupOfSeats = areas.map(({ id, places, ticketType }) => {
        const line = cart.groupOfSeats.find((one) => one.id === id && one.ticketType === ticketType);
        return { id, capacity: (line?.capacity ?? 0) + places, ...(ticketType === undefined ? {} : { ticketType }) };
      });
      return {
        ...(seats.length > 0 ? { seats } : {}),
        ...(groupOfSeats.length > 0 ? { groupOfSeats } : {}),
        ...(ticketTypes === undefined ? {} : { ticketTypes }),
      };
    });
  }

  #deselect({ seats = [], areas = [] }: Places): Promise<Problem | null> {
    return this.#world.booking.change('release', () => ({
      ...(seats.length > 0 ? { seats } : {}),
      ...(areas.length > 0
        ? { groupOfSeats: areas.map(({ places, ...line }) => ({ ...line, capacity: places })) }
        : {}),
    }));
  }

  async #startOver(): Promise<Order> {
    const { shop, booking } = this.#world;
    if (shop.state.stage === 'over' || shop.state.stage === 'confirmed') booking.again();
    else {
      const problem = await booking.cancel();
      if (problem !== null) this.#refuse(problem);
    }
    return this.#now();
  }

  async #zoomTo({ seats = [], sections = [] }: Sight): Promise<Order> {
    await this.#opened();
    const { shop } = this.#world;
    const { plan } = shop.state;
    const places = seats.flatMap((id) => plan?.seatById.get(id) ?? []);
    const chosen = new Set(sections);
    for (const [seat, sector] of plan?.sectorOf.entries() ?? []) {
      if (chosen.has(plan?.sectors[sector]?.id ?? -1)) places.push(seat);
    }
    shop.set({ sight: places });
    return this.#now();
  }

  async #change(change: () => Promise<Problem | null>): Promise<Order> {
    await this.#opened();
    const { stage, wishes, code } = this.#world.shop.state;
    if (wishes.mode !== 'sell')
      refuse({ code: 'NOT_SELLING', message: `In mode '${wishes.mode}' nothing can be held.` });
    if (stage !== 'choosing')
      refuse({ code: code || 'NOT_CHOOSING', message: `The order is at the stage '${stage}'.` });
    const problem = await change();
    if (problem !== null) this.#refuse(problem);
    return this.#now();
  }

  async #order(act: () => void | Promise<void>): Promise<Order> {
    await act();
    return this.#now();
  }

  /** Resolves when the seats are there. Refuses when they will not be. */
  async #opened(): Promise<void> {
    const { shop } = this.#world;
    const isOver = (): boolean => shop.state.stage === 'closed' || shop.state.stage === 'failed';
    await shop.until((state) => isOver() || (state.plan !== null && !isCovered(state)));
    if (isOver()) refuse({ code: shop.state.code, message: coverSentence(shop.state) });
  }

  #refuse(problem: Problem): never {
    const { state } = this.#world.shop;
    const { refusal } = state;
    if (refusal?.problem === problem) refuse(refusalOf(state, refusal));
    return refuse({ code: problem.errorCode, message: problem.detail });
  }

  #now(): Order {
    return orderOf(this.#world.shop.state, this.#world.clock);
  }
}

/** All that the order holds; null: nothing. */
function whole({ seats, groupOfSeats }: Cart): Wish | null {
  if (seats.length + groupOfSeats.length === 0) return null;
  const areas = groupOfSeats.map(({ id, capacity, ticketType = null }) => ({ id, capacity, ticketType }));
  return { seats: seats.map(({ id }) => id), groupOfSeats: areas };
}

function bestOf({ count, prices, sections, ...rest }: BestWish, { partySize, seats }: HostWishes): Wish {
  if (seats !== null) refuse({ code: 'NOT_OFFERED', message: 'The filter names seats: the service cannot choose.' });
  const ofPrices = prices === undefined ? {} : { priceIds: prices };
  const ofSections = sections === undefined ? {} : { sectionIds: sections };
  return { bestAvailable: { count: count ?? partySize, ...rest, ...ofPrices, ...ofSections } };
}
