/**
 * The orders of the shop and their payments: all that it must not forget. SQLite, because it is in Node, is one file, and
 * has transactions: what was written here is still there after the process was killed, and the order and its payment
 * change together or not at all. Decides nothing.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/**
 * `OPEN`: to be paid. `CONFIRMING`: the seats are to be confirmed; nothing but Usher's answer ends this. `CONFIRMED`.
 * `REFUSED`: Usher cannot confirm them any more. `CANCELLED`: by the buyer or the organizer. `EXPIRED`: not paid in time.
 */
export type OrderState = 'OPEN' | 'CONFIRMING' | 'CONFIRMED' | 'REFUSED' | 'CANCELLED' | 'EXPIRED';

/** A seat, or places of an area. */
export interface Line {
  readonly place: string;
  readonly ticket: string;
  readonly count: number;
  /** Of one place, in minor units; null, with the currency: the price has no amount. */
  readonly amount: number | null;
  readonly currency: string | null;
}

/** What the buyer pays for, as Usher has answered it. */
export interface Contents {
  /** In minor units; null, with the currency, unless every line has an amount. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly lines: readonly Line[];
  readonly expiresAt: string | null;
}

export interface Order extends Contents {
  /** What the buyer names at the door, and the order's name at Usher and Stripe. */
  readonly reference: string;
  /** The last part of its page's address. Only the buyer knows it. */
  readonly page: string;
  readonly sessionId: string;
  readonly state: OrderState;
  /** Null: not chosen yet. */
  readonly way: 'CARD' | 'DOOR' | null;
}

/**
 * `STARTED`: asked for. `RECEIVED`: the money is there, the seats are not confirmed yet. `KEPT`: both are there.
 * `REFUND_DUE`, `REFUNDED`, `REFUND_FAILED`: it goes back to the buyer. `CANCELLED`: can no longer be paid.
 */
export type PaymentState = 'STARTED' | 'RECEIVED' | 'KEPT' | 'REFUND_DUE' | 'REFUNDED' | 'REFUND_FAILED' | 'CANCELLED';

export interface Payment {
  /** The id of the PaymentIntent. */
  readonly intent: string;
  readonly reference: string;
  /** As Stripe counts it, with its currency. */
  readonly amount: number;
  readonly currency: string;
  readonly state: PaymentState;
}

const schema = `
  pragma journal_mode = wal;
  -- An answer to Stripe promises that the payment is stored, also when the machine loses its power.
  pragma synchronous = full;
  pragma foreign_keys = on;
  create table if not exists orders (
    reference text primary key,
    page text not null unique,
    session_id text not null unique,
    state text not null default 'OPEN',
    way text,
    amount integer,
    currency text,
    lines text not null,
    expires_at text,
    created_at text not null default current_timestamp
  ) strict;
  create table if not exists payments (
    intent text primary key,
    reference text not null references orders,
    amount integer not null,
    currency text not null,
    state text not null
  ) strict;
  create index if not exists payments_of_order on payments (reference);
`;

/** Without letters and digits that people confuse. */
const referenceLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const referenceLength = 10;
const pageBytes = 24;

export class Orders {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(schema);
  }

  /** All changes of `work` together, or none. */
  transaction<T>(work: () => T): T {
    this.#database.exec('begin immediate');
    try {
      const result = work();
      this.#database.exec('commit');
      return result;
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }

  /** The order of a session, which has one only. */
  add(sessionId: string, { amount, currency, lines, expiresAt }: Contents): Order {
    const reference = Array.from(
      { length: referenceLength },
      () => referenceLetters[randomInt(referenceLetters.length)],
    );
    this.#run(
      `insert into orders (reference, page, session_id, amount, currency, lines, expires_at)
       values (?, ?, ?, ?, ?, ?, ?) on conflict (session_id) do nothing`,
      ...[reference.join(''), randomBytes(pageBytes).toString('base64url'), sessionId],
      ...[amount, currency, JSON.stringify(lines), expiresAt],
    );
    return this.ofSession(sessionId) as Order;
  }

  find(reference: string): Order | null {
    return this.#order('reference = ?', reference);
  }

  ofPage(page: string): Order | null {
    return this.#order('page = ?', page);
  }

  ofSession(sessionId: string): Order | null {
    return this.#order('session_id = ?', sessionId);
  }

  /** Orders with work that was begun and did not end, and open ones whose time was over at `time`. */
  unfinished(time: Date): string[] {
    const rows = this.#all(
      `select reference from orders where state = 'CONFIRMING' or (state = 'OPEN' and expires_at < ?)
         or reference in (select reference from payments where state in ('RECEIVED', 'REFUND_DUE')
           or (state = 'STARTED' and orders.state <> 'OPEN'))`,
      time.toISOString(),
    );
    return rows.map(({ reference }) => String(reference));
  }

  /** What Usher says now that the order contains. */
  revise(reference: string, { amount, currency, lines, expiresAt }: Contents): void {
    const values = [amount, currency, JSON.stringify(lines), expiresAt, reference];
    this.#run('update orders set amount = ?, currency = ?, lines = ?, expires_at = ? where reference = ?', ...values);
  }

  /** Does nothing when the order is in another state than `from`: something has happened while the caller waited. */
  move(reference: string, from: OrderState, to: OrderState, way: 'CARD' | 'DOOR' | null = null): void {
    const sql = 'update orders set state = ?, way = coalesce(?, way) where reference = ? and state = ?';
    this.#run(sql, to, way, reference, from);
  }

  payments(reference: string): Payment[] {
    return this.#all('select * from payments where reference = ? order by rowid', reference) as unknown as Payment[];
  }

  payment(intent: string): Payment | null {
    return (this.#all('select * from payments where intent = ?', intent)[0] ?? null) as Payment | null;
  }

  /** Also a payment of which the shop has not heard before. */
  putPayment({ intent, reference, amount, currency }: Omit<Payment, 'state'>, state: PaymentState): void {
    this.#run(
      `insert into payments (intent, reference, amount, currency, state) values (?, ?, ?, ?, ?)
       on conflict (intent) do update set amount = excluded.amount, currency = excluded.currency, state = excluded.state`,
      ...[intent, reference, amount, currency, state],
    );
  }

  /** Every payment of the order in the one state gets the other. */
  movePayments(reference: string, from: PaymentState, to: PaymentState): void {
    this.#run('update payments set state = ? where reference = ? and state = ?', to, reference, from);
  }

  close(): void {
    this.#database.close();
  }

  #order(condition: string, value: string): Order | null {
    const row = this.#all(`select * from orders where ${condition}`, value)[0];
    if (row === undefined) return null;
    const { session_id: sessionId, expires_at: expiresAt, lines, ...others } = row;
    return { ...others, sessionId, expiresAt, lines: JSON.parse(String(lines)) } as unknown as Order;
  }

  #all(sql: string, ...values: readonly SQLInputValue[]): Record<string, unknown>[] {
    return this.#database.prepare(sql).all(...values);
  }

  #run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#database.prepare(sql).run(...values);
  }
}
