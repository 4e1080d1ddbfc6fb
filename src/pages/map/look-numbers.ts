/**
 * Gives each seat of the buyer's map the number of its look: free at a price, taken, held by this buyer, and so on.
 * `seat-looks.ts` has the picture of each number. Pure.
 */
import type { Offer } from './offer.ts';
import { type ShopState, seatsHeld } from './shop.ts';
import { isOffered } from './wish-filter.ts';

/** The number of a look has one byte, so further prices share the looks of the last one. */
export const pricesMax = 56;
/** Looks of a price: shown and filtered out, each round and, for accessible seats, square. */
const perPrice = 4;
/** From a price's first look to its first look that is filtered out. */
const filteredOut = 2;
/** The first numbers of the looks without a price; each is round, and the next one is square. */
const fixed = { taken: 0, mine: 2, pending: 4, suggested: 6, unpriced: 8 } as const;
const fixedCount = 10;

/** What looks depend on. */
const lookParts = [
  'plan',
  'units',
  'offer',
  'offerVersion',
  'filter',
  'pending',
  'suggested',
  'wishes',
  'session',
  'stage',
] as const;

/** Whether seats may look otherwise than before: most changes of the page, such as words that are read out, change no look. */
export function mayLookOtherwise(state: ShopState, before: ShopState): boolean {
  return lookParts.some((part) => state[part] !== before[part]);
}

/** Writes the look of every seat. Returns the seats whose look has changed. */
export function writeLooks(looks: Uint8Array, state: ShopState): number[] {
  const { plan, offer, pending, suggested, wishes } = state;
  if (plan === null || offer === null) return [];
  const changed: number[] = [];
  const put = (seat: number, base: number): void => {
    const look = base + (plan.accessible[seat] as number);
    if (looks[seat] === look) return;
    looks[seat] = look;
    changed.push(seat);
  };
  const withoutPrice = new Map<number, number>();
  for (const id of wishes.pointedAt) withoutPrice.set(plan.seatById.get(id) ?? -1, fixed.mine);
  for (const seat of suggested) withoutPrice.set(seat, fixed.suggested);
  for (const seat of seatsHeld(state)) withoutPrice.set(seat, fixed.mine);
  for (const seat of pending) withoutPrice.set(seat, fixed.pending);
  withoutPrice.delete(-1);
  const isWithout = new Uint8Array(plan.seatCount);
  for (const [seat, look] of withoutPrice) {
    isWithout[seat] = 1;
    put(seat, look);
  }
  const { bookable, priceOf } = offer;
  const ofPrices = looksOfPrices(state, offer);
  const isFiltered = isNarrow(wishes);
  // Of all seats with each change of one: a large hall has 200,000.
  for (let seat = 0; seat < plan.seatCount; seat++) {
    if (isWithout[seat] === 1) continue;
    const price = priceOf[seat] as number;
    let look = bookable[seat] === 1 ? (ofPrices[price + 1] as number) : fixed.taken;
    if (isFiltered && look >= fixedCount && !isFilteredOut(look) && !isOffered(state, seat)) look += filteredOut;
    put(seat, look);
  }
  return changed;
}

/** By the place of a price, from 1. Before them, at `unknownPrice` plus 1: of seats whose price is not known. */
function looksOfPrices({ filter, wishes }: ShopState, { prices }: Offer): readonly number[] {
  const own = prices.map(({ id }, price) => {
    const isShown = (filter.size === 0 || filter.has(id)) && wishes.pointedAt.length === 0;
    return fixedCount + Math.min(price, pricesMax - 1) * perPrice + (isShown ? 0 : filteredOut);
  });
  return [fixed.unpriced, ...own];
}

function isFilteredOut(look: number): boolean {
  return (look - fixedCount) % perPrice >= filteredOut;
}

/** Whether the page that embeds this one offers a part of the seats. */
function isNarrow({ seats, prices, sections }: ShopState['wishes']): boolean {
  return seats !== null || prices !== null || sections !== null;
}

/** Beside the seats that are pointed at, and outside of the filter of the page that embeds this one. */
export function isDimmed(state: ShopState, seat: number): boolean {
  return state.wishes.pointedAt.length > 0 || (isNarrow(state.wishes) && !isOffered(state, seat));
}
