/** The reference model's answers to the organization's calls on allotments, and what it says of those that were shown. */
import type { AllotmentCommand } from '#domain/allotments/allotment-command.ts';
import type { AllotmentView } from '#domain/allotments/allotment-replies.ts';
import type { NaiveEvent } from '../support/naive-event.ts';
import type { NaiveArea } from '../support/naive-hall.ts';
import { takenOf } from '../support/naive-places.ts';
import type { ReferenceModel } from './reference-model.ts';

/** The calls that the workload makes. */
type AllotmentCall = Exclude<AllotmentCommand, { kind: 'step-allotments' | 'read-audience' | 'read-allotment-places' }>;

export function answerAllotments({ naive, prices }: ReferenceModel, command: AllotmentCall, now: number): string {
  const { allotments } = naive;
  if (command.kind === 'read-allotments') return 'allotments';
  const { id } = command;
  if (command.kind === 'define-allotment') {
    const to = command.terms.release?.to ?? null;
    if (to !== null && (to === id || !allotments.byId.has(to))) return 'VALIDATION_FAILED';
    allotments.define(id, command.terms, now);
    return 'allotment';
  }
  if (!allotments.byId.has(id)) return 'ENTITY_NOT_FOUND';
  if (command.kind === 'remove-allotment') {
    allotments.remove(id);
    return 'done';
  }
  if (command.kind === 'read-allotment') return 'allotment';
  const { seats, sectionIds, priceIds, groupOfSeats } = command;
  if ([...seats].some((seat) => !naive.seats.has(seat)) || priceIds.some((price) => !prices.has(price)))
    return 'VALIDATION_FAILED';
  const given = new Map(groupOfSeats.map(({ id: area, capacity }) => [area, capacity]));
  const isTooMuch = [...given].some(([area, places]) => places > roomFor(naive, area, id));
  if (isTooMuch) return 'VALIDATION_FAILED';
  const names = priceIds.map((price) => prices.get(price));
  const isNamed = (price: string | null): boolean =>
    sectionIds.includes(1) || (price !== null && names.includes(price));
  const named = [...naive.seats].filter(([, { price }]) => isNamed(price));
  const positive = new Map([...given].filter(([, places]) => places > 0));
  allotments.fill(id, new Set([...seats, ...named.map(([seat]) => seat)]), positive);
  return 'allotment';
}

/** Places of an area that other allotments do not have. */
function roomFor(naive: NaiveEvent, area: number, id: string): number {
  const { capacity, available } = naive.areas.get(area) as NaiveArea;
  const others = naive.allotments.places.sharesOf(area).filter((share) => share.of !== id);
  const all = capacity === 0 ? available + naive.takenIn(area) : capacity;
  return all - others.reduce((sum, { places }) => sum + places, 0);
}

/** What is wrong with an allotment that was shown, or null. */
export function viewFault(naive: NaiveEvent, { allotment, counts, areas }: AllotmentView): string | null {
  const { seats, allotments } = naive;
  const { id, phase, released } = allotment;
  const known = allotments.byId.get(id);
  if (known === undefined) return `${id} was shown, which is not there`;
  if (phase !== known.phase || (released !== null) !== (known.released !== undefined))
    return `${id} was shown ${phase} where ${known.phase} was due`;
  const due: Record<string, number> = { ACTIVE: 0, LOCKED: 0, SOLD: 0, BLOCKED: 0 };
  for (const [seat, { state }] of seats) {
    if (allotments.presentOf(seat) === id) due[state] = (due[state] as number) + 1;
  }
  const isDue = Object.entries(counts).every(([state, count]) => due[state] === count);
  const duePlaces = [...naive.areas.keys()].flatMap((area) => {
    const shares = allotments.places.freeShares(area).filter(({ share }) => allotments.places.presentOf(share) === id);
    if (shares.length === 0) return [];
    const sum = (count: (one: (typeof shares)[number]) => number) =>
      shares.reduce((total, one) => total + count(one), 0);
    const places = sum(({ share }) => share.places);
    return [{ id: area, places, available: sum(({ free }) => free), taken: sum(({ share }) => takenOf(share)) }];
  });
  if (JSON.stringify(areas) !== JSON.stringify(duePlaces))
    return `${id} was shown with ${JSON.stringify(areas)} where ${JSON.stringify(duePlaces)} was due`;
  return isDue ? null : `${id} was shown with ${JSON.stringify(counts)} where ${JSON.stringify(due)} was due`;
}
