/** The commands of allotments. Plain data, like all commands. */
import type { AreaAmount } from '../selection.ts';
import type { AllotmentTerms } from './allotment.ts';

/** The organization's calls on allotments, and their steps, which the event's own timer asks for. */
export type AllotmentCommand =
  | { readonly kind: 'read-allotments' }
  | { readonly kind: 'read-allotment'; readonly id: string }
  | { readonly kind: 'read-allotment-places'; readonly id: string }
  /** `id`: made by the caller when the allotment is new. */
  | { readonly kind: 'define-allotment'; readonly id: string; readonly isNew: boolean; readonly terms: AllotmentTerms }
  | { readonly kind: 'remove-allotment'; readonly id: string }
  /** Seats by id, all seats of the sections and all with one of the prices, and places of areas, each area once. */
  | {
      readonly kind: 'fill-allotment';
      readonly id: string;
      readonly seats: readonly number[] | Float64Array;
      readonly sectionIds: readonly number[];
      readonly priceIds: readonly number[];
      readonly groupOfSeats: readonly AreaAmount[];
    }
  | { readonly kind: 'step-allotments' }
  /** Whose offer a session sees. */
  | { readonly kind: 'read-audience'; readonly sessionId: string };
