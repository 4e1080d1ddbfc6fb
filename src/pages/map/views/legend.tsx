/**
 * The prices with their colours, as buttons that show only the seats of a price; the signs of the map; its zoom
 * buttons.
 */
import type { ComponentChild } from 'preact';
import { PlainButton } from '../../shared/components/button.tsx';
import { Named } from '../../shared/components/words.tsx';
import { text } from '../texts.ts';
import { numberText } from '../words.ts';
import type { Actions, ViewProperties } from './actions.ts';
import { SeriesDot } from './series-dot.tsx';

export function Legend({ state: { offer, filter }, actions }: ViewProperties): ComponentChild {
  if (offer === null) return null;
  return (
    <ul class="legend" aria-label={text('pricesLabel')}>
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
              {left === 0 ? <small>{text('soldOutBeside')}</small> : <Left count={left} />}
            </PlainButton>
          </li>
        );
      })}
    </ul>
  );
}

/** A number for the eye, and for screen readers what it counts. */
function Left({ count }: { readonly count: number }): ComponentChild {
  return [
    <small key="number" aria-hidden="true">
      {numberText(count)}
    </small>,
    <span key="words" class="visually-hidden">
      {text('countLeft', { count })}
    </span>,
  ];
}

const zoomStep = 1.7;

const signs = [
  ['free', 'signFree'],
  ['mine', 'inYourOrder'],
  ['taken', 'taken'],
  ['accessible', 'accessible'],
] as const;

export function SignKey(): ComponentChild {
  return (
    <details class="key">
      <summary>{text('signs')}</summary>
      <ul>
        {signs.map(([look, meaning]) => (
          <li key={look}>
            <span class={`sign sign--${look}`} aria-hidden="true" />
            {text(meaning)}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function ZoomButtons({ zoomBy, showAll }: Pick<Actions, 'zoomBy' | 'showAll'>): ComponentChild {
  const buttons = [
    [text('zoomIn'), '+', () => zoomBy(zoomStep)],
    [text('zoomOut'), '−', () => zoomBy(1 / zoomStep)],
    [text('showWholeMap'), '⤢', showAll],
  ] as const;
  return buttons.map(([label, sign, press]) => (
    <PlainButton key={label} class="zoom__button" aria-label={label} title={label} onPress={press}>
      {sign}
    </PlainButton>
  ));
}
