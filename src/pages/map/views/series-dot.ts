/**
 * A dot in the colour that a price has on the map. Its colours are in shared/base.css, for the light and the dark
 * theme.
 */
import { type ComponentChild, h } from 'preact';

const colours = 10;

/** `place`: from 0; negative: no colour. */
export function seriesDot(place: number): ComponentChild {
  return h('span', { class: `dot ${place < 0 ? '' : `dot--${place % colours}`}`, 'aria-hidden': 'true' });
}
