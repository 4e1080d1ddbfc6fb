/**
 * Payments of the example shop that come twice, too early, too late, with a wrong amount, or not at all; answers that are lost; and a
 * shop that is killed. Fronts before Usher and Stripe lose the answers that a test names.
 */
import { eventually } from '../support/eventually.ts';
import { ExampleShop, stripeVariables } from '../support/example-shop.ts';
import { FaultyFront, problemFault } from '../support/faulty-front.ts';
import { calls, seat, service, show, useHall } from '../support/hall.ts';
import { succeeded } from '../support/session-calls.ts';
import { chargeEuros, letShopWait, orderOfCode, ShopOrder } from '../support/shop-orders.ts';
import { StripeStandIn } from '../support/stripe-stand-in.ts';

const rows = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, seatCount: 10 }));
useHall({ layout: { name: 'Hall', sections: [{ name: 'Stalls', rows }] }, once: true });

let stripe: StripeStandIn;
let stripeFront: FaultyFront;
let usherFront: FaultyFront;
let shop: ExampleShop;
let nextSeat = 0;
const usherSecret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

beforeAll(async () => {
  letShopWait(service);
  await chargeEuros(service, show.eventId, show.prices);
  stripe = await StripeStandIn.open();
  [stripeFront, usherFront] = await Promise.all([FaultyFront.open(stripe.url), FaultyFront.open(service.url)]);
  const { publicKey, token } = service.catalog.organization;
  shop = await ExampleShop.make('main', {
    ...stripeVariables(stripe, stripeFront.url),
    ...{ USHER_URL: usherFront.url, USHER_API_KEY: token, USHER_PUBLIC_KEY: publicKey, USHER_EVENT: show.eventId },
    USHER_WEBHOOK_SECRET: usherSecret,
  });
  await shop.start();
});

afterAll(async () => {
  await shop.remove();
  await Promise.all([stripeFront, usherFront].map((front) => front[Symbol.asyncDispose]()));
  stripe.close();
});

/** Two seats that no other test has. */
function newOrder(): Promise<ShopOrder> {
  nextSeat += 2;
  return ShopOrder.open(service, calls, shop.url, [seat(nextSeat - 2), seat(nextSeat - 1)]);
}

/** An order whose buyer has paid, of which the shop was not told. */
async function paidOrder() {
  const order = await newOrder();
  const intent = stripe.pay((await order.startCard()) ?? '');
  return { order, intent, reference: intent.metadata.order ?? '' };
}

const session = async ({ sessionId }: ShopOrder) => succeeded(await calls.read(sessionId)).body;
const letTimeRunOut = () => service.clock.advance(601_000);
const confirms = ({ sessionId }: ShopOrder) =>
  usherFront.requests.filter(({ path }) => path.endsWith(`${sessionId}/confirm`));

const kept = 'CONFIRMED CARD 9000 KEPT';
const refunded = 'REFUSED CARD 9000 REFUNDED';

