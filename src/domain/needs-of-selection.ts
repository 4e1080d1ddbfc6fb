/** The cluster version that a selection needs: the release before would not see what is new in it. */
import { firstVersion } from './cluster-version.ts';
import type { BestWish, Selection } from './selection.ts';
import { needsOfTypes } from './tickets/needs-types.ts';

type Needing = Pick<Selection, 'ticketTypes' | 'groupOfSeats' | 'need' | 'units' | 'guests'> & {
  readonly best?: BestWish;
};

export function needsOfSelection(selection: Needing): number {
  const { best, need, units, guests } = selection;
  const later = [best?.allotmentId, need, units, guests];
  return later.some((member) => member !== undefined) ? 2 : Math.max(firstVersion, needsOfTypes(selection));
}
