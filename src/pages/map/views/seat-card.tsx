/**
 * The card of the seat that was tapped, or of the unit that it is taken with: its place, price and state, and the button
 * that holds it or gives it back. A finger covers the seat under it, so a tap alone takes nothing.
 */
import type { ComponentChild } from 'preact';
import { Button, CloseButton } from '../../shared/components/button.tsx';
import { Named } from '../../shared/components/words.tsx';
import { hasRoom, stateOfSeats } from '../cart-parts.ts';
import { seatsHeld } from '../shop.ts';
import { seatLines, traitsOf } from '../target-words.ts';
import { text } from '../texts.ts';
import { unitLines } from '../unit-words.ts';
import { beside, seatInSection, sectionName } from '../words.ts';
import type { ViewProperties } from './actions.ts';

export function SeatCard({ state, actions }: ViewProperties): ComponentChild {
  const { plan, selected, stage } = state;
  if (plan === null || selected === null || stage !== 'choosing') return null;
  const unit = state.units.of(selected);
  const lines =
    unit === undefined ? [...seatLines(state, selected), ...traitsOf(plan, selected)] : unitLines(state, unit);
  return (
    <section
      key={selected}
      class={`seat-card${unit === undefined ? '' : ' seat-card--unit'}`}
      aria-label={unit?.name ?? text('seat')}
    >
      <div class="seat-card__words">
        <Named as="strong" text={unit?.name ?? seatInSection(plan, selected)} />
        <Named as="small" text={sectionName(plan, selected)} />
        <Named as="p" text={beside(lines)} />
      </div>
      <CardButton seat={selected} state={state} actions={actions} />
      <CloseButton label={text('close')} onPress={() => actions.select(null)} />
    </section>
  );
}

/** Another button for each of its meanings: a second tap on the first one must not mean the second one. */
function CardButton({ state, seat, actions }: ViewProperties & { readonly seat: number }): ComponentChild {
  const toggle = () => actions.toggle(seat);
  const unit = state.units.of(seat);
  const now = stateOfSeats(state, new Set(seatsHeld(state)), unit?.seats ?? [seat]);
  if (now === 'pending') {
    return (
      <Button key="pending" isOff onPress={toggle}>
        {text('oneMomentMore')}
      </Button>
    );
  }
  if (now === 'mine') {
    return (
      <Button key="give-back" onPress={toggle}>
        {text('giveBack')}
      </Button>
    );
  }
  if (now !== 'free' || !hasRoom(state, unit?.size ?? 1)) return null;
  return (
    <Button key="hold" look="primary" onPress={toggle}>
      {unit === undefined ? text('holdSeat') : text('holdUnit', { count: unit.size })}
    </Button>
  );
}
