/**
 * Stands in for Stripe's HTTP API, to which the shop's real library speaks: intents, their end, refunds, and idempotency
 * keys, which repeat the first answer and refuse other parameters. Webhooks are signed by the library's own test helper.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { listen } from '#http/server/server.ts';

interface StoredIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly client_secret: string;
  status: 'requires_payment_method' | 'succeeded' | 'canceled';
  amount_received: number;
}

interface Answered {
  readonly status: number;
  readonly body: object;
}

const problem = (code: string): Answered => {
  return { status: 400, body: { error: { type: 'invalid_request_error', code, message: code } } };
};

export class StripeStandIn {
  readonly intents: StoredIntent[] = [];
  /** The ids of intents whose money went back, once for each refund. */
  readonly refunds: string[] = [];
  readonly keys = { secret: 'sk_test_shop', publishable: 'pk_test_shop', webhook: 'whsec_shop' };
  url = '';
  #server: Server;
  readonly #answers = new Map<string, { readonly asked: string; readonly answered: Answered }>();
  readonly #library = new Stripe(this.keys.secret);

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const { status, body } = this.#answer(request, await textOf(request));
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  static async open(): Promise<StripeStandIn> {
    const standIn = new StripeStandIn();
    standIn.url = `http://127.0.0.1:${await listen(standIn.#server, 0, '127.0.0.1')}`;
    return standIn;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The intents of an order, the newest last. */
  intentsOf(reference: string): readonly StoredIntent[] {
    return this.intents.filter(({ metadata }) => metadata.order === reference);
  }

  /** The buyer has paid; nobody is told. */
  pay(clientSecret: string, received?: number): StoredIntent {
    const intent = this.intents.find((one) => one.client_secret === clientSecret);
    if (intent?.status !== 'requires_payment_method') throw new Error(`${clientSecret} is ${intent?.status}`);
    return Object.assign(intent, { status: 'succeeded', amount_received: received ?? intent.amount });
  }

  /** Sends a webhook with a valid signature; resolves with the status of the answer. */
  tellPaid(shopUrl: string, intent: StoredIntent, secondsAgo = 0): Promise<number> {
    return this.tell(shopUrl, 'payment_intent.succeeded', intent, secondsAgo);
  }

  async tell(shopUrl: string, type: string, object: object, secondsAgo = 0, secret = this.keys.webhook) {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
    const signature = this.#library.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' };
    const { status } = await fetch(`${shopUrl}/webhooks/stripe`, { method: 'POST', headers, body: payload });
    return status;
  }

  #answer({ method, url = '', headers }: IncomingMessage, body: string): Answered {
    if (headers.authorization !== `Bearer ${this.keys.secret}`) return { status: 401, body: { error: {} } };
    const asked = `${method} ${url} ${body}`;
    const key = headers['idempotency-key'];
    const known = key === undefined ? undefined : this.#answers.get(String(key));
    if (known !== undefined) {
      return known.asked === asked ? known.answered : { status: 400, body: { error: { type: 'idempotency_error' } } };
    }
    // As it was then: a later repetition shows it unchanged.
    const answered = structuredClone(this.#run(`${method} ${url}`, new URLSearchParams(body)));
    if (key !== undefined && answered.status === 200) this.#answers.set(String(key), { asked, answered });
    return answered;
  }

  #run(call: string, parameters: URLSearchParams): Answered {
    if (call === 'POST /v1/payment_intents') return { status: 200, body: this.#create(parameters) };
    if (call === 'POST /v1/refunds') return this.#refund(parameters.get('payment_intent') ?? '');
    const [, id, step] = /^\w+ \/v1\/payment_intents\/(\w+)(\/cancel)?$/.exec(call) ?? [];
    const intent = this.intents.find((one) => one.id === id);
    if (intent === undefined) return problem('resource_missing');
    if (step === undefined) return { status: 200, body: intent };
    if (intent.status === 'succeeded') return problem('payment_intent_unexpected_state');
    return { status: 200, body: Object.assign(intent, { status: 'canceled' }) };
  }

  #create(parameters: URLSearchParams): StoredIntent {
    const id = `pi_${this.intents.length + 1}`;
    const intent: StoredIntent = {
      ...{ id, object: 'payment_intent', client_secret: `${id}_secret`, status: 'requires_payment_method' },
      ...{ amount: Number(parameters.get('amount')), amount_received: 0, currency: parameters.get('currency') ?? '' },
      metadata: { order: parameters.get('metadata[order]') ?? '' },
    };
    this.intents.push(intent);
    return intent;
  }

  #refund(intent: string): Answered {
    if (this.refunds.includes(intent)) return problem('charge_already_refunded');
    this.refunds.push(intent);
    return { status: 200, body: { id: `re_${this.refunds.length}`, object: 'refund', status: 'succeeded' } };
  }
}

/** The script of Stripe for browsers, as far as the shop's page calls it. `payByCard` comes from the test. */
export const stripePageScript = `
  globalThis.Stripe = (key) => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      create: () => ({
        on: (name, call) => queueMicrotask(() => name === 'ready' && setTimeout(call)),
        mount: (place) => place.append(Object.assign(document.createElement('p'), { textContent: 'Card 4242 4242 4242 4242' })),
      }),
    }),
    confirmPayment: async ({ elements, confirmParams }) => {
      const message = await payByCard(elements.clientSecret);
      if (message !== '') return { error: { message } };
      location.href = confirmParams.return_url + '?redirect_status=succeeded';
      return new Promise(() => {});
    },
  });
`;
