/**
 * How seats, sections and areas look to a buyer. The colour shows the price. A shape or a mark shows too whether a seat
 * is taken, in the buyer's own order, accessible or filtered out. Pure.
 */
import { speech } from '../languages/speech.ts';
import type { Look } from '../shared/looks.ts';
import type { Plan } from '../shared/plan.ts';
import type { SectorLook, UnitLook } from '../shared/renderer.ts';
import { inkOn, mapColours, mixed, seriesColour } from '../shared/theme.ts';
import { stateOfSeats } from './cart-parts.ts';
import { isDimmed, pricesMax } from './look-numbers.ts';
import { amountOf, type Offer, unknownPrice } from './offer.ts';
import { placesHeld, type ShopState, seatsHeld } from './shop.ts';
import { text } from './texts.ts';
import { beside } from './words.ts';

/** The table of looks for so many prices. */
export function buyerLooks(priceCount: number, isDark: boolean): Look[] {
  const { paper, floor, ink, quietInk } = mapColours(isDark);
  const round = { shape: 'round', mark: null, size: 1, isLabelled: true, edge: null } as const;
  const gone = mixed(paper, quietInk, isDark ? 0.16 : 0.2);
  const looks: Look[] = [];
  const add = (look: Look): void => {
    looks.push(look, { ...look, shape: 'square', mark: look.mark ?? 'wheelchair' });
  };
  const taken: Look = { ...round, fill: gone, ink: mixed(gone, quietInk, 0.75), mark: 'cross', size: 0.74 };
  looks.push(taken, { ...taken, shape: 'square' });
  add({ ...round, fill: ink, ink: floor, mark: 'tick', size: 1.12 });
  add({ ...round, fill: floor, edge: ink, ink, mark: null });
  add({ ...round, fill: floor, edge: mapColours(isDark).focus, ink, size: 1.12 });
  add({ ...round, fill: mixed(floor, quietInk, 0.35), edge: quietInk, ink });
  for (let price = 0; price < Math.min(priceCount, pricesMax); price++) {
    const fill = seriesColour(price, isDark);
    add({ ...round, fill, ink: inkOn(fill) });
    add({ ...round, fill: mixed(floor, fill, 0.2), ink: quietInk, isLabelled: false, size: 0.8 });
  }
  return looks;
}

/** Surfaces of units under their seats. */
export function unitLooks(state: ShopState, isDark: boolean): UnitLook[] {
  const { offer, units, filter } = state;
  if (units.list.length === 0 || offer === null) return [];
  const { floor, paper, ink, quietInk, focus } = mapColours(isDark);
  const held = new Set(seatsHeld(state));
  const suggested = new Set(state.suggested);
  const gone = { fill: mixed(paper, quietInk, 0.08), edge: mixed(paper, quietInk, 0.3), isStrong: false };
  return units.list.map((unit) => {
    const now = stateOfSeats(state, held, unit.seats);
    if (now === 'taken') return gone;
    if (now !== 'free') return { fill: mixed(floor, ink, 0.14), edge: ink, isStrong: true };
    if (unit.seats.some((seat) => suggested.has(seat))) return { fill: floor, edge: focus, isStrong: true };
    const prices = unit.seats.map((seat) => offer.price(seat));
    const place = offer.priceOf[unit.seats[0] as number] as number;
    const colour = place === unknownPrice ? quietInk : seriesColour(place, isDark);
    const isShown = filter.size === 0 || prices.some((price) => price !== null && filter.has(price.id));
    if (!isShown || unit.seats.some((seat) => isDimmed(state, seat)))
      return { fill: floor, edge: mixed(floor, colour, 0.25), isStrong: false };
    return { fill: mixed(floor, colour, 0.1), edge: mixed(floor, colour, 0.75), isStrong: false };
  });
}

/** Names and surfaces of sections and areas. */
export function sectorLooks(state: ShopState, isDark: boolean): SectorLook[] {
  const { plan, offer } = state;
  if (plan === null || offer === null) return [];
  const counts = countsBySector(plan, offer);
  const { floor, paper, quietInk } = mapColours(isDark);
  const soldOut = {
    fill: mixed(paper, quietInk, 0.14),
    edge: mixed(paper, quietInk, 0.35),
    note: noted(text('soldOut')),
  };
  const places = new Map(offer.areas.map((area) => [area.sector, area]));
  return plan.sectors.map(({ id, name, isArea }, sector) => {
    const area = places.get(sector);
    if (isArea) {
      const held = placesHeld(state, id);
      const place = offer.prices.findIndex((price) => price.id === area?.priceId);
      if (area === undefined || (area.places === 0 && held === 0)) return { ...soldOut, title: name };
      const colour = seriesColour(Math.max(place, 0), isDark);
      const fill = mixed(floor, colour, held > 0 ? 0.34 : 0.16);
      const left = beside([shortPrice(offer.prices[place]?.name), text('places', { count: area.places })]);
      return { fill, edge: colour, title: name, note: noted(held > 0 ? text('countInOrder', { count: held }) : left) };
    }
    const { free, total, cheapest, most } = counts[sector] ?? noCounts;
    if (total === 0) return { fill: floor, edge: floor, title: '', note: '' };
    if (free === 0) return { ...soldOut, title: name };
    // In tenths: another colour of a section paints the whole map again, and every sold seat would change the share.
    const share = Math.ceil((free / total) * 10) / 10;
    const fill = mixed(mixed(paper, quietInk, 0.14), seriesColour(Math.max(most, 0), isDark), 0.25 + 0.6 * share);
    const note = cheapest === null ? '' : noted(text('fromPrice', { price: shortPrice(cheapest) }));
    return { fill, edge: fill, title: name, note };
  });
}

/** A map has no direction of its own, so a note brings that of its language. */
function noted(note: string): string {
  return speech().isolated(note);
}

interface Counts {
  readonly free: number;
  readonly total: number;
  readonly cheapest: string | null;
  /** The price of most free seats. */
  readonly most: number;
}

const noCounts: Counts = { free: 0, total: 0, cheapest: null, most: unknownPrice };

function countsBySector(plan: Plan, { bookable, priceOf, prices }: Offer): Counts[] {
  /** Of each sector: the free seats without a known price, then those of each price. */
  const width = prices.length + 1;
  const free = new Int32Array(plan.sectors.length * width);
  const totals = new Int32Array(plan.sectors.length);
  for (let seat = 0; seat < plan.seatCount; seat++) {
    const sector = plan.sectorOf[seat] as number;
    totals[sector]!++;
    if (bookable[seat] === 1) free[sector * width + (priceOf[seat] as number) + 1]!++;
  }
  return plan.sectors.map((_, sector) => {
    const all = free.subarray(sector * width, (sector + 1) * width);
    const priced = all.subarray(1);
    // The prices are sorted, the dearest first.
    const cheapest = priced.findLastIndex((number) => number > 0);
    return {
      free: all.reduce((sum, number) => sum + number, 0),
      total: totals[sector] as number,
      cheapest: prices[cheapest]?.name ?? null,
      most: priced.reduce((best, number, price) => (number > (priced[best] ?? 0) ? price : best), cheapest),
    };
  });
}

/** "95.00 EUR" of "95.00 EUR, reduced": long names do not fit on a map. */
function shortPrice(name = ''): string {
  return amountOf(name) === 0 || name.length <= 14 ? name : (/^\s*\d+(?:\.\d+)?\s*\S{0,4}/.exec(name)?.[0] ?? name);
}
