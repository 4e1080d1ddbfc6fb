/**
 * The rules between paying and sitting: what becomes of an order when the buyer returns, chooses how to pay, pays late,
 * twice or the wrong amount, and when a call to Usher or Stripe has no answer. Each step writes down what is to be done
 * before it does it, so every step can be repeated, and `catchUp` goes on where a killed process has stopped.
 */
import { type Cards, chargeOf, type Intent } from './cards.ts';
import type { Order, Orders, Payment, PaymentState } from './orders.ts';
import type { Session, Usher } from './usher.ts';

/** What an order's page shows. */
export interface Shown {
  readonly order: Order;
  readonly payments: readonly Payment[];
  /** Null: there is no deadline, or it is not known now. */
  readonly secondsLeft: number | null;
}

export interface Partners {
  readonly orders: Orders;
  readonly usher: Usher;
  /** Null: the shop takes no cards. */
  readonly cards: Cards | null;
  readonly log: (message: string, error?: unknown) => void;
}

export class Checkout {
  readonly #orders: Orders;
  readonly #usher: Usher;
  readonly #cards: Cards | null;
  readonly #log: Partners['log'];
  /** The last step of each order: two steps of one order never run at once. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor({ orders, usher, cards, log }: Partners) {
    this.#orders = orders;
    this.#usher = usher;
    this.#cards = cards;
    this.#log = log;
  }

  get takesCards(): boolean {
    return this.#cards !== null;
  }

  /** The buyer returns from the map with a code. The same session has the same order. Null: the code is of no use. */
  async begin(code: string): Promise<Order | null> {
    const sessionId = await this.#usher.exchange(code);
    if (sessionId === null) return null;
    return this.#orders.ofSession(sessionId) ?? this.#orders.add(sessionId, await this.#usher.session(sessionId));
  }

