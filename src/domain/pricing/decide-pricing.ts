/**
 * The rules of an event's prices: names are unique, an amount has a currency, and a price can be deleted while none of
 * its seats and areas is taken. Prices that carts have captured never change.
 */

import { type DoneReply, done } from '../commands/done.ts';
import { accept, type Decision, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { fieldErrorsMax, priceSlotsMax, pricesPerEventMax, ticketTypesPerEventMax } from '../limits.ts';
import type { FieldError } from '../refusal.ts';
import type { Price } from './price.ts';
import { areSameTerms, changedTerms } from './price-terms.ts';
import type { PricingCommand } from './pricing-command.ts';
import type { PriceTerms, TermsChange } from './ticket-type.ts';

/** By their ids, as they are after the facts; or as they were at a former time. */
export type PricesPlan = { readonly ids: readonly number[] } | PricesReply;

export interface PricesReply {
  readonly kind: 'prices';
  readonly prices: readonly Price[];
}

type Definition = Extract<PricingCommand, { kind: 'define-prices' }>;

export function definePrices(state: EventState, { prices }: Definition): Decision<PricesPlan> {
  const shown = { ids: prices.map(({ id }) => id) };
  if (prices.length === 0) return accept([], shown);
  const names = new Set<string>();
  for (const { name } of prices) {
    if (names.has(name) || state.prices.byName(name) !== undefined) return nameTaken(name);
    names.add(name);
  }
  const changes = termsAfter(state, prices);
  if ('ok' in changes) return changes;
  const refused = refuseTooMany(state, prices.length) ?? refuseTooManyTypes(state, changes);
  if (refused !== null) return refused;
  const terms = [...changes].flatMap(([price, own]) => (own === undefined ? [] : [{ price, ...own }]));
  const named = prices.map(({ id, name, externalId }) => ({ id, name, externalId }));
  return accept([{ type: 'prices-defined', prices: named, ...(terms.length > 0 ? { terms } : {}) }], shown);
}

/** By price: the terms that it has afterwards, of those that change. */
type ChangedTerms = ReadonlyMap<number, PriceTerms | undefined>;

function termsAfter(
  { prices }: EventState,
  changes: readonly (TermsChange & { readonly id: number })[],
): ChangedTerms | Refused {
  const changed = new Map<number, PriceTerms | undefined>();
  const errors: FieldError[] = [];
  for (const [position, change] of changes.entries()) {
    const before = prices.byId(change.id);
    const after = changedTerms(before?.terms, change, `[${position}]`);
    if ('error' in after) {
      if (errors.length < fieldErrorsMax) errors.push(after.error);
    } else if (!areSameTerms(before?.terms, after.terms)) changed.set(change.id, after.terms);
  }
  if (errors.length === 0) return changed;
  return refuse({ code: 'VALIDATION_FAILED', detail: 'An amount needs a currency, and both go together.', errors });
}

function refuseTooManyTypes({ prices }: EventState, changes: ChangedTerms): Refused | null {
  let count = prices.ticketTypeCount;
  for (const [id, terms] of changes) {
    count += (terms?.ticketTypes?.length ?? 0) - (prices.byId(id)?.terms?.ticketTypes?.length ?? 0);
  }
  if (count <= Math.max(ticketTypesPerEventMax, prices.ticketTypeCount)) return null;
  const detail = `The prices of an event have at most ${ticketTypesPerEventMax} ticket types together.`;
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
}

/** Refuses more prices than an event can have. */
export function refuseTooMany(state: EventState, added: number): Refused | null {
  if (state.prices.count + added > pricesPerEventMax) {
    return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail: `An event has at most ${pricesPerEventMax} prices.` });
  }
  if (state.prices.slotsUsed + added > priceSlotsMax) {
    const detail = `An event can have at most ${priceSlotsMax} prices over time, deleted ones included.`;
    return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
  }
  return null;
}

type Renaming = Extract<PricingCommand, { kind: 'rename-prices' }>;

/** Changes all or none; prices of the list may swap names. The reply has the prices in the order of the list. */
export function renamePrices(state: EventState, { prices: changes }: Renaming): Decision<PricesPlan> {
  const errors: FieldError[] = [];
  const ids = new Set<number>();
  const renamed = [];
  for (const [position, { id, name, externalId }] of changes.entries()) {
    const price = state.prices.byId(id);
    if (price === undefined) return unknownPrice();
    if (ids.has(id) && errors.length < fieldErrorsMax) {
      const message = 'must not be in the list twice';
      errors.push({ field: `[${position}].id`, message, rejectedValue: id, code: 'UNKNOWN_VALUE' });
    }
    ids.add(id);
    renamed.push({ id, name, externalId: externalId === undefined ? price.externalId : externalId });
  }
  if (errors.length > 0) return refuse({ code: 'VALIDATION_FAILED', detail: 'A price is in the list twice.', errors });
  const names = new Set(
    state.prices
      .list()
      .filter(({ id }) => !ids.has(id))
      .map(({ name }) => name),
  );
  for (const { name } of renamed) {
    if (names.has(name)) return nameTaken(name);
    names.add(name);
  }
  const newTerms = termsAfter(state, changes);
  if ('ok' in newTerms) return newTerms;
  const tooMany = refuseTooManyTypes(state, newTerms);
  if (tooMany !== null) return tooMany;
  const changed = renamed.filter(({ id, name, externalId }) => {
    const price = state.prices.byId(id);
    return newTerms.has(id) || price?.name !== name || price.externalId !== externalId;
  });
  if (changed.length === 0) return accept([], { ids: [...ids] });
  const terms = Array.from(newTerms, ([price, own]) => ({ price, ...(own ?? { none: true as const }) }));
  const fact = { type: 'prices-renamed', prices: changed, ...(terms.length > 0 ? { terms } : {}) } as const;
  return accept([fact], { ids: [...ids] });
}

type Deletion = Extract<PricingCommand, { kind: 'delete-price' }>;

export function deletePrice(state: EventState, { priceId }: Deletion): Decision<DoneReply> {
  const price = state.prices.byId(priceId);
  if (price === undefined) return unknownPrice();
  const seats: number[] = [];
  const { available, priceSlots } = state.seats;
  for (let seat = priceSlots.indexOf(price.slot); seat !== -1; seat = priceSlots.indexOf(price.slot, seat + 1)) {
    if (!available.has(seat)) seats.push(state.seatMap.idAt(seat));
  }
  const groupOfSeats = state.areas
    .filter(
      ({ priceSlot, held, locked, blocked, sold }) => priceSlot === price.slot && held + locked + blocked + sold > 0,
    )
    .map(({ id }) => id);
  if (seats.length === 0 && groupOfSeats.length === 0) {
    return accept([{ type: 'price-deleted', price: priceId }], done);
  }
  const detail = 'Some of the seats and areas with this price are held, sold or withheld from sale.';
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail, conflicts: { seats, groupOfSeats } });
}

function nameTaken(name: string): Refused {
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail: `The event already has a price named "${name}".` });
}

function unknownPrice(): Refused {
  return refuse({ code: 'ENTITY_NOT_FOUND', detail: 'There is no such price.' });
}
