/** A price of an event as both private interfaces show it (contract: Price, v1 Price). */
import { z } from 'zod';
import { type CapturedTerms, doubtfulAmount, namesAnotherAmount, type Price } from '#domain/pricing/price.ts';
import type { PriceTerms } from '#domain/pricing/ticket-type.ts';
import { decimalAmount } from '../../client/money.ts';
import { longId } from '../fields.ts';

const fields = z.object({ id: longId, name: z.string(), eventId: z.uuid(), externalId: z.string().nullable() });

/** A line of a cart, a cart or a price has both or none. */
export const moneyMembers = {
  amount: z.int().optional().meta({ description: 'In minor units of the currency. Absent: there is none.' }),
  currency: z.string().optional().meta({ description: 'ISO 4217. Absent: there is no amount.' }),
};

/** What a line captures beside its price's id and name. Without an amount it has none of these. */
export const lineTerms = z.object({
  amount: z.int().optional().meta({ description: 'Of one seat or place, in minor units. Absent: the price has none.' }),
  currency: moneyMembers.currency,
  ticketType: z.string().optional().meta({ description: 'Absent: the price itself.' }),
  ticketTypeName: z.string().optional(),
  unoccupied: z
    .literal(true)
    .optional()
    .meta({ description: 'A seat of a unit on which nobody sits: it is held and costs nothing.' }),
});

export function presentLineTerms(captured: CapturedTerms): z.output<typeof lineTerms> {
  const { amount, currency, ticketType, unoccupied } = captured;
  if (unoccupied !== undefined) {
    const { unoccupied: _, ...money } = captured;
    return { ...presentLineTerms(money), unoccupied };
  }
  if (amount === undefined || currency === undefined) return {};
  if (ticketType === undefined) return { amount, currency };
  return { amount, currency, ticketType: ticketType.id, ticketTypeName: ticketType.name };
}

export const shownTicketType = z.object({
  id: z.string(),
  name: z.string(),
  amount: z.int(),
  maxPerSession: z.int().optional(),
  eventMax: z.int().optional(),
  requiresPass: z.literal(true).optional(),
});

const termsFields = { ...moneyMembers, ticketTypes: z.array(shownTicketType).optional() };

const fieldsAndTerms = fields.extend(termsFields);

/** The members of a price beside its name; a price without them has none of them. */
export const termsShape = z.object(termsFields);

export const price = fieldsAndTerms.meta({ id: 'Price' });
/** As defining and renaming answer it. */
export const writtenPrice = fieldsAndTerms
  .extend({
    warnings: z.array(z.string()).optional().meta({
      description:
        'Present when the amount that was read from the name is probably not the one that was meant, or not that of the price.',
    }),
  })
  .meta({ id: 'WrittenPrice' });
/** The same fields under the name that the legacy interface has in the OpenAPI document. */
export const legacyPrice = fields.meta({ id: 'LegacyPrice' });

/** As the legacy interface shows it: without what that interface cannot change. */
export function presentLegacyPrice(
  { id, name, externalId }: Pick<Price, 'id' | 'name' | 'externalId'>,
  eventId: string,
): z.output<typeof fields> {
  return { id, name, eventId, externalId };
}

export function presentPrice(
  shown: Pick<Price, 'id' | 'name' | 'externalId' | 'terms'>,
  eventId: string,
): z.output<typeof fieldsAndTerms> {
  return { ...presentLegacyPrice(shown, eventId), ...presentTerms(shown.terms) };
}

export function presentTerms(terms: PriceTerms | undefined): z.output<typeof termsShape> {
  if (terms === undefined) return {};
  const { amount, currency, ticketTypes } = terms;
  return { amount, currency, ...(ticketTypes === undefined ? {} : { ticketTypes: [...ticketTypes] }) };
}

export function presentWrittenPrice(
  written: Pick<Price, 'id' | 'name' | 'externalId' | 'terms'>,
  eventId: string,
): z.output<typeof writtenPrice> {
  const shown = presentPrice(written, eventId);
  const warnings = [...warningsOf(written)];
  return warnings.length === 0 ? shown : { ...shown, warnings };
}

function* warningsOf({ name, terms }: Pick<Price, 'name' | 'terms'>): Generator<string, undefined> {
  const read = doubtfulAmount(name);
  if (read !== null) {
    yield `The amount of this price is read as ${read}. Begin its name with digits, and with a point before the cents: 1234.50.`;
  }
  if (terms === undefined) return;
  const amount = decimalAmount(terms.amount, terms.currency);
  if (namesAnotherAmount(name, amount, terms.currency)) {
    yield `The name of this price says another amount than the price has: ${amount} ${terms.currency}.`;
  }
}

export const priceExample: z.output<typeof fields> = {
  id: 501,
  name: '45.00 EUR',
  eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  externalId: null,
};
