/** The name and the present state of a seat, an area or a section, for the tooltip and for screen readers. Pure. */
import type { Plan, Trait } from '../shared/plan.ts';
import type { Target } from '../shared/renderer.ts';
import { cartSize, placesHeld, type ShopState, seatsHeld } from './shop.ts';
import { text } from './texts.ts';
import { ownText, unitLines } from './unit-words.ts';
import { isOffered } from './wish-filter.ts';
import { listed, seatName } from './words.ts';

export interface TargetWords {
  readonly title: string;
  readonly lines: readonly string[];
}

export function describeTarget(state: ShopState, target: Target): TargetWords {
  const { plan } = state;
  if (plan === null) return { title: '', lines: [] };
  if (target.kind === 'seat') {
    const lines = [...traitsOf(plan, target.seat), ...seatLines(state, target.seat)];
    return { title: seatName(plan, target.seat), lines };
  }
  if (target.kind === 'unit') {
    const unit = state.units.of(target.seat);
    return { title: unit?.name ?? '', lines: unit === undefined ? [] : unitLines(state, unit) };
  }
  const title = plan.sectors[target.sector]?.name ?? '';
  if (target.kind === 'section') return { title, lines: sectionLines(state, target.sector) };
  return { title, lines: areaLines(state, target.sector) };
}

const traitTexts = {
  wheelchair: 'wheelchairPlace',
  accessible: 'accessible',
  companion: 'companionSeat',
  stepFree: 'stepFree',
  hearing: 'hearingLoop',
  restrictedView: 'restrictedView',
} as const satisfies Readonly<Record<Trait, string>>;

/** What a seat is or has; nothing for an ordinary one. */
export function traitsOf(plan: Plan | null, seat: number): string[] {
  return (plan?.traits.get(seat) ?? []).map((trait) => text(traitTexts[trait]));
}

/** Price and state of a seat. */
export function seatLines(state: ShopState, seat: number): string[] {
  const { offer, plan, pending } = state;
  if (seatsHeld(state).includes(seat)) {
    const line = state.session?.cart.seats.find(({ id }) => id === plan?.ids[seat]);
    return [line?.priceName ?? '', ownText(state)];
  }
  if (pending.has(seat)) return [text('oneMoment')];
  if (offer?.bookable[seat] !== 1) return [text('taken')];
  if (!isOffered(state, seat)) return [text('notOffered')];
  const full = cartSize(state) >= state.maxSeats ? [text('orderIsFull')] : [];
  return [offer.price(seat)?.name ?? text('priceWhenChosen'), text('available'), ...full];
}

function sectionLines(state: ShopState, sector: number): string[] {
  const rows = state.plan?.sectors[sector]?.rows ?? [];
  const left = leftOf(
    state,
    rows.flatMap((row) => state.plan?.rows[row]?.seats ?? []),
  );
  return [left === '' ? text('soldOut') : text('whatIsLeft', { places: left }), text('lookCloser')];
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
    ...(free > 0 ? [text('seats', { count: free })] : []),
    ...(whole > 0 ? [text('tablesOrBoxes', { count: whole })] : []),
  ];
  return listed(left);
}

function areaLines(state: ShopState, sector: number): string[] {
  const { plan, offer } = state;
  const area = offer?.areas.find((one) => one.sector === sector);
  const held = placesHeld(state, plan?.sectors[sector]?.id);
  const own = held > 0 ? [text('countInOrder', { count: held })] : [];
  if (area === undefined) return [text('notOnSale')];
  const left = area.places === 0 ? text('soldOut') : text('placesLeft', { count: area.places });
  return [offer?.priceById(area.priceId)?.name ?? '', left, ...own].filter((line) => line !== '');
}
