/**
 * The card of the seat that was tapped: its place, price and state, and the button that holds it or gives it back. A
 * finger covers the seat under it, so a tap alone takes nothing.
 */
import type { ComponentChild } from 'preact';
import { Button, CloseButton } from '../../shared/components/button.tsx';
import { Named } from '../../shared/components/words.tsx';
import { cartSize, seatsHeld } from '../shop.ts';
import { seatLines } from '../target-words.ts';
import { seatInSection, sectionName } from '../words.ts';
import type { ViewProperties } from './actions.ts';

export function SeatCard({ state, actions }: ViewProperties): ComponentChild {
  const { plan, selected, stage } = state;
  if (plan === null || selected === null || stage !== 'choosing') return null;
  const traits = plan.traits.get(selected) ?? [];
  return (
    <section key={selected} class="seat-card" aria-label="Seat">
      <div class="seat-card__words">
        <Named as="strong" text={seatInSection(plan, selected)} />
        <Named as="small" text={sectionName(plan, selected)} />
        <Named as="p" text={[...seatLines(state, selected), ...traits].join(' · ')} />
      </div>
      <SeatButton seat={selected} state={state} actions={actions} />
      <CloseButton label="Close" onPress={() => actions.select(null)} />
    </section>
  );
}

/** Another button for each of its meanings: a second tap on the first one must not mean the second one. */
function SeatButton({ state, seat, actions }: ViewProperties & { readonly seat: number }): ComponentChild {
  const toggle = () => actions.toggle(seat);
  if (state.pending.has(seat)) {
    return (
      <Button key="pending" isOff onPress={toggle}>
        One moment …
      </Button>
    );
  }
  if (seatsHeld(state).includes(seat)) {
    return (
      <Button key="give-back" onPress={toggle}>
        Give back
      </Button>
    );
  }
  if (cartSize(state) >= state.maxSeats || state.offer?.bookable[seat] !== 1) return null;
  return (
    <Button key="hold" look="primary" onPress={toggle}>
      Hold this seat
    </Button>
  );
}
