/** The pages of the shop as HTML: the seats, the order in each of its states, and what could not be done. */
import { formatAmount } from 'usher/client';
import { amountOf, chargeOf, stripeScript } from './cards.ts';
import type { Shown } from './checkout.ts';
import { type Html, html } from './html.ts';
import type { Line, Order, Payment } from './orders.ts';
import type { Settings } from './settings.ts';
import { texts } from './texts.ts';
import type { Face } from './usher.ts';

const locale = 'en';

export class Pages {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  seats(face: Face | null): string {
    const { usher } = this.#settings;
    const { title, lead, noScript, failed, steps, stepsLabel } = texts.choose;
    const body = html`
      ${headOf(face, this.#settings.name)}
      <ol class="steps" aria-label="${stepsLabel}">
        ${steps.map((step, at) => html`<li ${at === 0 ? html`aria-current="step"` : null}>${step}</li>`)}
      </ol>
      <section class="card card--map" aria-labelledby="choose">
        <h2 id="choose">${title}</h2>
        <p class="quiet">${lead}</p>
        <p class="notice notice--bad" id="failed" role="alert" hidden>${failed}</p>
        <usher-map event="${usher.event}" public-key="${usher.publicKey}" locale="${locale}"></usher-map>
        <noscript><p class="notice">${noScript}</p></noscript>
      </section>`;
    const scripts = html`
      <script type="module" src="/seats.js"></script>
      <script type="module" src="${usher.url}/usher.js"></script>`;
    return this.#document(face?.title ?? title, body, scripts);
  }

  order(shown: Shown, face: Face | null): string {
    const { order, payments } = shown;
    const title = texts.order.titles[order.state];
    const body = html`
      ${headOf(face, this.#settings.name)}
      <div class="order" data-page="${order.page}" data-state="${stateOf(shown)}">
        <section class="card order__next order__next--${order.state.toLowerCase()}" aria-labelledby="next">
          <h2 id="next">${title}</h2>
          ${this.#next(shown)}
          ${payments.map(moneyBack)}
        </section>
        <section class="card ticket" aria-labelledby="tickets">
          <h2 id="tickets">${texts.order.yourTickets}</h2>
          ${ticketsOf(order)}
        </section>
      </div>`;
    const isPayable = order.state === 'OPEN' && this.#settings.stripe !== null;
    const scripts = html`
      ${isPayable && html`<script src="${stripeScript}" defer></script>`}
      <script type="module" src="/order.js"></script>`;
    return this.#document(title, body, scripts);
  }

  cancel({ page }: Order): string {
    const { title, lead, yes, no } = texts.cancel;
    const body = html`
      <section class="card card--narrow">
        <h1>${title}</h1>
        <p>${lead}</p>
        <form class="actions" method="post" action="/orders/${page}/cancel">
          <button class="button button--danger">${yes}</button>
          <a class="button" href="/orders/${page}">${no}</a>
        </form>
      </section>`;
    return this.#document(title, body);
  }

  problem(title: string, lead: string): string {
    const body = html`
      <section class="card card--narrow">
        <h1>${title}</h1>
        <p>${lead}</p>
        <p class="actions"><a class="button button--primary" href="/">${texts.order.changeSeats}</a></p>
      </section>`;
    return this.#document(title, body);
  }

  #next(shown: Shown): Html {
    const { order, payments } = shown;
    const hasMoney = payments.some(({ state }) => state === 'RECEIVED' || state === 'KEPT');
    const isUntouched = payments.every(({ state }) => state === 'STARTED' || state === 'CANCELLED');
    if (order.state === 'OPEN') return this.#choice(shown);
    if (order.state === 'CONFIRMING') {
      return html`
        <p class="waiting" role="status">${hasMoney ? texts.confirming.paid : texts.confirming.door}</p>
        <noscript><p><a class="button" href="/orders/${order.page}">${texts.order.lookAgain}</a></p></noscript>`;
    }
    if (order.state === 'CONFIRMED') return confirmed(order, hasMoney);
    const { refused, cancelled, expired, nothingPaid } = texts.ended;
    const why = order.state === 'REFUSED' ? refused : order.state === 'CANCELLED' ? cancelled : expired;
    return html`
      <p role="status">${why} ${isUntouched && nothingPaid}</p>
      <p class="actions"><a class="button button--primary" href="/">${texts.order.chooseAgain}</a></p>`;
  }

  #choice({ order, secondsLeft }: Shown): Html {
    const { page, amount } = order;
    return html`
      ${
        secondsLeft !== null &&
        html`<p class="timer" role="timer" data-seconds="${secondsLeft}" hidden>
          ${texts.order.timeLeft} <strong></strong>
        </p>`
      }
      ${amount === 0 ? null : this.#card(order)}
      <form class="way" method="post" action="/orders/${page}/door">
        <div>
          <h3>${amount === 0 ? texts.order.free : texts.door.title}</h3>
          ${amount === 0 ? null : html`<p class="quiet">${texts.door.lead}</p>`}
        </div>
        <button class="button">${amount === 0 ? texts.door.takeFree : texts.door.choose}</button>
      </form>
      <p class="links">
        <a href="/">${texts.order.changeSeats}</a>
        <a href="/orders/${page}/cancel">${texts.cancel.link}</a>
      </p>`;
  }

  /** Amounts in it are for the buyer to read: what is charged is decided by the server alone. */
  #card({ amount, currency }: Order): Html {
    const { title, lead, start, pay, loading, paying, failed, noScript, notOffered, noAmounts } = texts.card;
    const { stripe } = this.#settings;
    if (stripe === null) return html`<p class="notice">${notOffered}</p>`;
    if (chargeOf(amount, currency) === null) return html`<p class="notice">${noAmounts}</p>`;
    return html`
      <form class="way way--card" id="card" data-key="${stripe.publishableKey}" data-loading="${loading}"
        data-paying="${paying}" data-failed="${failed}">
        <div>
          <h3>${title}</h3>
          <p class="quiet">${lead}</p>
          <noscript><p class="notice">${noScript}</p></noscript>
        </div>
        <button class="button button--primary" type="button" id="card-start">${start}</button>
        <div id="card-form" hidden></div>
        <p class="notice" id="card-says" role="status" hidden></p>
        <button class="button button--primary" id="card-pay" hidden>${pay(money(amount, currency, 0))}</button>
      </form>`;
  }

  #document(title: string, body: Html, scripts: Html | null = null): string {
    const { name } = this.#settings;
    return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} – ${name}</title>
  <link rel="stylesheet" href="/shop.css">
  <link rel="icon" href="/ticket.svg">
  ${scripts}
