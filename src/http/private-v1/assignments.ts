/**
 * Price assignments of the legacy interface (contract: v1 PriceAssignment, Legacy v1): prices are amounts, places are
 * named by composite key, and each line succeeds or fails alone. Large bodies are parsed in a thread.
 */

import { z } from 'zod';
import { presentFailed } from '#codec/answers/booking.ts';
import { type AmountLines, amounts, amountsExample } from '#codec/bodies/amounts.ts';
import { legacySelections, legacySelectionsExample, type SelectionLines } from '#codec/bodies/legacy-selections.ts';
import { booleanText, uuid } from '#codec/fields.ts';
import type { InvalidBody } from '#domain/command.ts';
import { textAt } from '#domain/layout/layout.ts';
import type { LineAssignmentCommand } from '#domain/pricing/pricing-command.ts';
import { withProperties } from '#domain/properties.ts';
import type { EventAccess } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { askedBy } from '../pipeline/asked-by.ts';
import { keyed } from '../pipeline/idempotency-key.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { tracedBy } from '../pipeline/trace-context.ts';
import { findLegacyEvent, legacyPrefix, legacyResult } from './legacy.ts';
import {
  failedAnswer,
  failedPositions,
  type KeyDeps,
  type ResolvedLines,
  resolveLines,
  resolveSelections,
} from './selections.ts';

export interface LegacyAssignmentDeps extends KeyDeps, EventAccess {
  /** Fresh ids in ascending order for the event. */
  readonly allocatePriceIds: (eventNumber: number, count: number) => Promise<readonly number[]>;
  /** Both transfer the bytes to a thread: the caller cannot use them afterwards. */
  readonly parseAmounts: (bytes: Uint8Array) => Promise<AmountLines | InvalidBody>;
  readonly parseSelections: (bytes: Uint8Array) => Promise<SelectionLines | InvalidBody>;
}

const path = `${legacyPrefix}/assignments/`;
const shared = { tag: 'Legacy v1', caller: 'legacy' } as const;
const bodyBytesMax = 64 * 1024 * 1024;
const eventQuery = { id: uuid.meta({ description: 'The event.' }) };

const failedAssignment = z
  .object({
    capacity: z.int().nullable(),
    compositeKey: z.string(),
    price: z.number(),
    properties: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'FailedLegacyPriceAssignment' });

export function legacyAssignments(deps: LegacyAssignmentDeps): readonly Route[] {
  return [assign(deps), clean(deps), clear(deps)];
}

function assign(deps: LegacyAssignmentDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path,
    operationId: 'assignLegacyPrices',
    access: may('MANAGER', 'query.id'),
    summary: 'Assign amounts to seats and areas, each line by itself',
    description:
      'The price of an amount is the one whose name is its canonical decimal ("5.5"); it is created when there is none. Lines that ' +
      'fail are returned: unknown keys, areas without a capacity or with more than they have, other prices for seats and areas that are held or ' +
      'sold. With `clean` everything is removed first, as with /assignments/clean.',
    query: z.object({ ...eventQuery, clean: booleanText.default(false) }),
    body: amounts,
    rawBody: true,
    bodyLimitBytes: bodyBytesMax,
    requestExample: amountsExample,
    responses: {
      200: { description: 'The lines that failed.', schema: z.array(failedAssignment), example: amountsExample },
    },
    errors: ['VALIDATION_FAILED'],
    handle: async (request) => {
      const { query, rawBody, organizationId } = request;
      const body = await deps.parseAmounts(rawBody);
      if ('invalid' in body) return { problem: { ...body, code: body.invalid } };
      const event = await findLegacyEvent(deps.events, organizationId, query.id);
      if ('problem' in event) return event;
      const lines = await resolveLines(
        await deps.seatKeys.get(event.schemaId),
        body.count,
        (position) => textAt(body.keys, position),
        (position) => capacityAt(body, position),
      );
      const ids = await deps.allocatePriceIds(event.eventNumber, body.names.length);
      const command = { ...assignCommand(body, lines, ids, query.clean), ...keyed(request), ...askedBy(request) };
      const answer = await deps.engine.ask(event.eventNumber, command);
      return legacyResult(
        presentAnswer(answer, 'assigned', ({ failed }) => ({
          status: 200,
          content: failedLines(body, failedPositions(lines, failed)),
        })),
      );
    },
  });
}

