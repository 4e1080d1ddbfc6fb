/**
 * The card of the seat that was tapped: its place, price and state, and the button that holds it or gives it back. A
 * finger covers the seat under it, so a tap alone takes nothing.
 */
import { type ComponentChild, h } from 'preact';
import { cartSize, type ShopState, seatsHeld } from '../shop.ts';
import { seatLines } from '../target-words.ts';
import { seatInSection, sectionName } from '../words.ts';
import type { Actions } from './actions.ts';
import { named } from './name.ts';

/** Null: no seat was tapped. */
export function seatCard(state: ShopState, actions: Actions): ComponentChild | null {
  const { plan, selected, stage } = state;
  if (plan === null || selected === null || stage !== 'choosing') return null;
  const accessible = plan.accessible[selected] === 1 ? ['Accessible'] : [];
  return h('section', { key: selected, class: 'seat-card', 'aria-label': 'Seat' }, [
    h('div', { class: 'seat-card__words' }, [
      named('strong', seatInSection(plan, selected)),
      named('small', sectionName(plan, selected)),
      named('p', [...seatLines(state, selected), ...accessible].join(' · ')),
    ]),
    button(state, selected, actions),
    h(
      'button',
      { class: 'notice__close', type: 'button', 'aria-label': 'Close', onClick: () => actions.select(null) },
      '×',
    ),
  ]);
}

/** Another button for each of its meanings: a second tap on the first one must not mean the second one. */
function button(state: ShopState, seat: number, actions: Actions): ComponentChild | null {
  const isMine = seatsHeld(state).includes(seat);
  const isFull = cartSize(state) >= state.maxSeats;
  const isPending = state.pending.has(seat);
  if (!isPending && !isMine && (isFull || state.offer?.bookable[seat] !== 1)) return null;
  const [key, look, label] = isPending
    ? ['pending', '', 'One moment …']
    : isMine
      ? ['give-back', '', 'Give back']
      : ['hold', ' button--primary', 'Hold this seat'];
  const onClick = isPending ? undefined : () => actions.toggle(seat);
  return h(
    'button',
    { key, class: `button${look}`, type: 'button', 'aria-disabled': isPending ? 'true' : 'false', onClick },
    label,
  );
}
