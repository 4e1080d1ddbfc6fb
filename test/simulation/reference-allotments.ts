/** The reference model's answers to the organization's calls on allotments, and what it says of those that were shown. */
import type { AllotmentCommand } from '#domain/allotments/allotment-command.ts';
import type { AllotmentView } from '#domain/allotments/allotment-replies.ts';
import type { NaiveEvent } from '../support/naive-event.ts';
import type { ReferenceModel } from './reference-model.ts';

/** The calls that the workload makes. */
type AllotmentCall = Exclude<AllotmentCommand, { kind: 'step-allotments' | 'read-audience' }>;

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
  const { seats, priceIds } = command;
  if ([...seats].some((seat) => !naive.seats.has(seat)) || priceIds.some((price) => !prices.has(price)))
    return 'VALIDATION_FAILED';
  const names = priceIds.map((price) => prices.get(price));
  const priced = [...naive.seats].filter(([, { price }]) => price !== null && names.includes(price));
  allotments.fill(id, new Set([...seats, ...priced.map(([seat]) => seat)]));
  return 'allotment';
}

/** What is wrong with an allotment that was shown, or null. */
export function viewFault({ seats, allotments }: NaiveEvent, { allotment, counts }: AllotmentView): string | null {
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
  return isDue ? null : `${id} was shown with ${JSON.stringify(counts)} where ${JSON.stringify(due)} was due`;
}
