/**
 * Prices for all seats and areas that are in pricing zones now: the zones become lines of seats and areas, and the
 * event decides them like any others. Errors in the lines of a zone are reported for the zone.
 */
import type { Engine } from '#actors/engine.ts';
import { type PriceAssignments, seatAssignmentsOf } from '#codec/bodies/price-assignments.ts';
import { fieldError, fieldErrorsMax } from '#codec/check.ts';
import { type ExpandedLines, expandZones, type ZoneContents } from '#domain/pricing/zone-assignments.ts';
import type { FieldError } from '#domain/refusal.ts';
import type { Answer } from '#domain/reply.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { validationFailed } from '../pipeline/problem.ts';
import type { RouteResult } from '../pipeline/route.ts';

/** The contents of the zones of a schema; unknown zones are left out. */
export type ReadZones = (schemaId: number, zoneIds: readonly number[]) => Promise<ReadonlyMap<number, ZoneContents>>;

export interface PriceChange {
  readonly kind: 'assign-prices' | 'unassign-prices';
  readonly event: { readonly eventNumber: number; readonly schemaId: number };
  readonly body: PriceAssignments;
}

/** Asks the event to change the prices of the lines and of everything in the zones; `true` on success. */
export async function changePrices(engine: Engine, readZones: ReadZones, change: PriceChange): Promise<RouteResult> {
  const { kind, event, body } = change;
  const lines = { seats: seatAssignmentsOf(body), groupOfSeats: body.groupOfSeats };
  const { pricingZones } = body;
  const done = (answer: Answer) => presentAnswer(answer, 'done', (): RouteResult => ({ status: 200, body: true }));
  if (pricingZones.length === 0) return done(await engine.ask(event.eventNumber, { kind, ...lines }));
  const contents = await readZones(event.schemaId, [...new Set(pricingZones.map(({ objectId }) => objectId))]);
  return presentAnswer(await engine.ask(event.eventNumber, { kind: 'read-prices' }), 'prices', async ({ prices }) => {
    const priceIds = new Set(prices.map(({ id }) => id));
    const errors = unknownIds(pricingZones, new Set(contents.keys()), priceIds);
    if (errors.length > 0) return { problem: validationFailed(errors) };
    const expanded = expandZones(lines, pricingZones, contents);
    const { seats, groupOfSeats } = expanded;
    return done(namedByZone(await engine.ask(event.eventNumber, { kind, seats, groupOfSeats }), expanded));
  });
}

function unknownIds(
  pricingZones: PriceAssignments['pricingZones'],
  zoneIds: ReadonlySet<number>,
  priceIds: ReadonlySet<number>,
): readonly FieldError[] {
  const errors = pricingZones.flatMap(({ objectId, assignmentId }, index) => {
    const field = `pricingZones[${index}]`;
    const noZone = "must be a pricing zone of the event's schema";
    return [
      ...(zoneIds.has(objectId) ? [] : [fieldError(`${field}.objectId`, 'UNKNOWN_VALUE', noZone, objectId)]),
      ...(priceIds.has(assignmentId)
        ? []
        : [fieldError(`${field}.assignmentId`, 'UNKNOWN_VALUE', 'must be a price of the event', assignmentId)]),
    ];
  });
  return errors.slice(0, fieldErrorsMax);
}

const lineField = /^(seats|groupOfSeats)\[(\d+)\]\.(.+)$/;

/** Renames field errors of lines that were made from a zone to the position of that zone in the body. */
function namedByZone(answer: Answer, { zoneOf }: ExpandedLines): Answer {
  if (answer.ok || answer.refusal.errors === undefined) return answer;
  const errors = answer.refusal.errors.map((error) => {
    const [, list, position, member] = lineField.exec(error.field) ?? [];
    if (list === undefined) return error;
    const zone = zoneOf(list as 'seats' | 'groupOfSeats', Number(position));
    return zone === undefined ? error : { ...error, field: `pricingZones[${zone}].${member}` };
  });
  return { ...answer, refusal: { ...answer.refusal, errors } };
}
