/**
 * The legacy booking calls (contract: Legacy v1): lock, sale and unlock of places named by composite key. Each line
 * succeeds or fails alone; the answer lists the lines that failed.
 */

import { z } from 'zod';
import { presentFailed } from '#codec/answers/booking.ts';
import {
  legacySelections,
  legacySelectionsExample,
  type SelectionLines,
  textOf,
} from '#codec/bodies/legacy-selections.ts';
import { uuid } from '#codec/fields.ts';
import type { BookingCommand, InvalidBody } from '#domain/command.ts';
import type { EventAccess } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { requestKeyOf } from '../pipeline/idempotency-key.ts';
import type { ErrorCode } from '../pipeline/problem.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { tracedBy } from '../pipeline/trace-context.ts';
import { findLegacyEvent, legacyPrefix, legacyResult } from './legacy.ts';
import { failedAnswer, failedPositions, type KeyDeps, keyedText, resolveSelections } from './selections.ts';

export interface LegacyBookingDeps extends KeyDeps, EventAccess {
  /** Transfers the bytes to a thread: the caller cannot use them afterwards. */
  readonly parseBooking: (bytes: Uint8Array) => Promise<SelectionLines | InvalidBody>;
}

const bodyBytesMax = 4 * 1024 * 1024;

interface Operation {
  readonly path: 'lock' | 'sale' | 'unlock';
  readonly kind: BookingCommand['kind'];
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly errors: readonly ErrorCode[];
}

const operations: readonly Operation[] = [
  {
    path: 'lock',
    kind: 'lock-seats',
    operationId: 'lockLegacyPlaces',
    summary: 'Lock places, each line by itself',
    description: 'Locks expire after the organization’s lock time. Seats that would leave a single seat alone fail.',
    errors: ['READ_ONLY'],
  },
  {
    path: 'sale',
    kind: 'sell-locks',
    operationId: 'sellLegacyPlaces',
    summary: 'Sell locked places, each line by itself',
    description: 'For places that this interface or the private v2 calls locked. Needs sales control.',
    errors: ['SALES_CONTROL_DISABLED'],
  },
  {
    path: 'unlock',
    kind: 'unlock-seats',
    operationId: 'unlockLegacyPlaces',
    summary: 'Unlock places, each line by itself',
    description: 'Unlocking places that are already available is safe.',
    errors: [],
  },
];

export function legacyBooking(deps: LegacyBookingDeps): readonly Route[] {
  return operations.map((operation) => book(deps, operation));
}

function book(deps: LegacyBookingDeps, { path, operationId, kind, summary, description, errors }: Operation): Route {
  return defineRoute({
    method: 'POST',
    path: `${legacyPrefix}/booking/${path}`,
    operationId,
    access: may('BOX_OFFICE', 'query.id'),
    summary,
    description:
      `${description} Lines that fail are returned, including those that a booking session holds; the others are done. A ` +
      'key that is named twice counts once; for an area the first line that succeeds counts. With an Idempotency-Key the same request gets ' +
      'the same answer for 24 hours; without one the outcome of a lost answer stays unknown.',
    tag: 'Legacy v1',
    caller: 'legacy',
    query: z.object({ id: uuid.meta({ description: 'The event.' }) }),
    body: legacySelections,
    parseLarge: deps.parseBooking,
    bodyLimitBytes: bodyBytesMax,
    idempotency: 'event',
    requestExample: legacySelectionsExample,
    responses: failedAnswer,
    errors: ['VALIDATION_FAILED', 'EVENT_NOT_PUBLISHED', 'EVENT_ARCHIVED', ...errors],
    handle: async (request) => {
      const { query, organizationId, body: sent } = request;
      const event = await findLegacyEvent(deps.events, organizationId, query.id);
      if ('problem' in event) return event;
      const lines = await resolveSelections(await deps.seatKeys.get(event.schemaId), sent);
      const command: BookingCommand = {
        kind,
        mode: 'each',
        selection: { seats: lines.seats, groupOfSeats: lines.areas, holdType: null, label: null },
        // The resolved keys are part of the request's hash: the recorded answer names lines by position.
        key: requestKeyOf(request.header('idempotency-key'), `${kind} each`, () => keyedText(textOf(sent), lines)),
        ...tracedBy(request),
        ...askedBy(request),
      };
      const answer = await deps.engine.ask(event.eventNumber, command);
      return legacyResult(
        presentAnswer(answer, 'booked', ({ failed }) => {
          if (failed === undefined) throw new Error('the answer does not say which lines failed');
          return { status: 200, body: presentFailed(sent, failedPositions(lines, failed)) };
        }),
      );
    },
  });
}