describe('Usher’s webhooks', () => {
  test('close an order that the organizer has cancelled, and its payment, before the buyer looks', async () => {
    const order = await newOrder();
    const secret = await order.startCard();
    succeeded(await calls.withdraw(order.sessionId));
    expect(await order.tellChange('session.cancelled', usherSecret)).toBe(204);
    await order.becomes('CANCELLED  9000 CANCELLED');
    expect(stripe.intents.find((one) => one.client_secret === secret)?.status).toBe('canceled');
    expect(await order.startCard()).toBeNull();
  });

  test('give the money back when the box office has released the tickets', async () => {
    const { order, intent } = await paidOrder();
    expect(await stripe.tellPaid(shop.url, intent)).toBe(204);
    await order.becomes(kept);
    succeeded(await calls.release(order.sessionId));
    await Promise.all([1, 2].map(() => order.tellChange('session.released', usherSecret)));
    await order.becomes('CANCELLED CARD 9000 REFUNDED');
    expect(stripe.refunds.filter((id) => id === intent.id)).toHaveLength(1);
  });

  test('are believed only with their signature', async () => {
    const order = await newOrder();
    succeeded(await calls.withdraw(order.sessionId));
    expect(await order.tellChange('session.cancelled', `${usherSecret.slice(0, -4)}AAAA`)).toBe(401);
    expect((await fetch(`${shop.url}/webhooks/usher`, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(await order.state()).toBe('OPEN  9000');
  });
});

describe('Stripe’s webhook', () => {
  test('before the browser is back, and again, confirms once', async () => {
    const { order, intent, reference } = await paidOrder();
    const answers = await Promise.all([1, 2, 3].map(() => stripe.tellPaid(shop.url, intent)));
    expect(answers).toEqual([204, 204, 204]);
    await order.becomes(kept);
    expect(await stripe.tellPaid(shop.url, intent)).toBe(204);
    expect(await session(order)).toMatchObject({ state: 'CONFIRMED', reference, properties: { payment: 'CARD' } });
    expect(await order.text()).toContain(`Your order number ${reference}`);
    expect(confirms(order)).toHaveLength(1);
    expect([await order.state(), stripe.refunds.includes(intent.id)]).toEqual([kept, false]);
  });

  test('is believed only with its signature, and not when it is old', async () => {
    const { order, intent } = await paidOrder();
    expect(await stripe.tell(shop.url, 'payment_intent.succeeded', intent, 0, 'whsec_of_somebody_else')).toBe(401);
    expect(await stripe.tellPaid(shop.url, intent, 400)).toBe(401);
    expect((await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(await order.state()).toBe('OPEN  9000');
    const other = { ...intent, id: 'pi_other', metadata: { order: 'SOMEBODYELSE' } };
    expect(await stripe.tellPaid(shop.url, other)).toBe(204);
  });

  test('that never comes is not missed: the buyer’s page asks Stripe', async () => {
    const { order } = await paidOrder();
    expect(await order.text()).toContain('You are going!');
    expect(await order.state()).toBe(kept);
  });

  test('after the expiry takes the same seats again, while they are free', async () => {
    const { order, intent, reference } = await paidOrder();
    letTimeRunOut();
    expect((await session(order)).state).toBe('EXPIRED');
    await stripe.tellPaid(shop.url, intent);
    await order.becomes(kept);
    expect(await session(order)).toMatchObject({ state: 'CONFIRMED', reference, reclaimed: true });
  });

  test('after the expiry leads to one refund, when a seat is somebody else’s', async () => {
    const { order, intent } = await paidOrder();
    letTimeRunOut();
    await calls.open([seat(nextSeat - 1)]);
    await Promise.all([1, 2].map(() => stripe.tellPaid(shop.url, intent)));
    await order.becomes(refunded);
    await stripe.tellPaid(shop.url, intent);
    expect(stripe.refunds.filter((id) => id === intent.id)).toHaveLength(1);
    expect(await order.text()).toContain('Your payment of €90.00 was sent back to your card.');
    expect(await stripe.tell(shop.url, 'refund.failed', { payment_intent: intent.id })).toBe(204);
    expect(await order.text()).toContain('We could not send €90.00 back to your card.');
  });

  test('with another amount than the order costs is not used: the money goes back, and the order can be paid', async () => {
    const order = await newOrder();
    const wrong = stripe.pay((await order.startCard()) ?? '', 100);
    await stripe.tellPaid(shop.url, wrong);
    await order.becomes('OPEN  9000 REFUNDED');
    expect([(await session(order)).state, stripe.refunds.includes(wrong.id)]).toEqual(['PENDING_PAYMENT', true]);
    const right = stripe.pay((await order.startCard()) ?? '');
    await stripe.tellPaid(shop.url, right);
    await order.becomes('CONFIRMED CARD 9000 REFUNDED KEPT');
  });
});

describe('an order', () => {
  test('is charged what Usher has answered, whatever a page sends', async () => {
    const order = await newOrder();
    await order.startCard(JSON.stringify({ amount: 1, currency: 'JPY' }));
    expect(stripe.intents.at(-1)).toMatchObject({ amount: 9000, currency: 'eur' });
    expect(await order.startCard()).toBe(stripe.intents.at(-1)?.client_secret);
  });

  test('is found again with another code, and there is none for a code that was never given', async () => {
    const order = await newOrder();
    const { code } = succeeded(await calls.callPublic(order.sessionId, 'checkout-code/')).body;
    expect(await orderOfCode(shop.url, code)).toBe(order.url);
    expect(await orderOfCode(shop.url, code)).toBe(order.url);
    await expect(orderOfCode(shop.url, 'never-given')).rejects.toThrow('404');
    expect((await fetch(`${shop.url}/orders/somebody`)).status).toBe(404);
  });

  test('to pay at the door ends the card payment, and keeps one that was faster', async () => {
    const order = await newOrder();
    const secret = await order.startCard();
    expect(await order.press('door')).toBe(303);
    expect(await session(order)).toMatchObject({ state: 'CONFIRMED', properties: { payment: 'DOOR' } });
    expect(await order.text()).toContain('To pay at the door: €90.00.');
    expect(stripe.intents.find((one) => one.client_secret === secret)?.status).toBe('canceled');
    const faster = await paidOrder();
    await faster.order.press('door');
    expect(await faster.order.state()).toBe(kept);
  });

  test('that is cancelled gives its seats back, unless it was paid just before', async () => {
    const order = await newOrder();
    await order.startCard();
    await order.press('cancel');
    expect([await order.state(), (await session(order)).state]).toEqual(['CANCELLED  9000 CANCELLED', 'CANCELLED']);
    expect(await order.text()).toContain('Nothing was charged.');
    const paid = await paidOrder();
    await paid.order.press('cancel');
    expect(await paid.order.state()).toBe(kept);
  });

  test('whose time is over cannot be paid any more', async () => {
    const order = await newOrder();
    const secret = await order.startCard();
    letTimeRunOut();
    expect(await order.text()).toContain('Your time has run out');
    expect([await order.startCard(), await order.state()]).toEqual([null, 'EXPIRED  9000 CANCELLED']);
    expect(() => stripe.pay(secret ?? '')).toThrow('canceled');
  });
});

describe('a lost answer', () => {
  test('of the confirmation does no harm', async () => {
    const { order, intent } = await paidOrder();
    usherFront.fail('/confirm', { lost: 'answer' });
    await stripe.tellPaid(shop.url, intent);
    await order.becomes(kept);
    expect(new Set(confirms(order).map(({ key }) => key)).size).toBe(1);
    expect(confirms(order)).toHaveLength(2);
  });

  test('of a wrong key or a full service is no refusal: nothing is refunded, and the shop tries again', async () => {
    const { order, intent } = await paidOrder();
    usherFront.fail('/confirm', problemFault(403, 'ACCESS_DENIED'), problemFault(503, 'OUTCOME_UNKNOWN'));
    await stripe.tellPaid(shop.url, intent);
    await order.becomes(kept);
    expect(stripe.refunds).not.toContain(intent.id);
  });
});

describe('a shop that is killed', () => {
  /** The calls to this path are lost from now on; kills the shop when `isTime`, and starts it again. */
  const kill = async (
    front: FaultyFront,
    path: string,
    lost: 'request' | 'answer',
    act: () => Promise<unknown>,
    isTime: () => unknown,
  ) => {
    front.fail(path, ...Array.from({ length: 20 }, () => ({ lost })));
    const acted = act().catch(() => null);
    await eventually(async () => ((await isTime()) ? true : null));
    await shop.kill();
    await acted;
    front.forgive();
    await shop.start();
  };

  test('between the payment and the confirmation confirms after its start', async () => {
    const { order, intent, reference } = await paidOrder();
    const tell = () => stripe.tellPaid(shop.url, intent);
    await kill(usherFront, '/confirm', 'request', tell, () => confirms(order).length > 0);
    expect((await session(order)).state).toBe('PENDING_PAYMENT');
    await order.becomes(kept);
    expect(await session(order)).toMatchObject({ state: 'CONFIRMED', reference });
    expect([stripe.intentsOf(reference).length, stripe.refunds.includes(intent.id)]).toEqual([1, false]);
  });

  test('before it has heard that the seats are confirmed keeps both the seats and the money', async () => {
    const { order, intent, reference } = await paidOrder();
    const tell = () => stripe.tellPaid(shop.url, intent);
    await kill(usherFront, '/confirm', 'answer', tell, async () => (await session(order)).state === 'CONFIRMED');
    await order.becomes(kept);
    expect([stripe.intentsOf(reference).length, stripe.refunds.includes(intent.id)]).toEqual([1, false]);
  });

  test('before it has heard of its refund pays the money back once', async () => {
    const { order, intent } = await paidOrder();
    letTimeRunOut();
    await calls.open([seat(nextSeat - 2)]);
    const tell = () => stripe.tellPaid(shop.url, intent);
    await kill(stripeFront, '/refunds', 'answer', tell, () => stripe.refunds.includes(intent.id));
    await order.becomes(refunded);
    expect(stripe.refunds.filter((id) => id === intent.id)).toHaveLength(1);
  });

  test('while it asks for a payment asks for no second one', async () => {
    const order = await newOrder();
    const before = stripe.intents.length;
    const ask = () => order.startCard();
    await kill(stripeFront, '/payment_intents', 'answer', ask, () => stripe.intents.length > before);
    const intent = stripe.pay((await order.startCard()) ?? '');
    expect(stripe.intents).toHaveLength(before + 1);
    await stripe.tellPaid(shop.url, intent);
    await order.becomes(kept);
  });

  test('after the buyer has chosen to pay at the door confirms after its start', async () => {
    const order = await newOrder();
    await kill(
      usherFront,
      '/confirm',
      'request',
      () => order.press('door'),
      () => confirms(order).length > 0,
    );
    await order.becomes('CONFIRMED DOOR 9000');
    expect((await session(order)).state).toBe('CONFIRMED');
  });
});
