/** The facts of prices: their list, the prices of seats and areas, the places of areas, and the properties of seats. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { PricingFact } from '../pricing/pricing-fact.ts';
import { restoredProperties } from '../properties.ts';
import { setAvailable, sizeArea } from '../seats/areas.ts';
import { forEachInRuns } from '../seats/seat-runs.ts';
import type { Definitions } from './definition.ts';

export const pricingFacts: Definitions<PricingFact> = {
  'prices-defined': {
    membersSince: { terms: 2 },
    resetsMaps: true,
    apply(state, fact) {
      for (const price of fact.prices) state.prices.define(price);
      for (const { price, ...terms } of fact.terms ?? []) state.prices.setTerms(price, terms);
    },
  },
  'prices-renamed': {
    membersSince: { terms: 2 },
    resetsMaps: true,
    apply(state, fact) {
      state.prices.rename(fact.prices);
      for (const { price, ...terms } of fact.terms ?? []) {
        state.prices.setTerms(price, 'none' in terms ? undefined : terms);
      }
      markTaken(state, new Set(fact.prices.map(({ id }) => state.prices.byId(id)?.slot ?? 0)));
    },
  },
  'price-deleted': { resetsMaps: true, apply: (state, fact) => deletePrice(state, fact.price) },
  priced: { needsLayout: true, resetsMaps: true, apply: assignPrice },
  'areas-sized': {
    needsLayout: true,
    resetsMaps: true,
    apply(state, fact) {
      for (const [index, capacity] of fact.areas) {
        sizeArea(state.areaAt(index), capacity);
        state.areaChanged(index);
      }
    },
  },
  unpriced: {
    needsLayout: true,
    resetsMaps: true,
    apply(state, fact) {
      forEachInRuns(fact.seats ?? [], (seat) => setSeatPrice(state, seat, 0));
      for (const index of fact.areas ?? []) {
        state.areaAt(index).priceSlot = 0;
        state.areaChanged(index);
      }
    },
  },
  'seats-described': {
    needsLayout: true,
    apply(state, fact) {
      for (const [seat, properties] of fact.properties) {
        assert(seat < state.seats.size, () => `seat ${seat} is unknown`);
        if (properties === null) state.seatProperties.delete(seat);
        else state.seatProperties.set(seat, restoredProperties(properties));
        state.changes.seats.add(seat);
      }
    },
  },
};

/** Marks taken seats with these prices as changed: the projection stores the names of their prices. */
function markTaken({ seats, changes }: EventState, slots: ReadonlySet<number>): void {
  for (const taken of [seats.locked, seats.sold, seats.blocked]) {
    taken.forEach((seat) => {
      if (slots.has(seats.priceSlotOf(seat))) changes.seats.add(seat);
    });
  }
}

function deletePrice(state: EventState, id: number): void {
  const price = state.prices.byId(id);
  assert(price !== undefined, () => `price ${id} is unknown`);
  const { priceSlots } = state.seats;
  for (let seat = priceSlots.indexOf(price.slot); seat !== -1; seat = priceSlots.indexOf(price.slot, seat + 1)) {
    setSeatPrice(state, seat, 0);
  }
  for (const [index, area] of state.areas.entries()) {
    if (area.priceSlot !== price.slot) continue;
    area.priceSlot = 0;
    state.areaChanged(index);
  }
  state.prices.remove(id);
}

function assignPrice(state: EventState, fact: Extract<Fact, { type: 'priced' }>): void {
  const price = state.prices.byId(fact.price);
  assert(price !== undefined, () => `price ${fact.price} is unknown`);
  forEachInRuns(fact.seats ?? [], (seat) => setSeatPrice(state, seat, price.slot));
  for (const [index, available] of fact.areas ?? []) {
    const area = state.areaAt(index);
    setAvailable(area, available);
    area.priceSlot = price.slot;
    state.areaChanged(index);
  }
}

function setSeatPrice(state: EventState, seat: number, slot: number): void {
  assert(seat < state.seats.size, () => `seat ${seat} is unknown`);
  // The template of a series may have a price on a taken seat that the layout no longer has.
  if (state.seats.removed.has(seat)) return;
  state.seats.priceSlots[seat] = slot;
  state.seats.pricesChanged();
  state.changes.seats.add(seat);
}
