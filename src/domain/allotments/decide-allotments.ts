/**
 * The rules of the organization's calls on allotments: defining, filling and removing them. They change who may take a
 * seat from now on; carts and sales stay what they are.
 */
import { assert } from '#collections/assert.ts';
import { setFor } from '#collections/bitmap.ts';
import type { CommandOf } from '../commands/definition.ts';
import { accept, type Decision, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import { fieldErrorsMax } from '../limits.ts';
import type { Policy } from '../policy.ts';
import type { FieldError } from '../refusal.ts';
import { runsOf } from '../seats/seat-runs.ts';
import type { AreaAmount } from '../selection.ts';
import { profileErrors, refuseGivingUp, refuseTakingOut } from './accessibility-profile.ts';
import { allotmentsMax, isSameTerms, phaseAt } from './allotment.ts';
import type { AllotmentCommand } from './allotment-command.ts';

type Call<Kind extends AllotmentCommand['kind']> = CommandOf<AllotmentCommand, Kind>;

/** The id of the allotment that the reply shows. */
export interface AllotmentPlan {
  readonly id: string;
}

/** Creates an allotment, or replaces the terms of one. The same terms again change nothing. */
export function defineAllotment(
  state: EventState,
  { id, isNew, terms }: Call<'define-allotment'>,
  now: number,
  policy: Policy,
): Decision<AllotmentPlan> {
  const known = state.allotments?.byId(id);
  if (known === undefined && !isNew) return unknownAllotment();
  const to = terms.release?.to ?? null;
  if (to !== null && (to === id || state.allotments?.byId(to) === undefined)) return unknownTarget(to);
  if (known !== undefined && isSameTerms(known, terms)) return accept([], { id });
  const errors = profileErrors(terms, policy);
  if (errors.length > 0) return invalid(errors);
  const refused = known === undefined || terms.access === 'NEED' ? null : refuseGivingUp(state, known, policy);
  if (refused !== null) return refused;
  const slot = known?.slot ?? state.allotments?.freeSlot() ?? 1;
  if (slot === -1) {
    const detail = `An event has at most ${allotmentsMax} allotments.`;
    return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
  }
  const phase = phaseAt(terms, now);
  return accept([{ type: 'allotment-defined', allotment: slot, id, phase, terms }], { id });
}

export function removeAllotment(
  state: EventState,
  { id }: Call<'remove-allotment'>,
  _now: number,
  policy: Policy,
): Decision<null> {
  const known = state.allotments?.byId(id);
  if (known === undefined) return unknownAllotment();
  return refuseGivingUp(state, known, policy) ?? accept([{ type: 'allotment-removed', allotment: known.slot }], null);
}

export function readAllotment(
  state: EventState,
  { id }: Call<'read-allotment' | 'read-allotment-places'>,
): Decision<AllotmentPlan> {
  return state.allotments?.byId(id) === undefined ? unknownAllotment() : accept([], { id });
}

/** Exactly the named seats and places are in the allotment afterwards. A seat that is in another one leaves that one. */
export function fillAllotment(
  state: EventState,
  { id, seats: ids, sectionIds, priceIds, groupOfSeats }: Call<'fill-allotment'>,
  _now: number,
  policy: Policy,
): Decision<AllotmentPlan> {
  const known = state.allotments?.byId(id);
  if (known === undefined) return unknownAllotment();
  const errors: FieldError[] = [];
  const chosen = setFor(state.seats.size, state.seats.size);
  const seats: number[] = [];
  const add = (seat: number): void => {
    if (chosen.has(seat)) return;
    chosen.add(seat);
    seats.push(seat);
  };
  for (let position = 0; position < ids.length && errors.length < fieldErrorsMax; position++) {
    const seat = state.seatOf(ids[position] as number);
    if (seat === -1) errors.push(unknownValue(`seats[${position}]`, ids[position], 'must be a seat of the event'));
    else add(seat);
  }
  addSections(state, sectionIds, add, errors);
  addPriced(state, priceIds, add, errors);
  const areas = sharesOf(state, known.slot, groupOfSeats, errors);
  if (errors.length > 0) return invalid(errors);
  const refused = refuseTakingOut(state, known.slot, (seat) => chosen.has(seat), policy);
  if (refused !== null) return refused;
  const fact = { type: 'allotment-filled', allotment: known.slot, seats: runsOf(seats) } as const;
  return accept([areas.length === 0 ? fact : { ...fact, areas }], { id });
}

/** The places of areas as shares. All shares of an area are together at most its capacity. */
function sharesOf(
  state: EventState,
  slot: number,
  wanted: readonly AreaAmount[],
  errors: FieldError[],
): readonly AreaCount[] {
  const shares = new Map<number, number>();
  for (const [position, { id, capacity }] of wanted.entries()) {
    const field = `groupOfSeats[${position}]`;
    const area = state.areaOf(id);
    if (area === -1) errors.push(unknownValue(`${field}.id`, id, 'must be an area of the event'));
    else if (shares.has(area)) errors.push({ ...unknownValue(`${field}.id`, id, 'is named twice'), code: 'DUPLICATE' });
    else if (capacity > roomFor(state, area, slot)) {
      const message = 'is more than the area has beside its other allotments';
      errors.push({ ...unknownValue(`${field}.capacity`, capacity, message), code: 'MAX' });
    }
    if (area !== -1) shares.set(area, capacity);
  }
  return [...shares].filter(([, places]) => places > 0);
}

/** Places of the area that other allotments do not have. */
function roomFor(state: EventState, area: number, slot: number): number {
  const others = (state.allotments?.shares.of(area) ?? []).filter((share) => share.slot !== slot);
  return state.areaAt(area).capacity - others.reduce((sum, { places }) => sum + places, 0);
}

/** Adds every seat of the sections. */
function addSections(
  { seats, seatMap: { seating } }: EventState,
  sectionIds: readonly number[],
  add: (seat: number) => void,
  errors: FieldError[],
): void {
  if (sectionIds.length === 0) return;
  assert(seating !== null, 'the geometry of the layout has not been read');
  const wanted = new Set(sectionIds);
  for (const [position, id] of sectionIds.entries()) {
    if (errors.length === fieldErrorsMax) return;
    if (seating.sectionIds.has(id)) continue;
    errors.push(unknownValue(`sections[${position}]`, id, 'must be a section with seats of the event'));
  }
  for (let seat = 0; seat < seats.size; seat++) {
    const section = seating.sections[seating.rowOf[seat] ?? -1];
    if (section !== undefined && wanted.has(section) && !seats.removed.has(seat)) add(seat);
  }
}

/** Adds every seat with one of the prices. */
function addPriced(
  state: EventState,
  priceIds: readonly number[],
  add: (seat: number) => void,
  errors: FieldError[],
): void {
  const slots = new Set<number>();
  for (const [position, priceId] of priceIds.entries()) {
    const price = state.prices.byId(priceId);
    if (price === undefined) errors.push(unknownValue(`prices[${position}]`, priceId, 'must be a price of the event'));
    else slots.add(price.slot);
  }
  if (slots.size === 0) return;
  const { seats } = state;
  for (let seat = 0; seat < seats.size; seat++) {
    if (slots.has(seats.priceSlotOf(seat)) && !seats.removed.has(seat)) add(seat);
  }
}

function unknownAllotment(): Refused {
  return refuse({ code: 'ENTITY_NOT_FOUND', detail: 'The event has no such allotment.' });
}

function unknownTarget(to: string): Refused {
  return invalid([unknownValue('release.to', to, 'must be another allotment of the event')]);
}

function invalid(errors: readonly FieldError[]): Refused {
  const [first] = errors;
  const detail = errors.length === 1 ? `${first?.field}: ${first?.message}` : 'The places do not fit the event.';
  return refuse({ code: 'VALIDATION_FAILED', detail, errors });
}

function unknownValue(field: string, rejectedValue: unknown, message: string): FieldError {
  return { field, message, rejectedValue, code: 'UNKNOWN_VALUE' };
}
