/**
 * The buyer's cart: takes and gives back seats and places, checks out, starts over. Changes the cart with one call at a
 * time, in the order of the buyer's presses, so that the page shows the cart of the last answer. Creates the session
 * when the buyer takes something for the first time. Never shows an answer that a later change has overtaken.
 */
import type { Session, Wish } from './answers.ts';
import type { BoxOffice } from './box-office.ts';
import type { Keeper, KeptSession } from './keeper.ts';
import { explain } from './refusals.ts';
import type { ServerClock } from './server-clock.ts';
import { cartOf, cartSize, closingCodes, type Notice, placesHeld, type Shop, seatsHeld, stageOf } from './shop.ts';
import { counted, seatNames } from './words.ts';

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
  /** Settles after the last change in the queue. */
  #last: Promise<void> = Promise.resolve();
  /** Changes that have not ended. */
  #unfinished = 0;
  /** Grows when a change begins and when it ends: an answer from before is out of date. */
  #version = 0;

  constructor(world: BookingWorld) {
    this.#world = world;
  }

  /** Takes a seat, or gives it back when it is in the cart. */
  toggle(seat: number): void {
    const { state } = this.#world.shop;
    if (state.stage !== 'choosing' || state.pending.has(seat)) return;
    const id = state.plan?.ids[seat];
    if (id === undefined) return;
    if (seatsHeld(state).includes(seat)) this.giveBack([seat]);
    else if (state.offer?.bookable[seat] === 1) this.take({ seats: [id] });
    else this.#world.shop.announce('This seat is taken.');
  }

  /** Takes a wish, all or nothing. */
  take(wish: Wish): void {
    const seats = (wish.seats ?? []).flatMap((id) => this.#world.shop.state.plan?.seatById.get(id) ?? []);
    this.#queue(seats, () => this.#take(wish));
  }

  /**
   * More or fewer places of an area, counted from what the cart has when it is this press's turn. More have the price
   * itself. `ticketType`: of the line that gives places back; absent: any line.
   */
  changePlaces(areaId: number, by: number, ticketType?: string | null): void {
    const { shop, office } = this.#world;
    this.#queue([], async () => {
      const { session } = shop.state;
      if (by > 0) {
        const lines = cartOf(shop.state).groupOfSeats;
        const held = lines.find((line) => line.id === areaId && line.ticketType === undefined)?.capacity ?? 0;
        await this.#take({ groupOfSeats: [{ id: areaId, capacity: held + by }] });
      } else if (session !== null && placesHeld(shop.state, areaId) > 0) {
        const given = { id: areaId, capacity: -by, ...(ticketType === undefined ? {} : { ticketType }) };
        const outcome = await office.unlock(session.sessionId, { groupOfSeats: [given] });
        if (!outcome.ok) return await this.#refused(outcome.problem, {});
        this.show(outcome.value);
        this.#announceTaken([]);
      }
    });
  }

  async #take(wish: Wish): Promise<void> {
    const { shop, office } = this.#world;
    const session = shop.state.session ?? (await this.#world.enter());
    if (session === null) return;
    const before = new Set(seatsHeld(shop.state));
    const outcome = await office.lock(session.sessionId, wish);
    if (!outcome.ok) return await this.#refused(outcome.problem, wish);
    shop.set({ closedBecause: null });
    this.show(outcome.value);
    const taken = seatsHeld(shop.state).filter((seat) => !before.has(seat));
    // Of a single seat that was named the buyer knows the place: they have pressed it.
    const isNamed = wish.seats?.length === 1;
    if (taken.length > 0 && !isNamed) shop.set({ spotlight: taken });
    this.#announceTaken(taken);
  }

  giveBack(seats: readonly number[]): void {
    const { shop } = this.#world;
    const { plan } = shop.state;
    const wanted = seats.map((seat) => plan?.ids[seat]);
    this.#queue(seats, async () => {
      const { session } = shop.state;
      if (session === null || plan === null) return;
      // Seats that a press before this one has given back are no longer in the cart.
      const ids = session.cart.seats.map(({ id }) => id).filter((id) => wanted.includes(id));
      if (ids.length === 0) return;
      const outcome = await this.#unlockWhole(session.sessionId, ids);
      if (!outcome.ok) return await this.#refused(outcome.problem, {});
      const after = new Set(outcome.value.cart.seats.map(({ id }) => id));
      const gone = session.cart.seats
        .filter(({ id }) => !after.has(id))
        .flatMap(({ id }) => plan.seatById.get(id) ?? []);
      this.show(outcome.value);
      shop.announce(`Given back: ${seatNames(plan, gone)}.`);
    });
  }

  /** Gives seats back, with those that are booked together with them. */
  async #unlockWhole(sessionId: string, seats: readonly number[]): ReturnType<BoxOffice['unlock']> {
    const { office } = this.#world;
    const outcome = await office.unlock(sessionId, { seats });
    if (outcome.ok || outcome.problem.errorCode !== 'UNIT_INCOMPLETE') return outcome;
    return office.unlock(sessionId, { seats: [...seats, ...(outcome.problem.rest ?? [])] });
  }

  checkOut(): void {
    const { shop, office } = this.#world;
    this.#queue([], async () => {
      const { session, stage } = shop.state;
      // A second press while the first one was on its way finds the order checked out.
      if (session === null || stage !== 'choosing') return;
      const outcome = await office.checkOut(session.sessionId);
      if (outcome.ok) this.show(outcome.value);
      else await this.#refused(outcome.problem, {});
    });
  }

  /** Cancels the session, also after the checkout: everything is given back. */
  cancel(): void {
    const { shop, office } = this.#world;
    this.#queue([], async () => {
      const { session } = shop.state;
      if (session === null) return;
      const outcome = await office.cancel(session.sessionId);
      if (outcome.ok) this.again();
      else await this.#refused(outcome.problem, {});
    });
  }

  /** Forgets the session: the next choice creates a new one. */
  again(): void {
    this.#version++;
    this.#world.keeper.session = null;
    const { shop } = this.#world;
    shop.set({ session: null, stage: 'choosing', lost: null, notice: null, suggested: [], pending: new Set() });
  }

  /** After the time of an order has run out: opens another one with the same seats and places, all or nothing. */
  takeAgain(): void {
    const { lost } = this.#world.shop.state;
    if (lost === null) return;
    const seats = lost.seats.map(({ id }) => id);
    const groupOfSeats = lost.groupOfSeats.map(({ id, capacity, ticketType = null }) => ({ id, capacity, ticketType }));
    const types = lost.seats.flatMap(({ id, ticketType }) => (ticketType === undefined ? [] : [[id, ticketType]]));
    this.again();
    this.take({
      ...(seats.length > 0 ? { seats } : {}),
      ...(types.length > 0 ? { ticketTypes: Object.fromEntries(types) } : {}),
      ...(groupOfSeats.length > 0 ? { groupOfSeats } : {}),
    });
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
    const version = this.#version;
    const outcome = await office.read(session.sessionId);
    // The answer may be from before a change that has begun or ended since: that change shows the newer cart.
    if (version !== this.#version) return;
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

  /** Runs a change after those before it. `seats`: shown as pending until then. */
  #queue(seats: readonly number[], change: () => Promise<void>): void {
    const { shop } = this.#world;
    this.#unfinished++;
    shop.set({ isBusy: true, notice: null, suggested: [], pending: new Set([...shop.state.pending, ...seats]) });
    const run = (): Promise<void> => {
      this.#version++;
      return change();
    };
    // A change that throws is a defect of the page: it is reported, and the changes behind it run.
    const ended = this.#last.then(run).catch((error: unknown) => reportError(error));
    this.#last = ended.then(() => {
      this.#version++;
      this.#unfinished--;
      const done = new Set(seats);
      const pending = new Set([...shop.state.pending].filter((seat) => !done.has(seat)));
      const selected = done.has(shop.state.selected ?? -1) ? null : shop.state.selected;
      shop.set({ pending, selected, isBusy: this.#unfinished > 0 });
    });
  }

  /** Why the service takes no orders now, for the banner. */
  async #askWhy(): Promise<void> {
    const now = await this.#world.office.admission();
    if (now.ok) this.#world.shop.set({ closedBecause: now.value.closedBecause });
  }

  async #refused(problem: Parameters<typeof explain>[0], wish: Wish): Promise<void> {
    const { shop } = this.#world;
    const { errorCode } = problem;
    if (closingCodes.has(errorCode)) {
      shop.set({ stage: 'closed', code: errorCode });
      return;
    }
    if (errorCode === 'SESSION_DEAD' || errorCode === 'SESSION_FROZEN' || errorCode === 'ENTITY_NOT_FOUND') {
      await this.reread();
      if (shop.state.session?.state === 'ACTIVE') shop.end(shop.state.session);
      return;
    }
    if (errorCode === 'READ_ONLY') await this.#askWhy();
    const { plan } = shop.state;
    if (plan === null) return;
    const room = shop.state.maxSeats - cartSize(shop.state);
    const { title, text, alternatives } = explain(problem, wish, plan, room);
    const choices = alternatives.map(({ label, seats, wish: other }) => ({
      label,
      seats,
      run: () => this.take(other),
    }));
    const notice: Notice = { code: errorCode, tone: 'warning', title, text, choices };
    shop.set({ notice, suggested: choices.flatMap(({ seats }) => seats) });
    if (uncertain.has(errorCode)) await this.reread();
  }

  #announceTaken(seats: readonly number[]): void {
    const { shop } = this.#world;
    const { plan } = shop.state;
    if (plan === null) return;
    const held = `${counted(cartSize(shop.state), 'ticket')} in your order.`;
    const full = cartSize(shop.state) >= shop.state.maxSeats ? ' Your order is full.' : '';
    shop.announce(`${seats.length === 0 ? '' : `Yours: ${seatNames(plan, seats)}. `}${held}${full}`);
  }
}
