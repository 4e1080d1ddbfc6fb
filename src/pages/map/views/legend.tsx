/**
 * The prices with their colours, as buttons that show only the seats of a price; the signs of the map; its zoom
 * buttons.
 */
import type { ComponentChild } from 'preact';
import { PlainButton } from '../../shared/components/button.tsx';
import { Named } from '../../shared/components/words.tsx';
import { numberText } from '../words.ts';
import type { Actions, ViewProperties } from './actions.ts';
import { SeriesDot } from './series-dot.tsx';

export function Legend({ state: { offer, filter }, actions }: ViewProperties): ComponentChild {
  if (offer === null) return null;
  return (
    <ul class="legend" aria-label="Prices. Press one to show only its seats">
      {offer.prices.map(({ id, name }, place) => {
        const places = offer.areas.reduce((sum, area) => sum + (area.priceId === id ? area.places : 0), 0);
        const left = (offer.left[place] ?? 0) + places;
        return (
          <li key={id}>
            <PlainButton
              class={`chip${left === 0 ? ' chip--empty' : ''}`}
              aria-pressed={filter.has(id)}
              onPress={() => actions.filter(id)}
            >
              <SeriesDot place={place} />
              <Named text={name} />
              <small>
                {left === 0 ? 'sold out' : numberText(left)}
                {left > 0 && <span class="visually-hidden"> left</span>}
              </small>
            </PlainButton>
          </li>
        );
      })}
    </ul>
  );
}

const zoomStep = 1.7;

const signs: readonly (readonly [look: string, meaning: string])[] = [
  ['free', 'Available, in the colour of its price'],
  ['mine', 'In your order'],
  ['taken', 'Taken'],
  ['accessible', 'Accessible'],
];

export function SignKey(): ComponentChild {
  return (
    <details class="key">
      <summary>Signs</summary>
      <ul>
        {signs.map(([look, meaning]) => (
          <li key={look}>
            <span class={`sign sign--${look}`} aria-hidden="true" />
            {meaning}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function ZoomButtons({ zoomBy, showAll }: Pick<Actions, 'zoomBy' | 'showAll'>): ComponentChild {
  const buttons = [
    ['Zoom in', '+', () => zoomBy(zoomStep)],
    ['Zoom out', '−', () => zoomBy(1 / zoomStep)],
    ['Show the whole map', '⤢', showAll],
  ] as const;
  return buttons.map(([label, sign, press]) => (
    <PlainButton key={label} class="zoom__button" aria-label={label} title={label} onPress={press}>
      {sign}
    </PlainButton>
  ));
}
