/**
 * Every code with which a rule refuses a command: its HTTP status, its meaning, and an example of the members that its
 * refusals have. The status is part of the definition, so that a new code has one place. Faults of the system have their
 * codes in `actors/fault.ts`, and HTTP has its own in `src/http/pipeline/problem.ts`.
 */

export interface CodeDefinition {
  readonly status: number;
  /** When the code is answered; shown in the OpenAPI document. */
  readonly meaning: string;
  /** Members that refusals with this code have beside `detail`; shown in the OpenAPI document. */
  readonly example?: object;
}

export const refusalCodes = {
  VALIDATION_FAILED: {
    status: 400,
    meaning: 'The request fails validation; `errors` lists the fields.',
    example: {
      errors: [{ field: 'seats[3].id', message: 'must not be null', rejectedValue: null, code: 'NOT_NULL' }],
    },
  },
  MALFORMED_REQUEST: {
    status: 400,
    meaning: 'The body is no valid JSON or has another Content-Type, or the URL or the request itself is malformed.',
  },
  PROPERTIES_TOO_LARGE: { status: 400, meaning: '`properties` exceeds 16 KB serialised.' },
  NOT_ENABLED: { status: 403, meaning: 'Public sessions are not enabled for the organization.' },
  PASS_REQUIRED: {
    status: 403,
    meaning:
      'The event admits only with a `pass`: with one of the organization, or with an admitted ticket of its queue. Or the ' +
      'ticket type is only for sessions that were opened with a pass of the organization.',
  },
  PASS_EXPIRED: { status: 403, meaning: 'The `pass` has expired, or the ticket was not used in time.' },
  NO_QUEUE: { status: 409, meaning: 'The event has no queue now: create a session without a ticket.' },
  QUEUE_FULL: { status: 409, meaning: 'The queue has had as many tickets as the service keeps for one event.' },
  PASS_INVALID: { status: 403, meaning: 'The `pass` is not valid for this event.' },
  SALES_CONTROL_DISABLED: { status: 403, meaning: 'The organization has switched sales control off.' },
  ENTITY_NOT_FOUND: { status: 404, meaning: 'There is no such object, or it belongs to another organization.' },
  SEAT_CONFLICT: {
    status: 409,
    meaning: 'A seat or area cannot be acquired or can no longer be sold; nothing was changed. `conflicts` lists them.',
    example: { conflicts: { seats: [1042], groupOfSeats: [] } },
  },
  NOT_ON_SALE: {
    status: 409,
    meaning:
      'Seats of the selection are in an allotment that opens later; nothing was changed. `conflicts` lists them, `opensAt` is ' +
      'when all of them are open for the session.',
    example: { conflicts: { seats: [1042], groupOfSeats: [] }, opensAt: '2026-11-02T09:00:00Z' },
  },
  NO_SUITABLE_SEATS: {
    status: 409,
    meaning:
      'No seats that fit `bestAvailable` are left; nothing was changed. `largestTogether` is the largest number that could be ' +
      'had in one row.',
    example: { largestTogether: 1 },
  },
  PASS_USED: {
    status: 409,
    meaning: 'The `pass` has opened a session already. Only the same Idempotency-Key returns that session again.',
  },
  PASSES_EXHAUSTED: {
    status: 409,
    meaning: 'The event has recorded four million spent passes, the most it can; it admits no more passes.',
  },
  SESSION_HELD: {
    status: 409,
    meaning: 'A live session holds a seat; `conflicts.seats` names the seats.',
    example: { conflicts: { seats: [1042], groupOfSeats: [] } },
  },
  SESSION_FROZEN: {
    status: 409,
    meaning: 'The session is frozen for payment; carries `state`.',
    example: { state: 'PENDING_PAYMENT' },
  },
  SESSION_DEAD: {
    status: 409,
    meaning: 'The session has ended or its hold has expired; carries `state`.',
    example: { state: 'EXPIRED' },
  },
  SESSION_NOT_CHECKED_OUT: {
    status: 409,
    meaning: 'Only a checked-out session can be confirmed; carries `state`.',
    example: { state: 'ACTIVE' },
  },
  SESSION_NOT_CONFIRMED: { status: 409, meaning: 'Release and properties need a confirmed session.' },
  START_OVER_REQUIRED: {
    status: 409,
    meaning: 'Cancelling a frozen session needs `startOver: true`; carries `state`.',
    example: { state: 'PENDING_PAYMENT' },
  },
  REFERENCE_TAKEN: {
    status: 409,
    meaning: 'Another confirmed session of the event holds the reference; `sessionId` names it when known.',
    example: { sessionId: '0000002a-51f0-8c3d-9b1e-6f2a77c0d914' },
  },
  DATA_INTEGRITY_VIOLATION: {
    status: 409,
    meaning: 'The request contradicts stored data, for example a name that is already used.',
  },
  EVENT_ARCHIVED: {
    status: 410,
    meaning: 'The event has the status ARCHIVED, or it is over and its data is in an archive of the operator.',
  },
  EMPTY_CART: { status: 422, meaning: 'The session holds nothing, so it cannot be checked out.' },
  MIXED_CURRENCIES: { status: 422, meaning: 'The lines of the cart would have amounts in two currencies.' },
  ORPHAN_SEATS: {
    status: 422,
    meaning:
      'Single seats would be left alone: `conflicts.seats` lists the refused seats, `orphanSeats` those left alone.',
    example: { conflicts: { seats: [1042], groupOfSeats: [] }, orphanSeats: [1043] },
  },
  ACCESSIBLE_RESERVED: {
    status: 422,
    meaning:
      'The wheelchair places among `conflicts` are kept for buyers who declare the need: a lock with `accessible` takes them. ' +
      'All seats of `conflicts` are free.',
    example: { conflicts: { seats: [1042], groupOfSeats: [] } },
  },
  UNIT_INCOMPLETE: {
    status: 422,
    meaning:
      'A table, box or booth is taken and given back as a whole: `units` names those of which some seats are missing, `rest` the ' +
      'missing seats; nothing was changed.',
    example: { units: [4], rest: [1043, 1044] },
  },
  EVENT_NOT_PUBLISHED: { status: 422, meaning: 'The event is a draft.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'The Idempotency-Key was used for another request: another body, path or method.',
  },
  BOOKING_CLOSED: { status: 409, meaning: 'The event is one of a series and has started.' },
  CAP_SEATS: { status: 429, meaning: 'The session would exceed `maxSeats`.', example: { maxSeats: 10 } },
  CAP_TICKET_TYPE: {
    status: 429,
    meaning:
      'There would be more tickets of a type than the session or the event may have; nothing was changed. `priceId` and ' +
      '`ticketType` name it, `left` is how many more this call could take.',
    example: { priceId: 501, ticketType: 'child', left: 1 },
  },
  CAP_BUYER: {
    status: 429,
    meaning:
      'The buyer, as the pass names it, would have more than `maxSeats` seats and places of the event in all its sessions; ' +
      'nothing was changed. `left` is how many more the buyer could take.',
    example: { maxSeats: 8, left: 2 },
  },
  KEYS_EXHAUSTED: {
    status: 429,
    meaning:
      'The session has used 4,096 Idempotency-Keys, the most that can be recognized (32 while the sessions of its event have used ' +
      'four million); nothing was done. Go on without a key, or with a new session.',
  },
} as const satisfies Record<string, CodeDefinition>;

export type RefusalCode = keyof typeof refusalCodes;
