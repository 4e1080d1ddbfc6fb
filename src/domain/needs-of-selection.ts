/** The cluster version that a selection needs: the release before would not see what is new in it. */
import { firstVersion } from './cluster-version.ts';
import type { BestWish, Selection } from './selection.ts';
import { needsOfTypes } from './tickets/needs-types.ts';

export function needsOfSelection(
  selection: Pick<Selection, 'ticketTypes' | 'groupOfSeats'> &
    Pick<Selection, 'need' | 'units' | 'guests'> & { readonly best?: BestWish },
): number {
  return Math.max(needsOfTypes(selection), isOfFirst(selection) ? firstVersion : 2);
}

type LaterMembers = Pick<Selection, 'need' | 'units' | 'guests'> & { readonly best?: BestWish };

function isOfFirst({ best, need, units, guests }: LaterMembers): boolean {
  return [best?.allotmentId, need, units, guests].every((member) => member === undefined);
}
