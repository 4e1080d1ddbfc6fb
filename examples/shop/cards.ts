/**
 * The calls to Stripe, by its own library. Every call that changes something has an idempotency key that follows from the
 * order, so a repetition after a crash finds what the first one has made. Amounts come from Usher's answers.
 */
import { Stripe } from 'stripe';
import type { Order, Payment } from './orders.ts';
import type { StripeSettings } from './settings.ts';

/** The script for browsers that belongs to the version of the library. */
export const stripeScript = 'https://js.stripe.com/endive/stripe.js';

/** A PaymentIntent as far as the shop needs it. */
export interface Intent extends Omit<Payment, 'state'> {
  /** `OPEN`: the buyer can pay, or is about to. */
  readonly state: 'OPEN' | 'PAID' | 'CANCELLED';
  /** What the browser shows the form with. */
  readonly clientSecret: string;
}

/** What a webhook of Stripe tells. Null: nothing that the shop needs. */
export type CardNews = { readonly paid: Intent } | { readonly refundFailed: string } | null;

/** Stripe counts these in hundredths, although they have no minor unit (ISO 4217). */
const inHundredths = new Set(['ISK', 'UGX']);

/** A request to Stripe must not hold a buyer's page for long: what is left undone is done later. */
const timeoutMs = 10_000;

export class Cards {
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor({ secretKey, webhookSecret, apiUrl }: StripeSettings) {
    const { hostname, port, protocol } = apiUrl ?? {};
    const elsewhere = hostname === undefined ? {} : { host: hostname, port: port ?? '' };
    const scheme = protocol === 'http:' ? 'http' : 'https';
    this.#stripe = new Stripe(secretKey, { timeout: timeoutMs, maxNetworkRetries: 2, ...elsewhere, protocol: scheme });
    this.#webhookSecret = webhookSecret;
  }

  /**
   * A new intent; `nth` counts those of the order. Only cards: other ways to pay take days, and seats wait for minutes.
   * Stripe repeats its first answer for a key, also when the intent was cancelled since: the next one has another key.
   */
  async start({ reference }: Order, charge: Charge, nth: number): Promise<Intent> {
    const intent = await this.#stripe.paymentIntents.create(
      {
        ...charge,
        allowed_payment_method_types: ['card'],
        description: `Order ${reference}`,
        metadata: { order: reference },
      },
      { idempotencyKey: `start-${reference}-${nth}-${charge.amount}-${charge.currency}` },
    );
    return intentOf(intent);
  }

  async read(intent: string): Promise<Intent> {
    return intentOf(await this.#stripe.paymentIntents.retrieve(intent));
  }

  /** From now on it cannot be paid, unless it is paid already or just now: the answer says so. */
  async end(intent: string): Promise<Intent> {
    try {
      return intentOf(await this.#stripe.paymentIntents.cancel(intent, {}, { idempotencyKey: `end-${intent}` }));
    } catch (error) {
      if (isRefusal(error, 'payment_intent_unexpected_state')) return await this.read(intent);
      throw error;
    }
  }

  /** All of it. */
  async refund({ intent, reference }: Payment): Promise<void> {
    try {
      await this.#stripe.refunds.create(
        { payment_intent: intent, metadata: { order: reference } },
        { idempotencyKey: `refund-${intent}` },
      );
    } catch (error) {
      // Somebody did it by hand, or this call did it so long ago that Stripe has forgotten the key.
      if (!isRefusal(error, 'charge_already_refunded')) throw error;
    }
  }

  /** `body`: the bytes as they came; JSON that was parsed and written again has another signature. */
  newsIn(body: Buffer, signature: string): CardNews {
    const event = this.#stripe.webhooks.constructEvent(body, signature, this.#webhookSecret);
    if (event.type === 'payment_intent.succeeded') return { paid: intentOf(event.data.object) };
    if (event.type !== 'refund.failed') return null;
    const { payment_intent: intent } = event.data.object;
    return intent === null ? null : { refundFailed: typeof intent === 'string' ? intent : intent.id };
  }
}

export interface Charge {
  readonly amount: number;
  readonly currency: string;
}

/** What a card pays for this amount in minor units, as Stripe counts it. Null: there is nothing to pay by card. */
export function chargeOf(amount: number | null, currency: string | null): Charge | null {
  if (amount === null || currency === null || amount === 0) return null;
  return { amount: inHundredths.has(currency) ? amount * 100 : amount, currency: currency.toLowerCase() };
}

/** The other way round: minor units, and the currency as ISO 4217 writes it. */
export function amountOf({ amount, currency }: Charge): [amount: number, currency: string] {
  const code = currency.toUpperCase();
  return [inHundredths.has(code) ? amount / 100 : amount, code];
}

export const isBadSignature = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeSignatureVerificationError;

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;
}

/** Of a paid one the amount that has arrived, which the shop compares with what the order costs. */
function intentOf(intent: Stripe.PaymentIntent): Intent {
  const { id, status, amount, amount_received: received, currency, metadata, client_secret: clientSecret } = intent;
  const state = status === 'succeeded' ? 'PAID' : status === 'canceled' ? 'CANCELLED' : 'OPEN';
  return {
    intent: id,
    reference: metadata.order ?? '',
    amount: state === 'PAID' ? received : amount,
    currency,
    state,
    clientSecret: clientSecret ?? '',
  };
}
