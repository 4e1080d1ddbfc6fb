/** The commands of prices and of what they are assigned to. */

import { assign, unassign } from '../pricing/decide-assignments.ts';
import { type AssignedReply, assignLines, cleanLines, clearLines } from '../pricing/decide-line-assignments.ts';
import {
  definePrices,
  deletePrice,
  type PricesPlan,
  type PricesReply,
  renamePrices,
} from '../pricing/decide-pricing.ts';
import type { LineAssignmentCommand, PricingCommand } from '../pricing/pricing-command.ts';
import { asPlanned, type CommandDefinitions, type RememberedReply } from './definition.ts';
import { answersDone, type DoneReply } from './done.ts';

type NamesPrices = Extract<PricingCommand, { kind: 'define-prices' | 'rename-prices' }>;
type JudgesLines = Extract<LineAssignmentCommand, { kind: 'assign-amounts' | 'clear-prices' }>;
type IsDone = Exclude<PricingCommand | LineAssignmentCommand, NamesPrices | JudgesLines>;

/** The release before has no amounts and no ticket types: it would leave them out. */
const needs = ({ prices }: NamesPrices): number =>
  prices.some(({ amount, currency, ticketTypes }) => (amount ?? currency ?? ticketTypes ?? null) !== null) ? 2 : 1;

const answersPrices = {
  reply(state, plan) {
    if ('prices' in plan) return plan;
    return { kind: 'prices', prices: plan.ids.flatMap((id) => state.prices.byId(id) ?? []) };
  },
  remembers: {
    keep: (plan: PricesPlan) => ({ prices: 'ids' in plan ? plan.ids : plan.prices.map(({ id }) => id) }),
    again: ({ prices }: Pick<PricesReply, 'prices'>) => ({ kind: 'prices', prices }),
  },
} satisfies Pick<CommandDefinitions<NamesPrices, PricesPlan, PricesReply>['define-prices'], 'reply' | 'remembers'>;

const naming: CommandDefinitions<NamesPrices, PricesPlan, PricesReply> = {
  // A second run would fail: the name is taken.
  'define-prices': { needs, isRetryable: () => false, decide: definePrices, ...answersPrices },
  'rename-prices': { needs, decide: renamePrices, ...answersPrices },
};

const rememberedLines: RememberedReply<AssignedReply> = {
  keep: ({ failed }) => ({ assigned: failed }),
  again: ({ assigned }: { readonly assigned: AssignedReply['failed'] }) => ({ kind: 'assigned', failed: assigned }),
};

const judging: CommandDefinitions<JudgesLines, AssignedReply, AssignedReply> = {
  'assign-amounts': {
    isRetryable: ({ isClean, groupOfSeats }) => !isClean && groupOfSeats.length === 0,
    decide: assignLines,
    reply: asPlanned,
    remembers: rememberedLines,
  },
  'clear-prices': { decide: clearLines, reply: asPlanned, remembers: rememberedLines },
};

const done: CommandDefinitions<IsDone, DoneReply, DoneReply> = {
  // A second run would fail: the price is unknown.
  'delete-price': { isRetryable: () => false, decide: deletePrice, ...answersDone },
  // A second run would offer places again that were booked since.
  'assign-prices': {
    isRetryable: ({ groupOfSeats }) => groupOfSeats.every(({ activeCount }) => activeCount === null),
    decide: assign,
    ...answersDone,
  },
  'unassign-prices': { decide: unassign, ...answersDone },
  // A second run would undo bookings made since the first.
  'clean-assignments': { isRetryable: () => false, decide: cleanLines, ...answersDone },
};

export const pricingCommands = { ...naming, ...judging, ...done };
