/**
 * The buyer's order: its seats and places, the time left, the total, and the next step. Draws the state, decides
 * nothing.
 */
import { type ComponentChild, h } from 'preact';
import type { CartArea, CartSeat } from '../answers.ts';
import { cartOf, cartSize, type ShopState } from '../shop.ts';
import { clockText, counted, seatInSection, seatName, sectionName, totalText } from '../words.ts';
import type { Actions } from './actions.ts';
import { areaChoices } from './areas.ts';
import { BestForm } from './best-form.ts';
import { named } from './name.ts';
import { seriesDot } from './series-dot.ts';

/** From so many seconds on, the time left is shown as a warning. */
const lowSeconds = 120;

/** `secondsLeft`: null without a deadline. */
export function order(state: ShopState, actions: Actions, secondsLeft: number | null): ComponentChild {
  // Keyed: with the stage every button is another one, so that none changes its meaning under the focus.
  return h('div', { key: state.stage, class: `order order--${state.stage}` }, [
    h('div', { class: 'order__head' }, [
      h('h2', { id: 'order-title', tabIndex: -1 }, headingOf(state)),
      secondsLeft === null ? null : timer(secondsLeft),
    ]),
    body(state, actions, secondsLeft),
  ]);
}

/** The heading of the order, which says its stage. */
export function headingOf(state: ShopState): string {
  if (state.stage === 'paying') return 'Waiting for payment';
  if (state.stage === 'confirmed') return 'You are going!';
  return state.stage === 'over' ? endWords(state).title : 'Your order';
}

/** Why the order has ended. */
export function endWords({ session }: Pick<ShopState, 'session'>): { readonly title: string; readonly text: string } {
  if (session?.state === 'CANCELLED') {
    const text = 'The organizer has cancelled it, or you did so in another window. The tickets were given back.';
    return { title: 'Your order was cancelled', text };
  }
  const text = 'The time to hold your tickets is over, and they were given back. Perhaps they are still free.';
  return { title: 'Your time has run out', text };
}

function timer(seconds: number): ComponentChild {
  const isLow = seconds <= lowSeconds;
  return h('p', { class: `timer${isLow ? ' timer--low' : ''}`, role: 'timer', 'aria-label': 'Time left' }, [
    h('span', { class: 'timer__clock' }, clockText(seconds)),
    h('span', { class: 'timer__word' }, 'left'),
  ]);
}

function body(state: ShopState, actions: Actions, secondsLeft: number | null): ComponentChild[] {
  if (state.stage === 'paying') return paying(state, actions);
  if (state.stage === 'confirmed') return confirmed(state, actions);
  if (state.stage === 'over') return over(state, actions);
  return choosing(state, actions, secondsLeft);
}

function choosing(state: ShopState, actions: Actions, secondsLeft: number | null): ComponentChild[] {
  const size = cartSize(state);
  const isLow = secondsLeft !== null && secondsLeft <= lowSeconds && size > 0;
  const parts: ComponentChild[] = [
    h('div', { class: 'order__scroll' }, [
      isLow
        ? h(
            'p',
            { class: 'hint hint--warning' },
            'Please check out soon. Your tickets are given back when the time is over.',
          )
        : null,
      size === 0
        ? h('p', { class: 'hint' }, 'Choose seats on the map, or let us find the best ones. Nothing is paid yet.')
        : lines(state, actions),
      size < state.maxSeats
        ? null
        : h(
            'p',
            { class: 'hint' },
            `Your order is full: it can hold ${counted(state.maxSeats, 'ticket')}. Give one back to choose another.`,
          ),
      h(BestForm, { state, actions }),
      areaChoices(state, actions),
    ]),
  ];
  if (size > 0) parts.push(foot(state, actions));
  return parts;
}

function foot(state: ShopState, actions: Actions): ComponentChild {
  return h('div', { class: 'order__foot' }, [
    total(state),
    h('button', { class: 'button button--primary', type: 'button', onClick: actions.checkOut }, ['Check out']),
    h('button', { class: 'button button--quiet', type: 'button', onClick: () => actions.ask(true) }, [
      'Give everything back',
    ]),
  ]);
}

function total(state: ShopState): ComponentChild {
  const { seats, groupOfSeats } = cartOf(state);
  return h('p', { class: 'total' }, [
    h('span', null, counted(cartSize(state), 'ticket')),
    h('strong', null, totalText(state.session?.total ?? 0, [...seats, ...groupOfSeats])),
  ]);
}

function lines(state: ShopState, actions: Actions | null): ComponentChild {
  const { seats, groupOfSeats } = cartOf(state);
  return h('ul', { class: 'lines', 'aria-labelledby': 'order-title' }, [
    ...seats.map((line) => seatLine(state, line, actions)),
    ...groupOfSeats.map((line) => areaLine(state, line, actions)),
  ]);
}

