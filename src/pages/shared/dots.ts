/** A dot in the colour of a series, as the map has it. Its colours are in base.css, for the light and for the dark. */
import { type ComponentChild, h } from 'preact';

const colours = 10;

/** `place`: from 0; negative: no colour. */
export function seriesDot(place: number): ComponentChild {
  return h('span', { class: `dot ${place < 0 ? '' : `dot--${place % colours}`}`, 'aria-hidden': 'true' });
}
