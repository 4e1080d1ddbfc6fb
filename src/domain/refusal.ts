/**
 * A refusal: the answer when a rule rejects a command. It is plain data and a return value, never an exception; the
 * HTTP layer gives each code its status (`src/http/pipeline/problem.ts`).
 */
import type { SessionState } from './session/session.ts';

export type RefusalCode =
  | 'VALIDATION_FAILED'
  | 'MALFORMED_REQUEST'
  | 'PROPERTIES_TOO_LARGE'
  | 'NOT_ENABLED'
  | 'SALES_CONTROL_DISABLED'
  | 'ENTITY_NOT_FOUND'
  | 'DATA_INTEGRITY_VIOLATION'
  | 'SEAT_CONFLICT'
  | 'NO_SUITABLE_SEATS'
  | 'SESSION_HELD'
  | 'SESSION_FROZEN'
  | 'SESSION_DEAD'
  | 'SESSION_NOT_CHECKED_OUT'
  | 'SESSION_NOT_CONFIRMED'
  | 'START_OVER_REQUIRED'
  | 'REFERENCE_TAKEN'
  | 'EMPTY_CART'
  | 'ORPHAN_SEATS'
  | 'EVENT_NOT_PUBLISHED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'EVENT_ARCHIVED'
  | 'CAP_SEATS'
  | 'KEYS_EXHAUSTED'
  | 'BOOKING_CLOSED'
  | 'PASS_REQUIRED'
  | 'PASS_INVALID'
  | 'PASS_EXPIRED'
  | 'PASS_USED'
  | 'PASSES_EXHAUSTED'
  | 'NO_QUEUE'
  | 'QUEUE_FULL';

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
  readonly conflicts?: Conflicts;
  /** Ids of the single seats that would be left alone (ORPHAN_SEATS). */
  readonly orphanSeats?: readonly number[];
  /** The largest number of seats that could be had in one row (NO_SUITABLE_SEATS). */
  readonly largestTogether?: number;
  /** Ids of seats that could be had instead, by set (SEAT_CONFLICT, ORPHAN_SEATS). */
  readonly alternatives?: readonly (readonly number[])[];
  /** The confirmed session that holds the reference (REFERENCE_TAKEN). */
  readonly sessionId?: string;
  readonly errors?: readonly FieldError[];
}

/** Lines that failed when every line is decided on its own: positions in the command's lists. */
export interface FailedLines {
  readonly seats: readonly number[];
  readonly groupOfSeats: readonly number[];
}