function capacityAt({ capacities }: AmountLines, position: number): number | null {
  const capacity = capacities[position] as number;
  return capacity === -1 ? null : capacity;
}

function assignCommand(
  { prices, names, properties }: AmountLines,
  lines: ResolvedLines,
  ids: readonly number[],
  isClean: boolean,
): LineAssignmentCommand {
  const { seats, seatLines, areas, areaLines } = lines;
  // Both lists ascend: the properties of a line that names no seat are left out.
  const described: number[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const [position, text] of properties) {
    while (at < seatLines.length && (seatLines[at] as number) < position) at++;
    if (seatLines[at] !== position) continue;
    described.push(at);
    texts.push(text);
  }
  return {
    kind: 'assign-amounts',
    isClean,
    prices: names.map((name, place) => ({ id: ids[place] as number, name })),
    seats: {
      ids: new Float64Array(seats),
      priceAt: Int32Array.from(seatLines, (position) => prices[position] as number),
      prices: Float64Array.from(names.keys()),
      described: Int32Array.from(described),
      texts,
    },
    groupOfSeats: areas.map((area, place) => ({ ...area, price: prices[areaLines[place] as number] as number })),
  };
}

function failedLines(body: AmountLines, positions: readonly number[]): string {
  const described = new Map(body.properties);
  const lines = positions.map((position) => {
    const line = {
      capacity: capacityAt(body, position),
      compositeKey: textAt(body.keys, position),
      price: body.amounts[body.prices[position] as number],
    };
    return withProperties(line, described.get(position) ?? 'null');
  });
  return `[${lines.join(',')}]`;
}

function clean({ engine, events }: LegacyAssignmentDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path: `${path}clean`,
    operationId: 'cleanLegacyAssignments',
    access: may('MANAGER', 'query.id'),
    summary: 'Remove all assignments, locks, holds and sales',
    description:
      'Afterwards every seat and place is available and has no price. Booking sessions keep their carts, but the lines that they ' +
      'held are lost: their checkout and confirm are refused with SEAT_CONFLICT. The prices themselves stay.',
    query: z.object(eventQuery),
    responses: { 200: { description: 'Done.', schema: z.boolean(), example: true } },
    errors: ['VALIDATION_FAILED'],
    handle: async (request) => {
      const { query, organizationId } = request;
      const event = await findLegacyEvent(events, organizationId, query.id);
      if ('problem' in event) return event;
      const answer = await engine.ask(event.eventNumber, {
        kind: 'clean-assignments',
        ...keyed(request),
        ...askedBy(request),
        ...tracedBy(request),
      });
      return legacyResult(presentAnswer(answer, 'done', () => ({ status: 200, body: true })));
    },
  });
}

function clear({ engine, events, seatKeys, parseSelections }: LegacyAssignmentDeps): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    path,
    operationId: 'unassignLegacyPrices',
    access: may('MANAGER', 'query.id'),
    summary: 'Remove prices from seats and areas, each line by itself',
    description: 'Lines that fail are returned: unknown keys, and seats and areas that are held or sold.',
    query: z.object(eventQuery),
    body: legacySelections,
    parseLarge: parseSelections,
    bodyLimitBytes: bodyBytesMax,
    requestExample: legacySelectionsExample,
    responses: failedAnswer,
    errors: ['VALIDATION_FAILED'],
    handle: async (request) => {
      const { query, body, organizationId } = request;
      const event = await findLegacyEvent(events, organizationId, query.id);
      if ('problem' in event) return event;
      const lines = await resolveSelections(await seatKeys.get(event.schemaId), body, false);
      const answer = await engine.ask(event.eventNumber, {
        kind: 'clear-prices',
        seats: lines.seats,
        groupOfSeats: lines.areas.map(({ id }) => id),
        ...keyed(request),
        ...askedBy(request),
      });
      return legacyResult(
        presentAnswer(answer, 'assigned', ({ failed }) => ({
          status: 200,
          body: presentFailed(body, failedPositions(lines, failed)),
        })),
      );
    },
  });
}
