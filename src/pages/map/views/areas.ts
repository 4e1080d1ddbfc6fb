/** The general-admission areas, each with the number of places that the buyer wants. */
import { type ComponentChild, h } from 'preact';
import type { OfferedArea } from '../offer.ts';
import { cartSize, placesHeld, type ShopState } from '../shop.ts';
import { numberText } from '../words.ts';
import type { Actions } from './actions.ts';
import { named } from './name.ts';
import { seriesDot } from './series-dot.ts';

export function areaChoices(state: ShopState, actions: Actions): ComponentChild | null {
  const areas = state.offer?.areas ?? [];
  if (areas.length === 0) return null;
  return h('section', { class: 'card', 'aria-labelledby': 'areas-title' }, [
    h('h3', { id: 'areas-title' }, 'Standing and free seating'),
    h(
      'ul',
      { class: 'areas' },
      areas.map((area) => areaChoice(state, area, actions)),
    ),
  ]);
}

/** The id of the button that adds a place. It gets the focus when the area is pressed on the map. */
export function areaButtonId(areaId: number): string {
  return `area-${areaId}-more`;
}

function areaChoice(state: ShopState, { id, sector, priceId, places }: OfferedArea, actions: Actions): ComponentChild {
  const name = state.plan?.sectors[sector]?.name ?? '';
  const held = placesHeld(state, id);
  const place = state.offer?.prices.findIndex((price) => price.id === priceId) ?? -1;
  const price = state.offer?.prices[place]?.name ?? '';
  const left = places === 0 ? 'Sold out' : `${numberText(places)} left`;
  const isFull = cartSize(state) >= state.maxSeats;
  return h('li', { key: id, class: 'area' }, [
    seriesDot(place),
    h('span', { class: 'line__name' }, [
      named('strong', name),
      h('small', { class: 'pair' }, [named('span', price), h('span', null, left)]),
    ]),
    h('span', { class: 'stepper' }, [
      step('−', `One place less in ${name}`, held === 0, () => actions.changePlaces(id, -1)),
      h('span', { class: 'stepper__count', 'aria-label': `${held} places in ${name}`, role: 'status' }, String(held)),
      step(
        '+',
        `One place more in ${name}`,
        places === 0 || isFull,
        () => actions.changePlaces(id, 1),
        areaButtonId(id),
      ),
    ]),
  ]);
}

/** `aria-disabled`, not `disabled`, when it has no effect: a person who has just pressed it must keep the focus. */
function step(sign: string, label: string, isOff: boolean, change: () => void, id?: string): ComponentChild {
  const onClick = () => (isOff ? undefined : change());
  const off = isOff ? { 'aria-disabled': 'true' as const } : {};
  const attributes = { class: 'stepper__button', type: 'button' as const, 'aria-label': label, ...off, onClick };
  return h('button', id === undefined ? attributes : { ...attributes, id }, sign);
}
