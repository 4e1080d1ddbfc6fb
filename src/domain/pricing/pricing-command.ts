/** The commands of prices and of what they are assigned to. Plain data, like all commands. */
import type { MayBeTraced, MayHaveKey } from '../call-context.ts';
import type { AreaAmount, SeatIds } from '../selection.ts';
import type { NamedPrice } from './price-list.ts';
import type { SeatLines } from './seat-lines.ts';
import type { TermsChange } from './ticket-type.ts';

export interface AreaAssignment {
  readonly objectId: number;
  readonly assignmentId: number;
  /** Places to be available, or the capacity of an area that the layout gives none; null: the area's whole capacity. */
  readonly activeCount: number | null;
}

/** `price`: position in the command's list of prices. */
export interface AreaAmountPrice extends AreaAmount {
  readonly price: number;
}

/** Assignments in which every line succeeds or fails on its own. */
export type LineAssignmentCommand =
  /** Everything is available again, without price and properties; live sessions lose their lines. */
  (
    | { readonly kind: 'clean-assignments' }
    | {
        readonly kind: 'assign-amounts';
        /** Whether everything is cleaned first. */
        readonly isClean: boolean;
        /** Prices by name. The caller allocates the ids; they are used for names that are new. */
        readonly prices: readonly { readonly id: number; readonly name: string }[];
        /** Their prices are positions in the command's list. */
        readonly seats: SeatLines;
        /** `capacity`: places to be available. */
        readonly groupOfSeats: readonly AreaAmountPrice[];
      }
    | { readonly kind: 'clear-prices'; readonly seats: SeatIds; readonly groupOfSeats: readonly number[] }
  ) &
    MayHaveKey &
    MayBeTraced;

export type PricingCommand = (
  | {
      readonly kind: 'define-prices';
      /** Ids are allocated by the caller. */
      readonly prices: readonly (NamedPrice & TermsChange)[];
    }
  | {
      readonly kind: 'rename-prices';
      /** Without `externalId` a price keeps its own. */
      readonly prices: readonly (Omit<NamedPrice, 'externalId'> &
        Partial<Pick<NamedPrice, 'externalId'>> &
        TermsChange)[];
    }
  | { readonly kind: 'delete-price'; readonly priceId: number }
  | {
      readonly kind: 'assign-prices' | 'unassign-prices';
      readonly seats: SeatLines;
      readonly groupOfSeats: readonly AreaAssignment[];
    }
) &
  MayHaveKey;
