/**
 * How a booking session is shown (contract: Session, public and private payload): one file for both, so that private
 * members are left out in one place.
 */
import { z } from 'zod';
import type { Money } from '#domain/pricing/ticket-type.ts';
import type { Total } from '#domain/pricing/total.ts';
import { type Properties, withProperties } from '#domain/properties.ts';
import { type CartLines, moneyOf, type Session, sessionStates, totalCents } from '#domain/session/session.ts';
import { utcInstant } from '../fields.ts';
import { lineTerms, moneyMembers, presentLineTerms } from './price.ts';

export const sessionState = z.enum(sessionStates);

const linePrice = z.object({ priceId: z.int(), priceName: z.string(), ...lineTerms.shape });

const cart = z.object({
  seats: z.array(z.object({ id: z.int(), ...linePrice.shape })),
  groupOfSeats: z.array(z.object({ id: z.int(), capacity: z.int(), ...linePrice.shape })),
});

const total = z
  .number()
  .meta({ description: 'Sum of the numbers that the names of the prices begin with, without a currency.' });

/** Beside `total`, where every line has an amount of its own. */
const cartMoney = {
  amount: z
    .int()
    .optional()
    .meta({ description: 'Sum of the amounts of the lines. Absent unless all lines have one.' }),
  currency: moneyMembers.currency,
};

export const publicSession = z
  .object({
    sessionId: z.uuid(),
    eventId: z.uuid(),
    state: sessionState,
    cart,
    total,
    ...cartMoney,
    expiresAt: utcInstant.nullable(),
    expiresInSeconds: z.int(),
    serverTime: utcInstant,
  })
  .meta({ id: 'PublicSession' });

export const createdSession = publicSession
  .extend({ maxSeats: z.int(), ttlSeconds: z.int() })
  .meta({ id: 'CreatedSession' });

export const privateSession = z
  .object({
    id: z.uuid(),
    eventId: z.uuid(),
    state: sessionState,
    cart,
    reference: z.string().nullable(),
    properties: z.record(z.string(), z.unknown()),
    total,
    ...cartMoney,
    expiresAt: utcInstant.nullable(),
    expiresInSeconds: z.int(),
    createdAt: utcInstant,
    counter: z.literal(true).optional().meta({ description: 'The organization has opened it at its counter' }),
    reclaimed: z
      .literal(true)
      .optional()
      .meta({ description: 'The payment came after the session had expired, and the cart was taken again' }),
    exchanged: z
      .object({
        total: z.number().meta({ description: 'Added to `total`; negative: less than before.' }),
        amount: z
          .int()
          .optional()
          .meta({ description: 'Added to `amount`. Absent unless all lines had and have an amount.' }),
        currency: moneyMembers.currency,
        released: cart.optional().meta({ description: 'The lines that were given back, at the prices that they had.' }),
        taken: cart.optional().meta({ description: 'The lines that were taken, at the prices of then.' }),
      })
      .optional()
      .meta({ description: 'The difference that its last exchange has made, and its lines' }),
    erased: z
      .literal(true)
      .optional()
      .meta({ description: 'The reference and the properties that it had were erased' }),
  })
  .meta({ id: 'PrivateSession' });

/** A session in the organization's feed. */
export const changedSession = privateSession.omit({ expiresInSeconds: true }).meta({ id: 'ChangedSession' });

export const sessionSummary = z
  .object({
    id: z.uuid(),
    state: sessionState,
    cartSize: z.int(),
    total,
    ...cartMoney,
    createdAt: utcInstant,
    expiresInSeconds: z.int(),
    counter: z.literal(true).optional().meta({ description: 'The organization has opened it at its counter' }),
    expiresAt: utcInstant.nullish().meta({ description: 'Of sessions of the counter; null: it has no end' }),
    properties: z.record(z.string(), z.unknown()).optional().meta({ description: 'Of sessions of the counter' }),
  })
  .meta({ id: 'SessionSummary' });

/** The public payload as of actor time `now`. */
export function presentPublic(eventId: string, session: Session, now: number): z.output<typeof publicSession> {
  return {
    sessionId: session.id,
    eventId,
    state: session.state,
    cart: presentCart(session),
    total: shownTotal(totalCents(session)),
    ...moneyOf(session),
    expiresAt: session.deadline === null ? null : instant(session.deadline),
    expiresInSeconds: secondsLeft(session.deadline, now),
    serverTime: instant(now),
  };
}

/** The private payload as JSON. */
export function encodePrivate(eventId: string, session: Session, now: number): string {
  const shown: Omit<z.output<typeof privateSession>, 'properties'> = {
    ...presentCommon(eventId, session),
    expiresInSeconds: secondsLeft(session.deadline, now),
    createdAt: instant(session.createdAt),
  };
  return withProperties(shown, session.properties);
}

/** The private payload without the member that changes by itself, and without properties: those are JSON already. */
export function presentChanged(eventId: string, session: Session): Omit<z.output<typeof changedSession>, 'properties'> {
  return { ...presentCommon(eventId, session), createdAt: instant(session.createdAt) };
}