</head>
<body>
  <a class="skip" href="#content">${texts.skip}</a>
  <header class="top"><a class="top__name" href="/">${name}</a></header>
  <main id="content">${body}</main>
  <footer class="foot">${texts.footer}</footer>
</body>
</html>`.text;
  }
}

/** Changes whenever the page would look different: the browser then loads it again. */
export function stateOf({ order, payments }: Pick<Shown, 'order' | 'payments'>): string {
  const { state, way, amount } = order;
  return [state, way, amount, ...payments.map((payment) => payment.state).filter((one) => one !== 'STARTED')].join(' ');
}

function headOf(face: Face | null, shop: string): Html {
  if (face === null) return html`<div class="event"><h1>${shop}</h1></div>`;
  const { title, venue, startsAt, start, timeZone, imageUrl } = face;
  const time = new Date(startsAt ?? `${start}Z`);
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  });
  return html`
    <div class="event">
      ${imageUrl !== null && html`<img class="event__image" src="${imageUrl}" alt="">`}
      <div>
        <h1>${title}</h1>
        <p class="event__when">
          <time datetime="${startsAt ?? start}">${format.format(time)}</time>
          ${venue !== null && html`<span>${venue.name}${venue.address !== null && `, ${venue.address}`}</span>`}
        </p>
      </div>
    </div>`;
}

function confirmed({ reference, amount, currency, lines }: Order, hasMoney: boolean): Html {
  const { reference: title, paid, door, free } = texts.confirmed;
  const total = money(amount, currency, lines.length);
  return html`
    <p class="reference"><span>${title}</span> <strong>${reference}</strong></p>
    <p role="status">${amount === 0 ? free : hasMoney ? paid(total) : door(total)}</p>
    <p class="actions"><a class="button" href="/">${texts.order.buyMore}</a></p>`;
}

function ticketsOf({ lines, amount, currency }: Order): Html {
  const { total, places } = texts.order;
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  return html`
    <ul class="lines">${lines.map(lineOf)}</ul>
    <p class="total"><span>${total} <small>${places(count)}</small></span>
      <strong>${money(amount, currency, count)}</strong></p>`;
}

function lineOf({ place, ticket, count, amount, currency }: Line): Html {
  const price = amount === null ? ticket : money(amount, currency, count);
  return html`
    <li>
      <span><strong>${place}</strong>
        <small>${count > 1 && `${texts.order.places(count)}, `}${amount === null ? null : ticket}</small></span>
      <span>${count > 1 && amount !== null ? texts.order.each(price) : price}</span>
    </li>`;
}

function moneyBack({ state, amount, currency }: Payment): Html | null {
  const text = { REFUND_DUE: texts.money.due, REFUNDED: texts.money.refunded, REFUND_FAILED: texts.money.failed };
  const say = (text as Partial<Record<Payment['state'], (amount: string) => string>>)[state];
  if (say === undefined) return null;
  const shown = money(...amountOf({ amount, currency }), 1);
  return html`<p class="notice ${state === 'REFUND_FAILED' && 'notice--bad'}">${say(shown)}</p>`;
}

/** For people. Without amounts the number of tickets is all that the shop knows. */
function money(amount: number | null, currency: string | null, count: number): string {
  if (amount === null || currency === null) return texts.order.places(count);
  return amount === 0 ? texts.order.free : formatAmount(amount, currency, locale);
}
