/** The form for the best available seats: how many, at which price, accessible ones, together or not. */
import { Component, type ComponentChild, h } from 'preact';
import { cartSize, type ShopState } from '../shop.ts';
import type { Actions } from './actions.ts';

interface Properties {
  readonly state: ShopState;
  readonly actions: Actions;
}

interface Wanted {
  readonly count: number;
  /** A price's id; 0: any. */
  readonly priceId: number;
  readonly isAccessible: boolean;
  readonly isTogether: boolean;
}

export class BestForm extends Component<Properties, Wanted> {
  override state: Wanted = { count: 2, priceId: 0, isAccessible: false, isTogether: true };

  override render(): ComponentChild | null {
    const { state: shop } = this.props;
    const room = shop.maxSeats - cartSize(shop);
    if (room <= 0 || shop.plan?.seatCount === 0) return null;
    return h('form', { class: 'card best', 'aria-labelledby': 'best-title', onSubmit: this.#submit }, [
      h('h3', { id: 'best-title' }, 'Best available seats'),
      h('div', { class: 'best__fields' }, [this.#counts(room), this.#prices()]),
      h('div', { class: 'best__checks' }, [
        this.#check('isTogether', 'Side by side'),
        this.#check('isAccessible', 'Accessible'),
      ]),
      h(
        'button',
        { class: 'button', type: 'submit', 'aria-disabled': shop.isBusy ? 'true' : 'false' },
        'Find the best seats',
      ),
    ]);
  }

  #counts(room: number): ComponentChild {
    const numbers = Array.from({ length: room }, (_, at) => at + 1);
    return h('label', { class: 'field' }, [
      h('span', null, 'Seats'),
      h(
        'select',
        {
          value: String(Math.min(this.state.count, room)),
          onChange: (event: Event) => this.setState({ count: chosen(event) }),
        },
        numbers.map((count) => h('option', { key: count, value: String(count) }, String(count))),
      ),
    ]);
  }

  #prices(): ComponentChild {
    const { offer } = this.props.state;
    const prices = (offer?.prices ?? []).filter((_, place) => (offer?.left[place] ?? 0) > 0);
    return h('label', { class: 'field field--wide' }, [
      h('span', null, 'Price'),
      h(
        'select',
        { value: String(this.state.priceId), onChange: (event: Event) => this.setState({ priceId: chosen(event) }) },
        [
          h('option', { key: 0, value: '0' }, 'Any price'),
          ...prices.map(({ id, name }) => h('option', { key: id, value: String(id) }, name)),
        ],
      ),
    ]);
  }

  #check(name: 'isTogether' | 'isAccessible', label: string): ComponentChild {
    const onChange = (event: Event) =>
      this.setState({ [name]: (event.target as HTMLInputElement).checked } as Pick<Wanted, typeof name>);
    return h('label', { class: 'check' }, [
      h('input', { type: 'checkbox', checked: this.state[name], onChange }),
      label,
    ]);
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    const { state: shop, actions } = this.props;
    if (shop.isBusy) return;
    const { priceId, isAccessible, isTogether } = this.state;
    const count = Math.min(this.state.count, shop.maxSeats - cartSize(shop));
    const prices = priceId === 0 ? {} : { priceIds: [priceId] };
    const accessible = isAccessible ? { accessible: count } : {};
    actions.take({ bestAvailable: { count, together: isTogether, ...prices, ...accessible } });
  };
}

function chosen(event: Event): number {
  return Number((event.target as HTMLSelectElement).value);
}
