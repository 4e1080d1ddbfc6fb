/**
 * The private booking calls (contract: Booking operations): the organization's own box office competes with the
 * sessions for the same seats. Each call answers a Boolean; false means that nothing was changed.
 */
import { z } from 'zod';
import { bookingAnswer, bookingDoneExample } from '#codec/answers/booking.ts';
import { type BookingBody, bookingBody, bookingExample } from '#codec/bodies/state-selection.ts';
import { fieldError } from '#codec/check.ts';
import { uuid } from '#codec/fields.ts';
import { firstVersion } from '#domain/cluster-version.ts';
import type { BookingCommand, InvalidBody } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { needsOfTypes } from '#domain/tickets/needs-types.ts';
import type { Role } from '#storage/catalog/roles.ts';
import type { EventAccess } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { withEvent } from '../pipeline/event-lookup.ts';
import { requestKeyOf } from '../pipeline/idempotency-key.ts';
import { type ErrorCode, validationFailed } from '../pipeline/problem.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { tracedBy } from '../pipeline/trace-context.ts';
import { unknownEvent } from '../refusals.ts';

export interface BookingDeps extends EventAccess {
  /** Transfers the bytes to a thread: the caller cannot use them afterwards. */
  readonly parseBooking: (bytes: Uint8Array) => Promise<BookingBody | InvalidBody>;
}

const bookingBodyBytesMax = 4 * 1024 * 1024;

interface Operation {
  readonly path: string;
  /** In addition to those of every operation. */
  readonly errors: readonly ErrorCode[];
  readonly kind: BookingCommand['kind'];
  readonly operationId: string;
  /** The least role of people. */
  readonly role: Role;
  readonly summary: string;
  readonly description: string;
}

/** The refusals of the calls that take what is available. */
const acquiring = [
  'SESSION_HELD',
  'ORPHAN_SEATS',
  'NO_SUITABLE_SEATS',
  'CAP_TICKET_TYPE',
  'READ_ONLY',
  'UNIT_INCOMPLETE',
] as const;

const operations: readonly Operation[] = [
  {
    path: 'lock',
    kind: 'lock-seats',
    errors: acquiring,
    operationId: 'lockSeats',
    role: 'BOX_OFFICE',
    summary: 'Lock seats and GA places',
    description:
      'Locks expire after the organization’s lock time unless their hold type says otherwise. With `bestAvailable` the ' +
      'event chooses the seats.',
  },
  {
    path: 'unlock',
    kind: 'unlock-seats',
    errors: ['UNIT_INCOMPLETE'],
    operationId: 'unlockSeats',
    role: 'BOX_OFFICE',
    summary: 'Unlock seats and GA places',
    description:
      'Unlocking seats that are already available is safe. The answer is false when a seat is sold or held by a session.',
  },
  {
    path: 'directsale',
    kind: 'sell-seats',
    errors: acquiring,
    operationId: 'sellSeatsDirectly',
    role: 'BOX_OFFICE',
    summary: 'Sell seats and GA places directly',
    description:
      'From ACTIVE directly to SOLD. `holdType` is recorded. With `bestAvailable` the event chooses the seats. `ticketTypes` as in `lock`.',
  },
  {
    path: 'sale',
    kind: 'sell-locks',
    errors: ['SALES_CONTROL_DISABLED', 'SESSION_HELD', 'ORPHAN_SEATS', 'UNIT_INCOMPLETE'],
    operationId: 'sellLockedSeats',
    role: 'BOX_OFFICE',
    summary: 'Sell locked seats and GA places',
    description:
      'From LOCKED to SOLD, for seats and places that this interface locked. Places of an area are sold by their locks’ ' +
      'deadlines, earliest first. Needs sales control. `holdType` is recorded.',
  },
  {
    path: 'revertsale',
    kind: 'revert-sales',
    errors: ['SALES_CONTROL_DISABLED', 'UNIT_INCOMPLETE'],
    operationId: 'revertSales',
    role: 'MANAGER',
    summary: 'Revert sales',
    description:
      'From SOLD to ACTIVE, for any buyer. A confirmed session keeps its cart as a record, but no longer owns the ' +
      'reverted lines. Places of an area that were sold by this interface come first, then those of the sessions that bought there last. ' +
      'Needs sales control.',
  },
  {
    path: 'block',
    kind: 'block-seats',
    errors: ['READ_ONLY', 'UNIT_INCOMPLETE'],
    operationId: 'blockSeats',
    role: 'MANAGER',
    summary: 'Withhold seats and GA places from sale',
    description: 'From ACTIVE to BLOCKED, until unblocked; false for any other state.',
  },
  {
    path: 'unblock',
    kind: 'unblock-seats',
    errors: ['UNIT_INCOMPLETE'],
    operationId: 'unblockSeats',
    role: 'MANAGER',
    summary: 'Put withheld seats and GA places on sale again',
    description: 'From BLOCKED to ACTIVE, whichever call blocked them; false for any other state.',
  },
];

/** The calls that take `bestAvailable`; ignoring it in the others would answer true for nothing. */
const choosing: readonly BookingCommand['kind'][] = ['lock-seats', 'sell-seats'];

const onlyWhenTaking = 'can only be used in lock and directsale';
const notChoosing = validationFailed([fieldError('bestAvailable', 'NULL', onlyWhenTaking)]);
const notTyped = validationFailed([fieldError('ticketTypes', 'NULL', `ticket types ${onlyWhenTaking}`)]);

function presentBooked(answer: Answer): RouteResult {
  return presentAnswer(answer, 'booked', ({ done, seats }) => ({
    status: 200,
    body: seats === undefined ? done : { done, seats },
  }));
}

export function booking(deps: BookingDeps): readonly Route[] {
  return operations.map((operation) => book(deps, operation));
}

function book(deps: BookingDeps, { path, operationId, role, kind, errors, summary, description }: Operation): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/private/v2.0/booking/${path}`,
    operationId,
    access: may(role, 'query.eventId'),
    summary,
    description: `${description} All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.`,
    tag: 'Booking',
    caller: 'organization',
    query: z.object({ eventId: uuid }),
    body: bookingBody,
    parseLarge: deps.parseBooking,
    bodyLimitBytes: bookingBodyBytesMax,
    idempotency: 'event',
    requestExample: bookingExample,
    responses: { 200: { description: 'Whether it was done.', schema: bookingAnswer, example: bookingDoneExample } },
    errors: ['ENTITY_NOT_FOUND', 'EVENT_NOT_PUBLISHED', 'EVENT_ARCHIVED', ...errors],
    handle: (request) =>
      withEvent(deps.events, request.query.eventId, (event) => {
        const { body, organizationId } = request;
        if (event === null || event.organizationId !== organizationId) return unknownEvent;
        const { selection, text } = body;
        if (selection.best !== undefined && !choosing.includes(kind)) return { problem: notChoosing };
        if (needsOfTypes(selection) > firstVersion && !choosing.includes(kind)) return { problem: notTyped };
        const key = requestKeyOf(request.header('idempotency-key'), kind, () => text ?? JSON.stringify(selection));
        return deps.engine
          .ask(event.eventNumber, { kind, selection, key, ...tracedBy(request), ...askedBy(request) })
          .then(presentBooked);
      }),
  });
}