  /** The order as Usher and Stripe have it now; as it was known before, when one of them does not answer. */
  async look(reference: string): Promise<Shown> {
    const secondsLeft = await this.#inTurn(reference, async () => {
      try {
        await this.#askStripe(reference);
        const left = await this.#askUsher(reference);
        await this.#settle(reference);
        return left;
      } catch (error) {
        this.#log(`the order ${reference} could not be brought up to date`, error);
        return null;
      }
    });
    return { order: this.#order(reference), payments: this.#orders.payments(reference), secondsLeft };
  }

  /** What a card form is shown with. Null: the order is not to be paid by card now. */
  startCard(reference: string): Promise<Intent | null> {
    return this.#inTurn(reference, async () => {
      await this.#askUsher(reference);
      const order = this.#order(reference);
      const charge = chargeOf(order.amount, order.currency);
      if (this.#cards === null || order.state !== 'OPEN' || charge === null) return null;
      const payments = this.#orders.payments(reference);
      const open = payments.find(({ state }) => state === 'STARTED');
      const intent = await (open ? this.#cards.read(open.intent) : this.#cards.start(order, charge, payments.length));
      this.#hear(intent);
      return intent.state === 'OPEN' ? intent : null;
    });
  }

  async payAtDoor(reference: string): Promise<void> {
    await this.#inTurn(reference, async () => {
      await this.#endPayments(reference);
      this.#orders.move(reference, 'OPEN', 'CONFIRMING', 'DOOR');
      await this.#settleOrLog(reference);
    });
  }

  async cancel(reference: string): Promise<void> {
    await this.#inTurn(reference, async () => {
      await this.#endPayments(reference);
      const { state, sessionId } = this.#order(reference);
      if (state === 'OPEN') await this.#usher.cancel(sessionId);
      this.#orders.move(reference, 'OPEN', 'CANCELLED');
      await this.#settleOrLog(reference);
    });
  }

  /**
   * Writes down what Stripe tells of a payment; returns the order that it is for, or null for one of somebody else. Stripe
   * may be answered as soon as this returns: `settle` does the rest.
   */
  hear(intent: Intent): string | null {
    return this.#orders.find(intent.reference) === null ? null : this.#hear(intent);
  }

  /** Stripe could not give the money back: a person has to. */
  hearFailedRefund(intent: string): void {
    const payment = this.#orders.payment(intent);
    if (payment === null) return;
    this.#orders.putPayment(payment, 'REFUND_FAILED');
    this.#log(`the refund of the order ${payment.reference} has failed: give the money back in another way`);
  }

  async settle(reference: string): Promise<void> {
    await this.#inTurn(reference, () => this.#settleOrLog(reference));
  }

  /** A session has changed at Usher. It is read again, so old and doubled news do no harm. */
  async sessionChanged(sessionId: string): Promise<void> {
    const order = this.#orders.ofSession(sessionId);
    if (order !== null) await this.look(order.reference);
  }

  /** Goes on with everything that was begun and did not end. */
  async catchUp(): Promise<void> {
    for (const reference of this.#orders.unfinished(new Date())) await this.look(reference);
  }

  async #askStripe(reference: string): Promise<void> {
    for (const { intent, state } of this.#orders.payments(reference)) {
      if (state === 'STARTED' && this.#cards !== null) this.#hear(await this.#cards.read(intent));
    }
  }

  /** Returns how long the buyer has time. */
  async #askUsher(reference: string): Promise<number | null> {
    const { state, sessionId } = this.#order(reference);
    if (state !== 'OPEN' && state !== 'CONFIRMED') return null;
    const session = await this.#usher.session(sessionId);
    if (state === 'CONFIRMED') this.#followConfirmed(reference, session);
    else await this.#followOpen(reference, session);
    return session.secondsLeft > 0 ? session.secondsLeft : null;
  }

  async #followOpen(reference: string, session: Session): Promise<void> {
    if (session.state === 'PENDING_PAYMENT') {
      const { amount, currency } = this.#order(reference);
      // A form with the old amount may be open in the buyer's browser.
      if (session.amount !== amount || session.currency !== currency) await this.#endPayments(reference);
      this.#orders.revise(reference, session);
      return;
    }
    await this.#endPayments(reference);
    // Nothing changes when it was paid in the meantime: Usher decides whether the seats are still free.
    const ended = session.state === 'CANCELLED' ? 'CANCELLED' : 'EXPIRED';
    // Confirmed by the box office, which takes the money.
    if (session.state === 'CONFIRMED') this.#orders.move(reference, 'OPEN', 'CONFIRMED', 'DOOR');
    else this.#orders.move(reference, 'OPEN', ended);
  }

  /** The organizer has taken the seats back: the money goes back too. */
  #followConfirmed(reference: string, { state }: Session): void {
    if (state !== 'CANCELLED') return;
    this.#orders.transaction(() => {
      this.#orders.move(reference, 'CONFIRMED', 'CANCELLED');
      this.#orders.movePayments(reference, 'KEPT', 'REFUND_DUE');
    });
  }

  /** After this no open payment can be paid any more; one that was paid just now is heard. */
  async #endPayments(reference: string): Promise<void> {
    for (const { intent, state } of this.#orders.payments(reference)) {
      if (state === 'STARTED' && this.#cards !== null) this.#hear(await this.#cards.end(intent));
    }
  }

  /** What is known of a payment never goes back: an old or doubled webhook changes nothing. */
  #hear(intent: Intent): string {
    const { reference } = intent;
    this.#orders.transaction(() => {
      const before = this.#orders.payment(intent.intent)?.state ?? 'STARTED';
      if (before !== 'STARTED' && !(before === 'CANCELLED' && intent.state === 'PAID')) return;
      if (intent.state !== 'PAID') {
        this.#orders.putPayment(intent, intent.state === 'CANCELLED' ? 'CANCELLED' : 'STARTED');
        return;
      }
      const order = this.#order(reference);
      const state = fateOf(intent, order, this.#orders.payments(reference));
      this.#orders.putPayment(intent, state);
      if (state === 'RECEIVED') this.#orders.move(reference, order.state, 'CONFIRMING', 'CARD');
      if (state === 'KEPT') this.#orders.move(reference, order.state, 'CONFIRMED', 'CARD');
    });
    return reference;
  }

  /** What fails now is written down, and done by `catchUp`. */
  async #settleOrLog(reference: string): Promise<void> {
    try {
      await this.#settle(reference);
    } catch (error) {
      this.#log(`the order ${reference} is not settled yet`, error);
    }
  }

  /** Does what is written down: confirms the seats, then gives back what was paid in vain. */
  async #settle(reference: string): Promise<void> {
    const { state, sessionId, way } = this.#order(reference);
    if (state === 'CONFIRMING') {
      const confirmation = await this.#usher.confirm(sessionId, reference, way ?? 'DOOR');
      // A part of the seats may still be held.
      if (confirmation === 'refused') await this.#usher.cancel(sessionId);
      this.#orders.transaction(() => {
        this.#orders.move(reference, 'CONFIRMING', confirmation === 'confirmed' ? 'CONFIRMED' : 'REFUSED');
        this.#orders.movePayments(reference, 'RECEIVED', confirmation === 'confirmed' ? 'KEPT' : 'REFUND_DUE');
      });
    }
    for (const payment of this.#orders.payments(reference)) {
      if (payment.state !== 'REFUND_DUE' || this.#cards === null) continue;
      await this.#cards.refund(payment);
      this.#orders.putPayment(payment, 'REFUNDED');
    }
  }

  #order(reference: string): Order {
    const order = this.#orders.find(reference);
    if (order === null) throw new Error(`there is no order ${reference}`);
    return order;
  }

  #inTurn<T>(reference: string, step: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(reference) ?? Promise.resolve()).then(step);
    const ended = turn
      .catch(() => {})
      .then(() => {
        if (this.#turns.get(reference) === ended) this.#turns.delete(reference);
      });
    this.#turns.set(reference, ended);
    return turn;
  }
}

/** What becomes of money that has arrived: kept for the one order that costs exactly this, and given back otherwise. */
function fateOf(paid: Intent, order: Order, payments: readonly Payment[]): PaymentState {
  const charge = chargeOf(order.amount, order.currency);
  const isRight = charge?.amount === paid.amount && charge.currency === paid.currency;
  const isSecond = payments.some(({ state }) => state === 'RECEIVED' || state === 'KEPT');
  if (!isRight || isSecond || order.state === 'REFUSED') return 'REFUND_DUE';
  return order.state === 'CONFIRMED' ? 'KEPT' : 'RECEIVED';
}
