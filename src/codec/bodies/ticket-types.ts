/** The ticket types of a selection: for named seats, as a map by seat id, and for places of areas, beside the capacity. */
import { z } from 'zod';
import { fieldErrorsMax } from '#domain/limits.ts';
import type { SeatTypes } from '#domain/pricing/ticket-type.ts';
import { constraint } from '../constraint.ts';
import { shownAs } from '../fields.ts';
import { ticketTypeId } from './price-terms.ts';

/** Of an area line. */
export const areaTicketType = ticketTypeId
  .nullish()
  .meta({ description: 'A ticket type of the area’s price; null or absent: the price itself.' });

/** A body that names ticket types for some of its seats. */
export const seatTicketTypes = z
  .record(z.string(), ticketTypeId.nullable())
  .nullish()
  .meta({
    ...shownAs({ type: 'object', additionalProperties: { type: ['string', 'null'] } }),
    description:
      'Ticket types by seat id, for seats that are named in `seats`. Without one a new seat has the price itself, and a seat that ' +
      'is held already keeps what it has; null: the price itself.',
  });

export type SentTypes = Readonly<Record<string, string | null>> | null | undefined;

/** The member of the selection; none when no type was sent. */
export function typesOf(sent: SentTypes): { readonly ticketTypes?: SeatTypes } {
  if (sent === undefined || sent === null) return {};
  const ticketTypes = Object.entries(sent).map(([seat, type]) => [Number(seat), type] as const);
  return ticketTypes.length === 0 ? {} : { ticketTypes };
}

/** A check: every seat with a type is one of the seats that `seatsOf` finds in the body. */
export function typesOfNamedSeats<Body extends { readonly ticketTypes?: SentTypes }>(
  seatsOf: (body: Body) => Iterable<number>,
) {
  return ({ value, issues }: z.core.ParsePayload<Body>): void => {
    const sent = value.ticketTypes;
    if (sent === undefined || sent === null) return;
    const seats = new Set(Array.from(seatsOf(value), String));
    let wrong = 0;
    for (const seat of Object.keys(sent)) {
      if (seats.has(seat)) continue;
      const params = constraint('UNKNOWN_VALUE');
      const message = 'must be the id of one of the seats';
      issues.push({ code: 'custom', message, path: ['ticketTypes', seat], params, input: seat });
      if (++wrong === fieldErrorsMax) return;
    }
  };
}

interface AreaLines {
  readonly groupOfSeats: readonly { readonly id: number; readonly ticketType?: string | null | undefined }[];
}

/** A check: a capacity is the wanted total of its line, and two totals for one line contradict each other. */
export function noLineTwice({ value, issues }: z.core.ParsePayload<AreaLines>): void {
  const seen = new Set<string>();
  for (const [at, { id, ticketType }] of value.groupOfSeats.entries()) {
    const path = ['groupOfSeats', at, 'id'];
    const params = constraint('DUPLICATE');
    const line = `${id} ${ticketType ?? ''}`;
    const message = 'must not name an area twice';
    if (seen.has(line)) issues.push({ code: 'custom', message, path, params, input: id });
    seen.add(line);
  }
}
