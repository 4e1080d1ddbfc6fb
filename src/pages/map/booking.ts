/**
 * The buyer's cart: takes and gives back seats and places, checks out, starts over. One call after the other, in the
 * order of the buyer's presses, so that the cart shown is the cart of the last answer. Creates the session when the
 * buyer takes something for the first time.
 */
import type { Outcome, Session, Wish } from './answers.ts';
import type { BoxOffice } from './box-office.ts';
import type { Keeper, KeptSession } from './keeper.ts';
import { explain } from './refusals.ts';
import type { ServerClock } from './server-clock.ts';
import { cartSize, type Notice, type Shop, seatsHeld, stageOf } from './shop.ts';
import { counted, seatNames } from './words.ts';

export interface BookingWorld {
  readonly shop: Shop;
  readonly office: BoxOffice;
  readonly keeper: Keeper;
  readonly clock: ServerClock;
  /** Creates a session; null: the stage says why there is none. */
  readonly enter: () => Promise<Session | null>;
}

/** Refusals after which the sale itself is over for this page. */
const closing: ReadonlySet<string> = new Set([
  'BOOKING_CLOSED',
  'EVENT_NOT_PUBLISHED',
  'EVENT_ARCHIVED',
  'NOT_ENABLED',
]);

export class Booking {
  readonly #world: BookingWorld;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(world: BookingWorld) {
    this.#world = world;
  }

  /** Takes a seat, or gives it back when the cart has it. */
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

  /** More or fewer places of an area, counted from what the cart has when it is this press's turn. */
  changePlaces(areaId: number, by: number): void {
    this.#queue([], () => {
      const lines = this.#world.shop.state.session?.cart.groupOfSeats ?? [];
      const held = lines.find(({ id }) => id === areaId)?.capacity ?? 0;
      return this.#take({ groupOfSeats: [{ id: areaId, capacity: Math.max(0, held + by) }] });
    });
  }

  async #take(wish: Wish): Promise<void> {
    const { shop, office } = this.#world;
    const session = shop.state.session ?? (await this.#world.enter());
    if (session === null) return;
    const before = new Set(seatsHeld(shop.state));
    const outcome = await office.lock(session.sessionId, wish);
    if (!outcome.ok) return await this.#refused(outcome.problem, wish);
    this.show(outcome.value);
    this.#announceTaken(seatsHeld(shop.state).filter((seat) => !before.has(seat)));
  }

  giveBack(seats: readonly number[]): void {
    const { shop, office } = this.#world;
    const { plan } = shop.state;
    const ids = seats.map((seat) => plan?.ids[seat] as number);
    this.#queue(seats, async () => {
      const { session } = shop.state;
      if (session === null || plan === null) return;
      const outcome = await office.unlock(session.sessionId, { seats: ids });
      if (!outcome.ok) return await this.#refused(outcome.problem, {});
      this.show(outcome.value);
      shop.announce(`Given back: ${seatNames(plan, seats)}.`);
    });
  }

  checkOut(): void {
    const { shop, office } = this.#world;
    this.#queue([], async () => {
      const { session } = shop.state;
      if (session === null) return;
      const outcome = await office.checkOut(session.sessionId);
      if (outcome.ok) this.show(outcome.value);
      else await this.#refused(outcome.problem, {});
    });
  }

  /** Gives everything back, also after the checkout. */
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

  /** Begins anew after a session that has ended. */
  again(): void {
    this.#world.keeper.session = null;
    this.#world.shop.set({ session: null, stage: 'choosing', notice: null, pending: new Set() });
  }

  /** Goes on with a session of before a reload. Returns whether it is still one to go on with. */
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

  /** Reads the session again; what the service does not know is forgotten. */
  async reread(): Promise<void> {
    const { shop, office } = this.#world;
    const { session } = shop.state;
    if (session !== null) this.#reread(await office.read(session.sessionId));
  }

  /** Shows a session as an answer has it. */
  show(session: Session): void {
    const { shop, clock, keeper } = this.#world;
    clock.learn(session.serverTime);
    const hadCart = cartSize(shop.state) > 0;
    const stage = stageOf(session, clock.isPast(session.expiresAt));
    if (stage === 'confirmed' || stage === 'over') keeper.session = null;
    this.#expect(session);
    // A session that ended with nothing in it is no news.
    if (stage === 'over' && !hadCart) this.again();
    else if (shop.state.plan === null) shop.set({ session });
    else shop.set({ session, stage, ...(stage === 'choosing' ? {} : { notice: null, suggested: [] }) });
  }

  /** What the answer means for the offer: the stream of changes says the same a moment later. */
  #expect({ state, cart }: Session): void {
    const { shop } = this.#world;
    const { session, offer, offerVersion } = shop.state;
    if (state !== 'ACTIVE' || offer === null) return;
    const before = session?.cart.seats.map(({ id }) => id) ?? [];
    const taken = cart.seats.map(({ id }) => id);
    offer.apply({ freed: before.filter((id) => !taken.includes(id)), taken, areas: [] });
    shop.set({ offerVersion: offerVersion + 1 });
  }

  #reread(outcome: Outcome<Session>): void {
    if (outcome.ok) this.show(outcome.value);
    else if (outcome.problem.errorCode === 'ENTITY_NOT_FOUND') this.again();
  }

  #queue(seats: readonly number[], work: () => Promise<void>): void {
    const { shop } = this.#world;
    this.#waiting++;
    shop.set({ isBusy: true, notice: null, suggested: [], pending: new Set([...shop.state.pending, ...seats]) });
    this.#last = this.#last.then(work).finally(() => {
      this.#waiting--;
      const done = new Set(seats);
      const pending = new Set([...shop.state.pending].filter((seat) => !done.has(seat)));
      shop.set({ pending, isBusy: this.#waiting > 0 });
    });
  }

  async #refused(problem: Parameters<typeof explain>[0], wish: Wish): Promise<void> {
    const { shop } = this.#world;
    const { errorCode } = problem;
    if (closing.has(errorCode)) {
      shop.set({ stage: 'closed', code: errorCode });
      return;
    }
    if (errorCode === 'SESSION_DEAD' || errorCode === 'SESSION_FROZEN' || errorCode === 'ENTITY_NOT_FOUND') {
      await this.reread();
      if (shop.state.session?.state === 'ACTIVE') shop.set({ stage: 'over' });
      return;
    }
    const { plan } = shop.state;
    if (plan === null) return;
    const { title, text, waysOn } = explain(problem, wish, plan, shop.state.maxSeats - cartSize(shop.state));
    const choices = waysOn.map(({ label, seats, wish: other }) => ({ label, seats, run: () => this.take(other) }));
    const notice: Notice = { tone: 'warning', title, text, choices };
    shop.set({ notice, suggested: choices.flatMap(({ seats }) => seats) });
    // An answer may have been lost on its way: the session knows what was done.
    if (errorCode === 'NO_CONNECTION' || errorCode === 'OUTCOME_UNKNOWN') await this.reread();
  }

  #announceTaken(seats: readonly number[]): void {
    const { shop } = this.#world;
    const { plan } = shop.state;
    if (plan === null) return;
    const held = `${counted(cartSize(shop.state), 'ticket')} in your order.`;
    shop.announce(seats.length === 0 ? held : `Yours: ${seatNames(plan, seats)}. ${held}`);
  }
}
