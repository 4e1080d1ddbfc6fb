/**
 * The seats of the map as a list: sections, the rows of one section, and the seats of one row, so that the list stays
 * short for any hall. For people who cannot or do not want to use the map.
 */
import { Component, type ComponentChild, h } from 'preact';
import { cartSize, type ShopState, seatsHeld } from '../shop.ts';
import { seatLines } from '../target-words.ts';
import { counted, rowLabel } from '../words.ts';
import type { Actions } from './actions.ts';
import { areaChoices } from './areas.ts';

interface Properties {
  readonly state: ShopState;
  readonly actions: Actions;
}

interface Open {
  readonly sector: number;
  readonly row: number;
}

export class SeatList extends Component<Properties, Open> {
  override state: Open = { sector: -1, row: -1 };

  override render(): ComponentChild | null {
    const { state: shop, actions } = this.props;
    const { plan } = shop;
    if (plan === null) return null;
    const seated = plan.sectors.map((_, sector) => sector).filter((sector) => plan.sectors[sector]?.isArea === false);
    return h('div', { class: 'list' }, [
      h('h2', { id: 'list-title', tabIndex: -1 }, 'All seats'),
      h(
        'ul',
        { class: 'list__sections' },
        seated.map((sector) => this.#section(sector)),
      ),
      areaChoices(shop, actions),
    ]);
  }

  #section(sector: number): ComponentChild {
    const { plan } = this.props.state;
    const { name = '', rows = [] } = plan?.sectors[sector] ?? {};
    const isOpen = this.state.sector === sector;
    const free = rows.reduce((sum, row) => sum + this.#freeIn(row), 0);
    return h('li', { key: sector }, [
      h('h3', null, [this.#opener(isOpen, name, free, () => this.setState({ sector: isOpen ? -1 : sector, row: -1 }))]),
      isOpen
        ? h(
            'ul',
            { class: 'list__rows' },
            rows.map((row) => this.#row(row)),
          )
        : null,
    ]);
  }

  #row(row: number): ComponentChild {
    const { noun = 'Row', label = '', seats = [] } = this.props.state.plan?.rows[row] ?? {};
    const isOpen = this.state.row === row;
    const name = rowLabel({ noun, label });
    return h('li', { key: row }, [
      h('h4', null, [this.#opener(isOpen, name, this.#freeIn(row), () => this.setState({ row: isOpen ? -1 : row }))]),
      isOpen
        ? h(
            'ul',
            { class: 'list__seats' },
            seats.map((seat) => this.#seat(seat)),
          )
        : null,
    ]);
  }

  #opener(isOpen: boolean, name: string, free: number, onClick: () => void): ComponentChild {
    const left = free === 0 ? 'sold out' : `${counted(free, 'seat')} left`;
    return h('button', { class: 'list__opener', type: 'button', 'aria-expanded': isOpen ? 'true' : 'false', onClick }, [
      h('span', { dir: 'auto' }, name),
      h('small', null, left),
    ]);
  }

  #seat(seat: number): ComponentChild {
    const { state: shop, actions } = this.props;
    const isMine = seatsHeld(shop).includes(seat);
    const isFree = shop.offer?.bookable[seat] === 1;
    const isFull = cartSize(shop) >= shop.maxSeats;
    const noun = shop.plan?.rows[shop.plan.rowOf[seat] ?? -1]?.seatNoun ?? 'Seat';
    const details = [...(shop.plan?.accessible[seat] === 1 ? ['Accessible'] : []), ...seatLines(shop, seat)];
    const isOff = shop.stage !== 'choosing' || shop.pending.has(seat) || !(isMine || (isFree && !isFull));
    return h('li', { key: seat }, [
      h(
        'button',
        {
          class: `list__seat${isMine ? ' list__seat--mine' : ''}`,
          type: 'button',
          // Not `disabled`: a person who has just pressed it must keep the focus.
          'aria-disabled': isOff ? 'true' : 'false',
          'aria-pressed': isMine ? 'true' : 'false',
          // The second press of a double click would give back the seat that the first one took.
          onClick: ({ detail }: { readonly detail: number }) =>
            isOff || detail > 1 ? undefined : actions.toggle(seat),
        },
        [
          h('strong', { dir: 'auto' }, `${noun} ${shop.plan?.names[seat] ?? ''}`),
          h('small', { dir: 'auto' }, details.join(' · ')),
        ],
      ),
    ]);
  }

  #freeIn(row: number): number {
    const { plan, offer } = this.props.state;
    return (plan?.rows[row]?.seats ?? []).reduce((sum, seat) => sum + (offer?.bookable[seat] ?? 0), 0);
  }
}
