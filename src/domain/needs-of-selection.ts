/** The cluster version that a selection needs: the release before would not see what is new in it. */
import { firstVersion } from './cluster-version.ts';
import type { BestWish, Selection } from './selection.ts';
import { needsOfTypes } from './tickets/needs-types.ts';

export function needsOfSelection(
  selection: Pick<Selection, 'ticketTypes' | 'groupOfSeats'> & Pick<Selection, 'need'> & { readonly best?: BestWish },
): number {
  return Math.max(
    needsOfTypes(selection),
    selection.best?.allotmentId === undefined && selection.need === undefined ? firstVersion : 2,
  );
}
