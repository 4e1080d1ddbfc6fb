/** A price of an event as both private interfaces show it (contract: Price, v1 Price). */
import { z } from 'zod';
import { doubtfulAmount, type Price } from '#domain/pricing/price.ts';
import { longId } from '../fields.ts';

const fields = z.object({ id: longId, name: z.string(), eventId: z.uuid(), externalId: z.string().nullable() });

export const price = fields.meta({ id: 'Price' });
/** As defining and renaming answer it. */
export const writtenPrice = fields
  .extend({
    warnings: z.array(z.string()).optional().meta({
      description: 'Present when the amount that was read from the name is probably not the one that was meant.',
    }),
  })
  .meta({ id: 'WrittenPrice' });
/** The same fields under the name that the legacy interface has in the OpenAPI document. */
export const legacyPrice = fields.meta({ id: 'LegacyPrice' });

export function presentPrice(
  { id, name, externalId }: Pick<Price, 'id' | 'name' | 'externalId'>,
  eventId: string,
): z.output<typeof fields> {
  return { id, name, eventId, externalId };
}

export function presentWrittenPrice(
  written: Pick<Price, 'id' | 'name' | 'externalId'>,
  eventId: string,
): z.output<typeof writtenPrice> {
  const shown = presentPrice(written, eventId);
  const amount = doubtfulAmount(written.name);
  if (amount === null) return shown;
  const warning = `The amount of this price is read as ${amount}. Begin its name with digits, and with a point before the cents: 1234.50.`;
  return { ...shown, warnings: [warning] };
}

export const priceExample: z.output<typeof fields> = {
  id: 501,
  name: '45.00 EUR',
  eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  externalId: null,
};
