/**
 * A refusal: the answer when a rule rejects a command. It is plain data and a return value, never an exception; the
 * HTTP layer answers it with the status of its code.
 */
import type { RefusalCode } from './refusal-codes.ts';
import type { SessionState } from './session/session.ts';

/** Every constraint that a field can fail. The OpenAPI document lists them, so no other code may be answered. */
export const fieldCodes = [
  'NOT_NULL',
  'NULL',
  'TYPE',
  'SIZE',
  'MIN',
  'MAX',
  'PATTERN',
  'UNKNOWN_VALUE',
  'DUPLICATE',
  'INVALID',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** One field that failed validation. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly rejectedValue: unknown;
  readonly code: FieldCode;
}

/** Ids, not indices. */
export interface Conflicts {
  readonly seats: readonly number[];
  readonly groupOfSeats: readonly number[];
}

export interface Refusal {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly state?: SessionState;
  readonly maxSeats?: number;
  /** Actor time from which all of the selection can be had (NOT_ON_SALE). */
  readonly opensAt?: number;
  readonly conflicts?: Conflicts;
  /** Ids of the single seats that would be left alone (ORPHAN_SEATS). */
  readonly orphanSeats?: readonly number[];
  /** Ids of the units, and of their seats that the call would have to name as well (UNIT_INCOMPLETE). */
  readonly units?: readonly number[];
  readonly rest?: readonly number[];
  /** The largest number of seats that could be had in one row (NO_SUITABLE_SEATS). */
  readonly largestTogether?: number;
  /** Ids of seats that could be had instead, by set (SEAT_CONFLICT, ORPHAN_SEATS). */
  readonly alternatives?: readonly (readonly number[])[];
  /** The price and its ticket type of which too few are left, and how many are (CAP_TICKET_TYPE). */
  readonly priceId?: number;
  readonly ticketType?: string;
  readonly left?: number;
  /** The confirmed session that holds the reference (REFERENCE_TAKEN). */
  readonly sessionId?: string;
  readonly errors?: readonly FieldError[];
}

/** Lines that failed when every line is decided on its own: positions in the command's lists. */
export interface FailedLines {
  readonly seats: readonly number[];
  readonly groupOfSeats: readonly number[];
}
