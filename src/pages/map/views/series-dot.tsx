/** A dot in the colour that a price has on the map. */
import type { ComponentChild } from 'preact';
import { seriesVariable } from '../../shared/theme.ts';

/** `place`: of the price, from 0; negative: no colour. */
export function SeriesDot({ place }: { readonly place: number }): ComponentChild {
  return (
    <span class="dot" style={place < 0 ? {} : { background: `var(${seriesVariable(place)})` }} aria-hidden="true" />
  );
}
