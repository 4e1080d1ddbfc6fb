/**
 * The seats of the map as a list: sections, the rows of one section, and the seats of one row, so that the list stays
 * short for any hall. For people who cannot or do not want to use the map.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { PlainButton } from '../../shared/components/button.tsx';
import { cartSize, type ShopState, seatsHeld } from '../shop.ts';
import { seatLines } from '../target-words.ts';
import { counted, rowLabel } from '../words.ts';
import type { ViewProperties } from './actions.ts';
import { Areas } from './areas.tsx';

export function SeatList(view: ViewProperties): ComponentChild {
  const { state } = view;
  const [openSector, setSector] = useState(-1);
  const [openRow, setRow] = useState(-1);
  const { plan } = state;
  if (plan === null) return null;
  const openOther = (sector: number): void => {
    setSector(sector === openSector ? -1 : sector);
    setRow(-1);
  };
  return (
    <div class="list">
      <h2 id="list-title" tabIndex={-1}>
        All seats
      </h2>
      <ul class="list__sections">
        {plan.sectors.map(({ name, rows, isArea }, sector) => {
          if (isArea) return null;
          const isOpen = sector === openSector;
          const free = rows.reduce((sum, row) => sum + freeIn(state, row), 0);
          return (
            <li key={sector}>
              <h3>
                <Opener isOpen={isOpen} name={name} free={free} onPress={() => openOther(sector)} />
              </h3>
              {isOpen && <Rows {...view} rows={rows} open={openRow} onOpen={setRow} />}
            </li>
          );
        })}
      </ul>
      <Areas {...view} />
    </div>
  );
}

interface RowsProperties extends ViewProperties {
  readonly rows: readonly number[];
  /** The row whose seats are shown; -1: none. */
  readonly open: number;
  readonly onOpen: (row: number) => void;
}

function Rows({ rows, open, onOpen, ...view }: RowsProperties): ComponentChild {
  return (
    <ul class="list__rows">
      {rows.map((row) => {
        const { noun = 'Row', label = '', seats = [] } = view.state.plan?.rows[row] ?? {};
        const isOpen = row === open;
        const name = rowLabel({ noun, label });
        return (
          <li key={row}>
            <h4>
              <Opener
                isOpen={isOpen}
                name={name}
                free={freeIn(view.state, row)}
                onPress={() => onOpen(isOpen ? -1 : row)}
              />
            </h4>
            {isOpen && (
              <ul class="list__seats">
                {seats.map((seat) => (
                  <li key={seat}>
                    <Seat seat={seat} {...view} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface OpenerProperties {
  readonly isOpen: boolean;
  readonly name: string;
  readonly free: number;
  readonly onPress: () => void;
}

function Opener({ isOpen, name, free, onPress }: OpenerProperties): ComponentChild {
  return (
    <PlainButton class="list__opener" aria-expanded={isOpen} onPress={onPress}>
      <span dir="auto">{name}</span>
      <small>{free === 0 ? 'sold out' : `${counted(free, 'seat')} left`}</small>
    </PlainButton>
  );
}

function Seat({ seat, state, actions }: ViewProperties & { readonly seat: number }): ComponentChild {
  const { plan, offer } = state;
  const isMine = seatsHeld(state).includes(seat);
  const isFull = cartSize(state) >= state.maxSeats;
  const isOff =
    state.stage !== 'choosing' || state.pending.has(seat) || !(isMine || (offer?.bookable[seat] === 1 && !isFull));
  const noun = plan?.rows[plan.rowOf[seat] ?? -1]?.seatNoun ?? 'Seat';
  const details = [...(plan?.traits.get(seat) ?? []), ...seatLines(state, seat)];
  // The second press of a double click would give back the seat that the first one took.
  const press = ({ detail }: MouseEvent): void => {
    if (detail <= 1) actions.toggle(seat);
  };
  return (
    <PlainButton
      class={`list__seat${isMine ? ' list__seat--mine' : ''}`}
      aria-pressed={isMine}
      isOff={isOff}
      onPress={press}
    >
      <strong dir="auto">{`${noun} ${plan?.names[seat] ?? ''}`}</strong>
      <small dir="auto">{details.join(' · ')}</small>
    </PlainButton>
  );
}

function freeIn({ plan, offer }: ShopState, row: number): number {
  return (plan?.rows[row]?.seats ?? []).reduce((sum, seat) => sum + (offer?.bookable[seat] ?? 0), 0);
}