function seatLine(state: ShopState, line: CartSeat, actions: Actions | null): ComponentChild {
  const { plan } = state;
  const seat = plan?.seatById.get(line.id);
  const isKnown = plan !== null && seat !== undefined;
  const [section, place] = isKnown ? [sectionName(plan, seat), seatInSection(plan, seat)] : ['', `Seat ${line.id}`];
  const name = isKnown ? seatName(plan, seat) : place;
  return h('li', { key: `s${line.id}`, class: 'line' }, [
    seriesDot(placeOf(state, line)),
    lineName(place, section, actions !== null && isKnown ? () => actions.show({ kind: 'seat', seat }) : null),
    named('span', line.priceName, 'line__price'),
    actions === null || seat === undefined || state.stage !== 'choosing'
      ? null
      : removal(`Give back ${name}`, () => actions.giveBack([seat])),
  ]);
}

function areaLine(state: ShopState, line: CartArea, actions: Actions | null): ComponentChild {
  const sector = state.plan?.sectorById.get(line.id);
  const name = state.plan?.sectors[sector ?? -1]?.name ?? 'Standing';
  const isShown = actions !== null && sector !== undefined;
  return h('li', { key: `a${line.id}`, class: 'line' }, [
    seriesDot(placeOf(state, line)),
    lineName(name, counted(line.capacity, 'place'), isShown ? () => actions.show({ kind: 'area', sector }) : null),
    named('span', `${line.capacity} × ${line.priceName}`, 'line__price'),
    actions === null || state.stage !== 'choosing'
      ? null
      : removal(`Give back ${name}`, () => actions.changePlaces(line.id, -line.capacity)),
  ]);
}

/** The names of a line: a button that shows its place on the map, if it has one. */
function lineName(name: string, details: string, onClick: (() => void) | null): ComponentChild {
  const words = [named('strong', name), named('small', details)];
  if (onClick === null) return h('span', { class: 'line__name' }, words);
  return h(
    'button',
    { class: 'line__name line__name--pressed', type: 'button', title: 'Show on the map', onClick },
    words,
  );
}

function removal(label: string, onClick: () => void): ComponentChild {
  return h('button', { class: 'line__remove', type: 'button', 'aria-label': label, title: label, onClick }, [
    h('span', { 'aria-hidden': 'true' }, '×'),
  ]);
}

function placeOf({ offer }: ShopState, { priceId }: CartSeat): number {
  return offer?.prices.findIndex(({ id }) => id === priceId) ?? -1;
}

function paying(state: ShopState, actions: Actions): ComponentChild[] {
  return [
    h('div', { class: 'order__scroll' }, [
      h('p', { class: 'hint' }, [
        'Your tickets are reserved. Please complete the payment with the organizer. This page shows the confirmation as soon as it arrives.',
      ]),
      h('p', { class: 'progress', role: 'status' }, [
        h('span', { class: 'progress__dot', 'aria-hidden': 'true' }),
        'Waiting for the organizer’s confirmation',
      ]),
      lines(state, actions),
    ]),
    h('div', { class: 'order__foot' }, [
      total(state),
      h('button', { class: 'button button--quiet', type: 'button', onClick: () => actions.ask(true) }, [
        'Cancel this order and start over',
      ]),
    ]),
  ];
}

function confirmed(state: ShopState, actions: Actions): ComponentChild[] {
  return [
    h('div', { class: 'order__scroll' }, [
      h('p', { class: 'success', role: 'status' }, [
        h('span', { class: 'success__sign', 'aria-hidden': 'true' }, '✓'),
        'Your order is confirmed. The organizer sends you your tickets.',
      ]),
      lines(state, null),
    ]),
    h('div', { class: 'order__foot' }, [
      total(state),
      h('button', { class: 'button', type: 'button', onClick: actions.again }, 'Buy more tickets'),
    ]),
  ];
}

function over(state: ShopState, actions: Actions): ComponentChild[] {
  return [
    h('div', { class: 'order__scroll' }, [h('p', { class: 'hint', role: 'status' }, endWords(state).text)]),
    h('div', { class: 'order__foot' }, [
      state.lost === null
        ? null
        : h(
            'button',
            { key: 'same', class: 'button button--primary', type: 'button', onClick: actions.takeAgain },
            'Take the same seats again',
          ),
      h(
        'button',
        {
          key: 'other',
          class: `button${state.lost === null ? ' button--primary' : ''}`,
          type: 'button',
          onClick: actions.again,
        },
        'Choose again',
      ),
    ]),
  ];
}
