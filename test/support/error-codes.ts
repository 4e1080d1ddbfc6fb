/** The error codes of the contract and those that the service adds, with their statuses and extra members. */

/** The contract's table of error codes, word for word. */
export const contractCodes: Record<string, number> = {
  VALIDATION_FAILED: 400,
  NOT_ENABLED: 403,
  ENTITY_NOT_FOUND: 404,
  SEAT_CONFLICT: 409,
  SESSION_HELD: 409,
  SESSION_FROZEN: 409,
  SESSION_DEAD: 409,
  SESSION_NOT_CHECKED_OUT: 409,
  START_OVER_REQUIRED: 409,
  EMPTY_CART: 422,
  CAP_SEATS: 429,
  REFERENCE_TAKEN: 409,
  BOOKING_CLOSED: 409,
  SESSION_NOT_CONFIRMED: 409,
  PROPERTIES_TOO_LARGE: 400,
  SERIES_NOT_BOOKABLE: 409,
  EVENT_BOUND_TO_SERIES: 409,
  INVALID_SERIES_TEMPLATE: 400,
};

/** Codes beyond the contract's table; all are in the OpenAPI document. */
export const extensions: Record<string, number> = {
  MALFORMED_REQUEST: 400,
  UNAUTHENTICATED: 401,
  ACCESS_DENIED: 403,
  PASS_REQUIRED: 403,
  PASS_INVALID: 403,
  SALES_CONTROL_DISABLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  DATA_INTEGRITY_VIOLATION: 409,
  NO_SUITABLE_SEATS: 409,
  EVENT_ARCHIVED: 410,
  CURSOR_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  EXPECTATION_FAILED: 417,
  ORPHAN_SEATS: 422,
  EVENT_NOT_PUBLISHED: 422,
  RATE_LIMITED: 429,
  IDEMPOTENCY_KEY_REUSED: 422,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
};

/** Extra members by code; all other errors carry none. */
export const extraMembers: Record<string, readonly string[]> = {
  VALIDATION_FAILED: ['errors'],
  PROPERTIES_TOO_LARGE: ['errors'],
  SEAT_CONFLICT: ['conflicts'],
  SESSION_HELD: ['conflicts'],
  NO_SUITABLE_SEATS: ['largestTogether'],
  ORPHAN_SEATS: ['conflicts', 'orphanSeats'],
  SESSION_FROZEN: ['state'],
  SESSION_DEAD: ['state'],
  SESSION_NOT_CHECKED_OUT: ['state'],
  SESSION_NOT_CONFIRMED: ['state'],
  START_OVER_REQUIRED: ['state'],
  CAP_SEATS: ['maxSeats'],
  REFERENCE_TAKEN: ['sessionId'],
};