function presentCommon(eventId: string, session: Session) {
  return {
    id: session.id,
    eventId,
    state: session.state,
    cart: presentCart(session),
    reference: session.reference,
    total: shownTotal(totalCents(session)),
    ...moneyOf(session),
    expiresAt: session.deadline === null ? null : instant(session.deadline),
    ...(session.counter === undefined ? {} : { counter: session.counter }),
    ...(session.reclaimed === undefined ? {} : { reclaimed: session.reclaimed }),
    ...(session.exchanged === undefined ? {} : { exchanged: presentDifference(session.exchanged) }),
    ...(session.erased === undefined ? {} : { erased: true as const }),
  };
}

function presentDifference({ total: cents, released, taken, ...money }: NonNullable<Session['exchanged']>) {
  const lines = {
    ...(released === undefined ? {} : { released: presentCart(released) }),
    ...(taken === undefined ? {} : { taken: presentCart(taken) }),
  };
  const difference = BigInt(cents);
  const shownCents = difference < 0n ? -difference : difference;
  const isSmall = shownCents <= Number.MAX_SAFE_INTEGER / 100;
  const amount = shownTotal(isSmall ? Number(shownCents) : shownCents);
  if (difference >= 0n) return { total: amount, ...money, ...lines };
  return { total: isSmall ? -amount : rawJSON(`-${JSON.stringify(amount)}`), ...money, ...lines };
}

/** A session in the list of sessions. */
interface ListedSession extends Pick<Session, 'id' | 'state' | 'createdAt' | 'deadline'> {
  /** Seats plus GA places. */
  readonly cartSize: number;
  readonly totalCents: Total;
  readonly money: Money | null;
  readonly counter?: true;
  readonly properties: Properties | null;
}

/** A session in a list as JSON. Those of the counter show for whom they hold. */
export function encodeSummary(session: ListedSession, now: number): string {
  const shown: z.output<typeof sessionSummary> = {
    id: session.id,
    state: session.state,
    cartSize: session.cartSize,
    total: shownTotal(session.totalCents),
    ...session.money,
    createdAt: instant(session.createdAt),
    expiresInSeconds: secondsLeft(session.deadline, now),
  };
  if (session.counter === undefined) return JSON.stringify(shown);
  const expiresAt = session.deadline === null ? null : instant(session.deadline);
  return withProperties({ ...shown, counter: session.counter, expiresAt }, session.properties);
}

/** A JSON number with all its digits. */
export function shownTotal(total: Total): number {
  if (typeof total === 'number') return total / 100;
  const cents = (total % 100n).toString().padStart(2, '0').replace(/0+$/, '');
  return rawJSON(`${total / 100n}${cents === '' ? '' : `.${cents}`}`);
}

/** Makes an object that JSON.stringify writes as a number with these digits. TypeScript does not declare it yet. */
export const { rawJSON } = JSON as unknown as { rawJSON(digits: string): number };

/** Whole seconds until the deadline, rounded up, never negative: above zero as long as the hold runs. */
function secondsLeft(deadline: number | null, now: number): number {
  return deadline === null ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
}

function presentCart(session: CartLines): z.output<typeof cart> {
  return {
    seats: session.seats.map(({ id, price }) =>
      price.amount === undefined && price.unoccupied === undefined
        ? { id, priceId: price.id, priceName: price.name }
        : { id, priceId: price.id, priceName: price.name, ...presentLineTerms(price) },
    ),
    groupOfSeats: session.areas.map(({ id, capacity, price }) => ({
      id,
      capacity,
      priceId: price.id,
      priceName: price.name,
      ...presentLineTerms(price),
    })),
  };
}

/** Cache of formatted seconds, without their fraction: most answers show a second that another answer has shown. */
const shownSeconds = new Map<number, string>();
const shownSecondsMax = 4096;

/** UTC with Z and milliseconds. */
export function instant(time: number): string {
  const second = Math.floor(time / 1000);
  let text = shownSeconds.get(second);
  if (text === undefined) {
    if (shownSeconds.size === shownSecondsMax) shownSeconds.clear();
    text = new Date(second * 1000).toISOString().slice(0, 20);
    shownSeconds.set(second, text);
  }
  return `${text}${String(time - second * 1000).padStart(3, '0')}Z`;
}

const exampleLine = { id: 1042, priceId: 7, priceName: '45.00 EUR' };

export const publicExample: z.output<typeof publicSession> = {
  sessionId: '0000000c-5b1e-8a07-9d3f-2a6f0c1b7e44',
  eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  state: 'ACTIVE',
  cart: { seats: [exampleLine], groupOfSeats: [] },
  total: 45,
  expiresAt: '2027-05-01T10:15:00.000Z',
  expiresInSeconds: 840,
  serverTime: '2027-05-01T10:01:00.000Z',
};

export const privateExample: z.output<typeof privateSession> = {
  id: publicExample.sessionId,
  eventId: publicExample.eventId,
  state: 'CONFIRMED',
  cart: publicExample.cart,
  reference: 'ORDER-20431',
  properties: { channel: 'web' },
  total: 45,
  expiresAt: null,
  expiresInSeconds: 0,
  createdAt: '2027-05-01T10:00:00.000Z',
};

export const summaryExample: z.output<typeof sessionSummary> = {
  id: privateExample.id,
  state: privateExample.state,
  cartSize: 1,
  total: privateExample.total,
  createdAt: privateExample.createdAt,
  expiresInSeconds: 0,
};
