/** The cluster version that a selection needs: the release before has no ticket types, and would take the price itself. */
import { firstVersion } from '../cluster-version.ts';
import type { Selection } from '../selection.ts';

export function needsOfTypes({ ticketTypes, groupOfSeats }: Pick<Selection, 'ticketTypes' | 'groupOfSeats'>): number {
  const hasTypes = ticketTypes !== undefined || groupOfSeats.some(({ ticketType = null }) => ticketType !== null);
  return hasTypes ? 2 : firstVersion;
}
