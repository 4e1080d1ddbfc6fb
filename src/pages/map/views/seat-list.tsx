/**
 * The seats of the map as a list: sections, the units and the rows of one section, and the seats of one row, so that the
 * list stays short for any hall. A unit that is taken as a whole is one entry; its seats have none. For people who cannot or do not want to use the map.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { PlainButton } from '../../shared/components/button.tsx';
import { hasRoom, stateOfSeats } from '../cart-parts.ts';
import { seatsHeld } from '../shop.ts';
import { leftOf, seatLines, traitsOf } from '../target-words.ts';
import { text } from '../texts.ts';
import { unitLines } from '../unit-words.ts';
import { beside, rowLabel, seatLabel } from '../words.ts';
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
        {text('allSeats')}
      </h2>
      <ul class="list__sections">
        {plan.sectors.map(({ name, rows, isArea }, sector) => {
          if (isArea) return null;
          const isOpen = sector === openSector;
          return (
            <li key={sector}>
              <h3>
                <Opener
                  isOpen={isOpen}
                  name={name}
                  left={leftOf(
                    state,
                    rows.flatMap((row) => plan.rows[row]?.seats ?? []),
                  )}
                  onPress={() => openOther(sector)}
                />
              </h3>
              {isOpen && <SectorUnits {...view} sector={sector} />}
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

function SectorUnits({ state, actions, sector }: ViewProperties & { readonly sector: number }): ComponentChild {
  const units = state.units.list.filter(({ seats }) => state.plan?.sectorOf[seats[0] ?? -1] === sector);
  if (units.length === 0) return null;
  return (
    <ul class="list__seats list__units">
      {units.map((unit) => (
        <li key={unit.id}>
          <Entry {...unit} state={state} actions={actions} lines={unitLines(state, unit)} />
        </li>
      ))}
    </ul>
  );
}

function Rows({ rows, open, onOpen, ...view }: RowsProperties): ComponentChild {
  const { plan, units } = view.state;
  return (
    <ul class="list__rows">
      {rows.map((row) => {
        const { noun = '', label = '', seats: all = [] } = plan?.rows[row] ?? {};
        const seats = all.filter((seat) => units.of(seat) === undefined);
        if (seats.length === 0 && all.length > 0) return null;
        const isOpen = row === open;
        const name = rowLabel({ noun, label });
        return (
          <li key={row}>
            <h4>
              <Opener
                isOpen={isOpen}
                name={name}
                left={leftOf(view.state, seats)}
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
  /** Such as "3 seats"; '' for nothing. */
  readonly left: string;
  readonly onPress: () => void;
}

function Opener({ isOpen, name, left, onPress }: OpenerProperties): ComponentChild {
  return (
    <PlainButton class="list__opener" aria-expanded={isOpen} onPress={onPress}>
      <span dir="auto">{name}</span>
      <small>{left === '' ? text('soldOutBeside') : text('whatIsLeft', { places: left })}</small>
    </PlainButton>
  );
}

function Seat({ seat, state, actions }: ViewProperties & { readonly seat: number }): ComponentChild {
  const { plan } = state;
  const lines = [...traitsOf(plan, seat), ...seatLines(state, seat)];
  const name = plan === null ? '' : seatLabel(plan, seat);
  return <Entry state={state} actions={actions} seats={[seat]} size={1} name={name} lines={lines} />;
}

interface EntryProperties extends ViewProperties {
  /** One seat, or those of a unit, of which the map may not show all. */
  readonly seats: readonly number[];
  readonly size: number;
  readonly name: string;
  readonly lines: readonly string[];
}

function Entry({ state, actions, seats, size, name, lines }: EntryProperties): ComponentChild {
  const now = stateOfSeats(state, new Set(seatsHeld(state)), seats);
  const isMine = now === 'mine';
  const isOff = state.stage !== 'choosing' || !(isMine || (now === 'free' && hasRoom(state, size)));
  // The second press of a double click would give back the seat that the first one took.
  const press = ({ detail }: MouseEvent): void => {
    if (detail <= 1) actions.toggle(seats[0] ?? -1);
  };
  return (
    <PlainButton
      class={`list__seat${isMine ? ' list__seat--mine' : ''}`}
      aria-pressed={isMine}
      isOff={isOff}
      onPress={press}
    >
      <strong dir="auto">{name}</strong>
      <small dir="auto">{beside(lines)}</small>
    </PlainButton>
  );
}
