/** The name and the present state of a seat, an area or a section, for the tooltip and for screen readers. Pure. */
import type { Target } from '../shared/renderer.ts';
import { cartSize, placesHeld, type ShopState, seatsHeld } from './shop.ts';
import { unitLines } from './unit-words.ts';
import { isOffered } from './wish-filter.ts';
import { counted, seatName } from './words.ts';

export interface TargetWords {
  readonly title: string;
  readonly lines: readonly string[];
}

export function describeTarget(state: ShopState, target: Target): TargetWords {
  const { plan } = state;
  if (plan === null) return { title: '', lines: [] };
  if (target.kind === 'seat') {
    const traits = plan.traits.get(target.seat) ?? [];
    return { title: seatName(plan, target.seat), lines: [...traits, ...seatLines(state, target.seat)] };
  }
  if (target.kind === 'unit') {
    const unit = state.units.of(target.seat);
    return { title: unit?.name ?? '', lines: unit === undefined ? [] : unitLines(state, unit) };
  }
  const title = plan.sectors[target.sector]?.name ?? '';
  if (target.kind === 'section') return { title, lines: sectionLines(state, target.sector) };
  return { title, lines: areaLines(state, target.sector) };
}

/** Price and state of a seat. */
export function seatLines(state: ShopState, seat: number): string[] {
  const { offer, plan, pending } = state;
  if (seatsHeld(state).includes(seat)) {
    const line = state.session?.cart.seats.find(({ id }) => id === plan?.ids[seat]);
    return [line?.priceName ?? '', state.stage === 'choosing' ? 'In your order' : 'Yours'];
  }
  if (pending.has(seat)) return ['One moment'];
  if (offer?.bookable[seat] !== 1) return ['Taken'];
  if (!isOffered(state, seat)) return ['Not offered here'];
  const full = cartSize(state) >= state.maxSeats ? ['Your order is full'] : [];
  return [offer.price(seat)?.name ?? 'Price shown when chosen', 'Available', ...full];
}

function sectionLines(state: ShopState, sector: number): string[] {
  const rows = state.plan?.sectors[sector]?.rows ?? [];
  const left = leftOf(
    state,
    rows.flatMap((row) => state.plan?.rows[row]?.seats ?? []),
  );
  return [left === '' ? 'Sold out' : `${left} left`, 'Press to look closer'];
}

/** "3 seats and 2 tables or boxes": how many of these are free; '' for none. */
export function leftOf({ offer, units }: ShopState, seats: readonly number[]): string {
  let free = 0;
  let whole = 0;
  const isFree = (seat: number): boolean => offer?.bookable[seat] === 1;
  for (const seat of seats) {
    const unit = units.of(seat);
    if (unit === undefined && isFree(seat)) free++;
    if (unit !== undefined && seat === unit.seats[0] && unit.seats.every(isFree)) whole++;
  }
  const left = [
    ...(free > 0 ? [counted(free, 'seat')] : []),
    ...(whole > 0 ? [counted(whole, 'table or box', 'tables or boxes')] : []),
  ];
  return left.join(' and ');
}

function areaLines(state: ShopState, sector: number): string[] {
  const { plan, offer } = state;
  const area = offer?.areas.find((one) => one.sector === sector);
  const held = placesHeld(state, plan?.sectors[sector]?.id);
  const own = held > 0 ? [`${held} in your order`] : [];
  if (area === undefined) return ['Not on sale'];
  const left = area.places === 0 ? 'Sold out' : `${counted(area.places, 'place')} left`;
  return [offer?.priceById(area.priceId)?.name ?? '', left, ...own].filter((line) => line !== '');
}
