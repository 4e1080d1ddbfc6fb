/**
 * The order with its bar. On a narrow screen the order is a sheet at the lower edge: the bar opens it, and says what it
 * holds while it is closed. A wide screen shows the order alone.
 */
import { type ComponentChild, h } from 'preact';
import { cartOf, cartSize, type ShopState } from '../shop.ts';
import { clockText, counted, totalText } from '../words.ts';
import type { Actions } from './actions.ts';
import { headingOf, order } from './order.ts';

/** `secondsLeft`: null without a deadline. `isOpen`: of the sheet. */
export function orderPanel(
  state: ShopState,
  actions: Actions,
  secondsLeft: number | null,
  isOpen: boolean,
): ComponentChild[] {
  return [
    h('div', { key: 'bar', class: 'bar' }, [
      handle(state, actions, secondsLeft, isOpen),
      !isOpen && state.stage === 'choosing' && cartSize(state) > 0
        ? h(
            'button',
            { key: 'check-out', class: 'button button--primary', type: 'button', onClick: actions.checkOut },
            'Check out',
          )
        : null,
    ]),
    h('div', { key: 'body', id: 'order-body', class: 'order-body' }, [order(state, actions, secondsLeft)]),
  ];
}

function handle(state: ShopState, actions: Actions, secondsLeft: number | null, isOpen: boolean): ComponentChild {
  const { seats, groupOfSeats } = cartOf(state);
  const size = cartSize(state);
  const amount = totalText(state.session?.total ?? 0, [...seats, ...groupOfSeats]);
  const held = size === 0 ? [] : [counted(size, 'ticket'), ...(amount === '' ? [] : [amount])];
  const isChoosing = state.stage === 'choosing';
  const heading = isChoosing && size > 0 ? held.join(' · ') : headingOf(state);
  const details = [
    ...(isChoosing && size === 0 ? ['empty'] : []),
    ...(isChoosing ? [] : held),
    ...(secondsLeft === null ? [] : [`${clockText(secondsLeft)} left`]),
  ];
  return h(
    'button',
    {
      key: 'handle',
      id: 'order-handle',
      class: 'handle',
      type: 'button',
      'aria-expanded': isOpen ? 'true' : 'false',
      'aria-controls': 'order-body',
      onClick: () => actions.openOrder(!isOpen),
    },
    [
      h('span', { class: 'handle__sign', 'aria-hidden': 'true' }),
      h('span', { class: 'handle__words' }, [
        heading === 'Your order' ? null : h('span', { class: 'visually-hidden' }, 'Your order: '),
        h('strong', null, heading),
        h('small', null, details.join(' · ')),
      ]),
    ],
  );
}
