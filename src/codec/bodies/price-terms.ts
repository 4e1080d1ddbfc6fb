/** The amount, the currency and the ticket types of a price, as callers send them: their schemas and bounds. */
import { z } from 'zod';
import { amountMax, ticketTypesPerPriceMax } from '#domain/limits.ts';
import type { TermsChange, TicketType } from '#domain/pricing/ticket-type.ts';
import { decimalsOf } from '../../client/money.ts';
import { constraint } from '../constraint.ts';
import { text } from '../fields.ts';

const amount = z
  .int()
  .min(0)
  .max(amountMax)
  .meta({ description: 'In minor units of the currency: 4550 EUR is 45.50, 500 JPY is 500.', examples: [4550] });

const currency = z
  .string()
  .refine((code) => decimalsOf(code) !== undefined, {
    message: 'must be a currency code of ISO 4217, such as EUR',
    params: constraint('UNKNOWN_VALUE'),
  })
  .meta({ description: 'ISO 4217.', examples: ['EUR'] });

export const ticketTypeId = text(1, 64)
  .regex(/^[A-Za-z0-9._-]+$/, 'must consist of letters, digits, ".", "_" and "-"')
  .meta({ examples: ['child'] });

const ticketType = z
  .object({
    id: ticketTypeId.meta({ description: 'Your own name for it, unique within the price. Lines are counted by it.' }),
    name: text(1, 255),
    amount,
    maxPerSession: z.int().min(1).max(1_000_000).nullish().meta({ description: 'How many one session may hold.' }),
    eventMax: z.int().min(0).max(10_000_000).nullish().meta({ description: 'How many may be held and sold.' }),
    requiresPass: z.boolean().nullish().meta({ description: 'Only for sessions that were opened with a pass.' }),
  })
  .transform(
    ({ id, name, amount: each, maxPerSession, eventMax, requiresPass }): TicketType => ({
      ...{ id, name, amount: each },
      ...(typeof maxPerSession === 'number' ? { maxPerSession } : {}),
      ...(typeof eventMax === 'number' ? { eventMax } : {}),
      ...(requiresPass === true ? { requiresPass } : {}),
    }),
  )
  .meta({ id: 'TicketType' });

const ticketTypes = z.array(ticketType).max(ticketTypesPerPriceMax).check(noTypeTwice);

/** Members of a price's body. Each is optional; when a price is changed, null takes it away. */
export const termsMembers = {
  amount: amount.nullish(),
  currency: currency.nullish(),
  ticketTypes: ticketTypes.nullish().meta({ description: 'Need `amount` and `currency`.' }),
};

interface SentTerms {
  readonly amount?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly ticketTypes?: readonly TicketType[] | null | undefined;
}

/** The members that were sent, without absent ones. */
export function sentTerms({ amount, currency, ticketTypes }: SentTerms): TermsChange {
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(currency === undefined ? {} : { currency }),
    ...(ticketTypes === undefined ? {} : { ticketTypes }),
  };
}

function noTypeTwice({ value, issues }: z.core.ParsePayload<readonly TicketType[]>): void {
  for (const member of ['id', 'name'] as const) {
    const seen = new Set<string>();
    for (const [at, type] of value.entries()) {
      const input = type[member];
      const params = constraint('DUPLICATE');
      const message = `must not be the ${member} of two ticket types`;
      if (seen.has(input)) issues.push({ code: 'custom', message, path: [at, member], params, input });
      seen.add(input);
    }
  }
}
