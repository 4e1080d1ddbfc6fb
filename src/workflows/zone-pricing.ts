/**
 * Changes the prices of seats, of areas and of everything that is in pricing zones now: the zones become lines of seats
 * and areas, and the event decides them like any others, in one command. Errors in the lines of a zone are reported for
 * the zone. Nothing is stored before that command, so a crash leaves nothing behind.
 */
import type { Engine } from '#actors/engine.ts';
import type { PriceAssignments } from '#codec/bodies/price-assignments.ts';
import { fieldError } from '#codec/check.ts';
import type { MayHaveAuthor, MayHaveKey } from '#domain/call-context.ts';
import { fieldErrorsMax } from '#domain/limits.ts';
import { type ExpandedLines, expandZones, type ZoneContents } from '#domain/pricing/zone-assignments.ts';
import type { FieldError } from '#domain/refusal.ts';
import type { Answer } from '#domain/reply.ts';

/** The contents of the zones of a schema; unknown zones are left out. */
export type ReadZones = (schemaId: number, zoneIds: readonly number[]) => Promise<ReadonlyMap<number, ZoneContents>>;

export interface PriceChange extends MayHaveKey, MayHaveAuthor {
  readonly kind: 'assign-prices' | 'unassign-prices';
  readonly event: { readonly eventNumber: number; readonly schemaId: number };
  readonly body: PriceAssignments;
}

/** `invalid`: the lines name zones or prices that do not exist. */
export type PriceChangeOutcome =
  | { readonly outcome: 'answered'; readonly answer: Answer }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

export async function changePrices(
  engine: Engine,
  readZones: ReadZones,
  { kind, event, body, ...asked }: PriceChange,
): Promise<PriceChangeOutcome> {
  const { pricingZones, ...lines } = body;
  if (pricingZones.length === 0) return answered(await engine.ask(event.eventNumber, { kind, ...lines, ...asked }));
  const contents = await readZones(event.schemaId, [...new Set(pricingZones.map(({ objectId }) => objectId))]);
  const known = await engine.ask(event.eventNumber, { kind: 'read-prices' });
  if (!known.ok) return answered(known);
  if (known.reply.kind !== 'prices') throw new Error(`expected prices, got ${known.reply.kind}`);
  const priceIds = new Set(known.reply.prices.map(({ id }) => id));
  const errors = unknownIds(pricingZones, new Set(contents.keys()), priceIds);
  if (errors.length > 0) return { outcome: 'invalid', errors };
  const expanded = expandZones(lines, pricingZones, contents);
  const { seats, groupOfSeats } = expanded;
  return answered(namedByZone(await engine.ask(event.eventNumber, { kind, seats, groupOfSeats, ...asked }), expanded));
}

function answered(answer: Answer): PriceChangeOutcome {
  return { outcome: 'answered', answer };
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
