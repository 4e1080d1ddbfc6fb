/**
 * A unit in an order: one line for all of its seats, with the number of guests, who are paid for. Where their price has
 * ticket types, each guest has one.
 */
import type { ComponentChild } from 'preact';
import { CloseButton, PlainButton } from '../../shared/components/button.tsx';
import { Named } from '../../shared/components/words.tsx';
import type { CartSeat, Wish } from '../answers.ts';
import type { CartPart } from '../cart-parts.ts';
import type { ShopState } from '../shop.ts';
import { text } from '../texts.ts';
import { beside, sectionName, sumText } from '../words.ts';
import type { Actions } from './actions.ts';
import { SeriesDot } from './series-dot.tsx';
import { Stepper } from './stepper.tsx';
import { hasTypes, TypeChoice } from './type-choice.tsx';

type UnitLineProperties = Omit<Extract<CartPart, { kind: 'unit' }>, 'kind'> & {
  readonly state: ShopState;
  /** Null: the line is only read. */
  readonly actions: Actions | null;
};

export function UnitLine({ state, actions, unit, lines, guests }: UnitLineProperties): ComponentChild {
  const { id, name, seats, size, least, most } = unit;
  const section = state.plan === null ? '' : sectionName(state.plan, seats[0] ?? -1);
  const paid = lines.filter(({ unoccupied }) => unoccupied !== true);
  const chosen = actions !== null && state.stage === 'choosing' ? actions : null;
  const told = least === size ? [] : [text('guests', { count: guests })];
  // A choice that names a seat of the unit would seat as many guests as it takes.
  const take = (wish: Wish): void => chosen?.take({ ...wish, guests: { [String(id)]: guests } });
  const words = [
    <Named key="title" as="strong" text={name} />,
    <Named
      key="details"
      as="small"
      text={beside([section, text('seats', { count: size }), ...(chosen === null ? told : [])])}
    />,
  ];
  return (
    <li class="line line--unit">
      <SeriesDot place={state.offer?.prices.findIndex((price) => price.id === paid[0]?.priceId) ?? -1} />
      {actions === null ? (
        <span class="line__name">{words}</span>
      ) : (
        <PlainButton
          class="line__name line__name--pressed"
          title={text('showOnMap')}
          onPress={() => actions.show({ kind: 'unit', unit: state.units.list.indexOf(unit), seat: seats[0] ?? -1 })}
        >
          {words}
        </PlainButton>
      )}
      <span class="line__cost">
        <Named text={sumText(paid)} class="line__price" />
      </span>
      {chosen !== null && (
        <CloseButton label={text('giveBackPlace', { name })} onPress={() => chosen.giveBack(seats)} />
      )}
      {chosen !== null && least < most && (
        <span class="line__guests">
          {text('guestsLabel')}
          <Stepper
            count={guests}
            words={{
              less: text('guestLess', { name }),
              more: text('guestMore', { name }),
              count: text('guestsAt', { count: guests, name }),
            }}
            isLeast={guests <= least}
            isMost={guests >= most}
            onStep={(by) => chosen.changeGuests(id, by)}
          />
          <small>{text('guestLimits', { least, most })}</small>
        </span>
      )}
      <GuestTypes state={state} take={chosen === null ? null : take} name={name} lines={paid} />
    </li>
  );
}

interface TypesProperties extends Pick<UnitLineProperties, 'state'> {
  /** Null: the types are only read. */
  readonly take: Actions['take'] | null;
  readonly name: string;
  /** Of the guests. */
  readonly lines: readonly CartSeat[];
}

function GuestTypes({ state, take, name, lines }: TypesProperties): ComponentChild {
  const typed = lines.filter((line) => line.ticketTypeName !== undefined || (take !== null && hasTypes(state, line)));
  if (typed.length === 0) return null;
  return (
    <ul class="line__types">
      {lines.map((line, at) => (
        <li key={line.id}>
          <span>{text('guestNumber', { number: at + 1 })}</span>
          {take === null ? (
            <Named as="small" text={line.ticketTypeName ?? line.priceName} />
          ) : (
            <TypeChoice
              state={state}
              line={line}
              label={text('ticketTypeOfGuest', { number: at + 1, name })}
              take={take}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
