/**
 * The buyer's cart: takes and gives back seats and places, checks out, starts over. Changes the cart with one call at a
 * time, in the order of the buyer's presses, so that the page shows the cart of the last answer. Creates the session
 * when the buyer takes something for the first time. Never shows an answer that a later change has overtaken.
 */
import type { Cart, Problem, Session, Wish } from './answers.ts';
import type { BoxOffice } from './box-office.ts';
import { guestsAt, stateOfSeats } from './cart-parts.ts';
import { type Change, ChangeQueue } from './change-queue.ts';
import type { Keeper, KeptSession } from './keeper.ts';
import { explain, whyNoSession } from './refusals.ts';
import type { ServerClock } from './server-clock.ts';
import {
  cartOf,
  cartSize,
  closingCodes,
  type Notice,
  placesAtPrice,
  placesHeld,
  type Shop,
  seatsHeld,
  stageOf,
} from './shop.ts';
import { text } from './texts.ts';
import { isOffered, narrowed, overLimit } from './wish-filter.ts';
import { seatsOf, wishFor } from './wishes.ts';
import { placeNames, takenWords } from './words.ts';

export interface BookingWorld {
  readonly shop: Shop;
  readonly office: BoxOffice;
  readonly keeper: Keeper;
  readonly clock: ServerClock;
  /** Creates a session. Null: there is none, and the page says why. */
  readonly enter: () => Promise<Session | null>;
}

/** Problems after which the call may have run: the session has to be read again. */
const uncertain: ReadonlySet<string> = new Set(['NO_CONNECTION', 'OUTCOME_UNKNOWN', 'UNREADABLE_ANSWER']);

export class Booking {
  readonly #world: BookingWorld;
  readonly #changes: ChangeQueue;

  constructor(world: BookingWorld) {
    this.#world = world;
    this.#changes = new ChangeQueue(world.shop);
  }

  /** Takes a seat with all that is taken with it, or gives it back when it is in the cart. */
  toggle(seat: number): void {
    const { shop } = this.#world;
    const { state } = shop;
    const id = state.plan?.ids[seat];
    if (state.stage !== 'choosing' || state.wishes.mode !== 'sell' || id === undefined) return;
    const unit = state.units.of(seat);
    const { seats, name = null } = unit ?? { seats: [seat] };
    const held = new Set(seatsHeld(state));
    const now = stateOfSeats(state, held, seats);
    if (now === 'pending') return;
    if (now === 'mine') void this.giveBack(seats.filter((one) => held.has(one)));
    else if (!seats.every((one) => isOffered(state, one)))
      shop.announce(name === null ? text('seatNotOffered') : text('placeNotOffered', { name }));
    else if (now === 'free') void this.take(unit === undefined ? { seats: [id] } : { units: [unit.id] });
    else shop.announce(name === null ? text('seatTaken') : text('placeTaken', { name }));
  }

  /** Takes a wish, all or nothing. */
  take(wish: Wish): Change {
    return this.#changes.run(seatsOf(wish, this.#world.shop.state), () => this.#take(wish));
  }

