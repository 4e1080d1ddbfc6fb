/**
 * The prices with their colours, as buttons that show only the seats of a price; the signs of the map; its zoom
 * buttons.
 */
import { type ComponentChild, h } from 'preact';
import type { ShopState } from '../shop.ts';
import { numberText } from '../words.ts';
import type { Actions } from './actions.ts';
import { named } from './name.ts';
import { seriesDot } from './series-dot.ts';

export function legend({ offer, filter }: ShopState, actions: Actions): ComponentChild | null {
  if (offer === null) return null;
  const chips = offer.prices.map(({ id, name }, place) => {
    const places = offer.areas.reduce((sum, area) => sum + (area.priceId === id ? area.places : 0), 0);
    const left = (offer.left[place] ?? 0) + places;
    const isPressed = filter.has(id);
    return h('li', { key: id }, [
      h(
        'button',
        {
          class: `chip${left === 0 ? ' chip--empty' : ''}`,
          type: 'button',
          'aria-pressed': isPressed ? 'true' : 'false',
          onClick: () => actions.filter(id),
        },
        [
          seriesDot(place),
          named('span', name),
          left === 0
            ? h('small', null, 'sold out')
            : h('small', null, [numberText(left), h('span', { class: 'visually-hidden' }, ' left')]),
        ],
      ),
    ]);
  });
  return h('ul', { class: 'legend', 'aria-label': 'Prices. Press one to show only its seats' }, chips);
}

const zoomStep = 1.7;

const signs: readonly (readonly [string, string])[] = [
  ['sign--free', 'Available, in the colour of its price'],
  ['sign--mine', 'In your order'],
  ['sign--taken', 'Taken'],
  ['sign--accessible', 'Accessible'],
];

export function signKey(): ComponentChild {
  return h('details', { class: 'key' }, [
    h('summary', null, 'Signs'),
    h(
      'ul',
      null,
      signs.map(([name, text]) =>
        h('li', { key: name }, [h('span', { class: `sign ${name}`, 'aria-hidden': 'true' }), text]),
      ),
    ),
  ]);
}

export function zoomButtons({ zoomBy, showAll }: Actions): ComponentChild {
  const buttons = [
    ['Zoom in', '+', () => zoomBy(zoomStep)],
    ['Zoom out', '−', () => zoomBy(1 / zoomStep)],
    ['Show the whole map', '⤢', showAll],
  ] as const;
  return buttons.map(([label, sign, onClick]) =>
    h(
      'button',
      { key: label, class: 'zoom__button', type: 'button', 'aria-label': label, title: label, onClick },
      sign,
    ),
  );
}