  /** More or fewer guests at a unit, counted from what the cart has when it is this press's turn. */
  changeGuests(unitId: number, by: number): void {
    const { shop } = this.#world;
    void this.#changes.run([], async () => {
      const unit = shop.state.units.byId(unitId);
      const before = unit === undefined ? 0 : guestsAt(shop.state, unit);
      if (unit === undefined || before === 0) return null;
      const guests = Math.min(Math.max(before + by, unit.least), unit.most);
      return guests === before ? null : await this.#take({ guests: { [String(unitId)]: guests } });
    });
  }

  /**
   * More or fewer places of an area, counted from what the cart has when it is this press's turn. More have the price
   * itself. `ticketType`: of the line that gives places back; absent: any line.
   */
  changePlaces(areaId: number, by: number, ticketType?: string | null): void {
    const { shop } = this.#world;
    void this.#changes.run([], async () => {
      if (by > 0)
        return await this.#take({ groupOfSeats: [{ id: areaId, capacity: placesAtPrice(shop.state, areaId) + by }] });
      if (placesHeld(shop.state, areaId) === 0) return null;
      return await this.#release({
        groupOfSeats: [{ id: areaId, capacity: -by, ...(ticketType === undefined ? {} : { ticketType }) }],
      });
    });
  }

  /** A change that is made of the cart as it is when it is this change's turn. Null: there is nothing to do. */
  change(verb: 'take' | 'release', wishOf: (cart: Cart) => Wish | null): Change {
    return this.#changes.run([], async () => {
      const wish = wishOf(cartOf(this.#world.shop.state));
      if (wish === null) return null;
      return verb === 'take' ? await this.#take(wish) : await this.#release(wish);
    });
  }

  async #release(wish: Wish): Change {
    const { shop, office } = this.#world;
    const { session } = shop.state;
    if (session === null) return null;
    const outcome = await office.unlockWhole(session.sessionId, wish);
    if (!outcome.ok) return await this.#refused(outcome.problem, {});
    this.show(outcome.value);
    shop.announce(takenWords(shop.state, []));
    return null;
  }

  async #take(wanted: Wish): Change {
    const { shop, office } = this.#world;
    const session = shop.state.session ?? (await this.#world.enter());
    if (session === null) return whyNoSession(shop.state);
    const wish = narrowed(wanted, shop.state.wishes);
    const tooMany = overLimit(shop.state, wish);
    if (tooMany !== null) return await this.#refused(tooMany, wish);
    const before = new Set(seatsHeld(shop.state));
    const outcome = await office.lock(session.sessionId, wish);
    if (!outcome.ok) return await this.#refused(outcome.problem, wish);
    shop.set({ closedBecause: null });
    this.show(outcome.value);
    const taken = seatsHeld(shop.state).filter((seat) => !before.has(seat));
    // Of a single seat or unit that was named the buyer knows the place: they have pressed it.
    const isNamed = (wish.seats?.length ?? 0) + (wish.units?.length ?? 0) === 1;
    if (taken.length > 0 && !isNamed) shop.set({ spotlight: taken });
    shop.announce(takenWords(shop.state, taken));
    return null;
  }

  giveBack(seats: readonly number[]): Change {
    const { shop, office } = this.#world;
    const { plan } = shop.state;
    const wanted = seats.map((seat) => plan?.ids[seat]);
    return this.#changes.run(seats, async () => {
      const { session } = shop.state;
      if (session === null || plan === null) return null;
      // Seats that a press before this one has given back are no longer in the cart.
      const ids = session.cart.seats.map(({ id }) => id).filter((id) => wanted.includes(id));
      if (ids.length === 0) return null;
      const outcome = await office.unlockWhole(session.sessionId, { seats: ids });
      if (!outcome.ok) return await this.#refused(outcome.problem, {});
      const after = new Set(outcome.value.cart.seats.map(({ id }) => id));
      const gone = session.cart.seats
        .filter(({ id }) => !after.has(id))
        .flatMap(({ id }) => plan.seatById.get(id) ?? []);
      this.show(outcome.value);
      shop.announce(text('givenBack', { places: placeNames(shop.state, gone) }));
      return null;
    });
  }

  checkOut(): Change {
    const { shop, office } = this.#world;
    return this.#changes.run([], async () => {
      const { session, stage } = shop.state;
      // A second press while the first one was on its way finds the order checked out.
      if (session === null || stage !== 'choosing') return null;
      const outcome = await office.checkOut(session.sessionId);
      if (!outcome.ok) return await this.#refused(outcome.problem, {});
      this.show(outcome.value);
      return null;
    });
  }

  /** Cancels the session, also after the checkout: everything is given back. */
  cancel(): Change {
    const { shop, office } = this.#world;
    return this.#changes.run([], async () => {
      const { session } = shop.state;
      if (session === null) return null;
      const outcome = await office.cancel(session.sessionId);
      if (!outcome.ok) return await this.#refused(outcome.problem, {});
      this.again();
      return null;
    });
  }

  /** Forgets the session: the next choice creates a new one. */
  again(): void {
    this.#changes.overtake();
    this.#world.keeper.session = null;
    const { shop } = this.#world;
    shop.set({ session: null, stage: 'choosing', lost: null, notice: null, suggested: [], pending: new Set() });
  }

  /** After the time of an order has run out: opens another one with the same seats and places, all or nothing. */
  takeAgain(): void {
    const { lost } = this.#world.shop.state;
    if (lost === null) return;
    const wish = wishFor(this.#world.shop.state, lost);
    this.again();
    void this.take(wish);
  }

  /** Continues with the session from before a reload. Returns false when that session has ended. */
  async resume({ sessionId, maxSeats }: KeptSession): Promise<boolean> {
    const { office, keeper, clock, shop } = this.#world;
    const outcome = await office.read(sessionId);
    if (outcome.ok) {
      const { serverTime, state, expiresAt } = outcome.value;
      clock.learn(serverTime);
      const isLive = (state === 'ACTIVE' && !clock.isPast(expiresAt)) || state === 'PENDING_PAYMENT';
      if (isLive) shop.set({ session: outcome.value, maxSeats });
      else keeper.session = null;
      return isLive;
    }
    if (outcome.problem.errorCode === 'ENTITY_NOT_FOUND') keeper.session = null;
    return false;
  }

  /** Reads the session and shows it; forgets a session that the service does not know. */
  async reread(): Promise<void> {
    const { shop, office } = this.#world;
    const { session } = shop.state;
    if (session === null) return;
    const { version } = this.#changes;
    const outcome = await office.read(session.sessionId);
    // The answer may be from before a change that has begun or ended since: that change shows the newer cart.
    if (version !== this.#changes.version) return;
    if (outcome.ok) this.show(outcome.value);
    else if (outcome.problem.errorCode === 'ENTITY_NOT_FOUND') this.again();
  }

  /** Shows the session of an answer. */
  show(session: Session): void {
    const { shop, clock, keeper } = this.#world;
    clock.learn(session.serverTime);
    shop.reached();
    const hadCart = shop.state.stage === 'over' || cartSize(shop.state) > 0;
    const stage = stageOf(session, clock.isPast(session.expiresAt));
    if (stage === 'confirmed' || stage === 'over') keeper.session = null;
    this.#updateOffer(session);
    // An empty session that has ended means nothing to the buyer.
    if (stage === 'over' && !hadCart) this.again();
    else if (stage === 'over') shop.end(session);
    else if (shop.state.plan === null) shop.set({ session });
    else shop.set({ session, stage, ...(stage === 'choosing' ? {} : { notice: null, suggested: [] }) });
  }

  /** Applies the answer's cart to the offer at once; the stream of changes says the same a moment later. */
  #updateOffer({ state, cart }: Session): void {
    const { shop } = this.#world;
    const { session, offer, offerVersion } = shop.state;
    if (state !== 'ACTIVE' || offer === null) return;
    const before = session?.cart.seats.map(({ id }) => id) ?? [];
    const taken = cart.seats.map(({ id }) => id);
    offer.apply({ freed: before.filter((id) => !taken.includes(id)), taken, areas: [] });
    shop.set({ offerVersion: offerVersion + 1 });
  }

  /** Why the service takes no orders now, for the banner. */
  async #askWhy(): Promise<void> {
    const now = await this.#world.office.admission();
    if (now.ok) this.#world.shop.set({ closedBecause: now.value.closedBecause });
  }

  async #refused(problem: Problem, wish: Wish): Change {
    const { shop } = this.#world;
    const { errorCode } = problem;
    if (closingCodes.has(errorCode)) {
      shop.set({ stage: 'closed', code: errorCode });
      return problem;
    }
    if (errorCode === 'SESSION_DEAD' || errorCode === 'SESSION_FROZEN' || errorCode === 'ENTITY_NOT_FOUND') {
      await this.reread();
      if (shop.state.session?.state === 'ACTIVE') shop.end(shop.state.session);
      return problem;
    }
    if (errorCode === 'READ_ONLY') await this.#askWhy();
    const { plan, units, maxSeats, face } = shop.state;
    if (plan === null) return problem;
    const room = maxSeats - cartSize(shop.state);
    const { title, text: why, alternatives } = explain(problem, wish, { plan, units, room, timeZone: face?.timeZone });
    const choices = alternatives.map(({ label, seats, wish: other }) => ({
      label,
      seats,
      run: () => void this.take(other),
    }));
    const notice: Notice = { code: errorCode, tone: 'warning', title, text: why, choices };
    const refusal = { problem, text: why, alternatives };
    shop.set({ notice, refusal, suggested: choices.flatMap(({ seats }) => seats) });
    if (uncertain.has(errorCode)) await this.reread();
    return problem;
  }
}
