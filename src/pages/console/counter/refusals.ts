/** Advice on a refusal at the counter: a sentence, and the places that can be taken instead. Pure. */
import { speech } from '../../languages/speech.ts';
import type { Plan } from '../../shared/plan.ts';
import { problemText, Refusal, type ShownProblem } from '../refusal.ts';
import { areaName, seatPlaceOf } from '../seat-places.ts';
import type { Wish } from './counter-calls.ts';
import type { Step } from './sale.ts';
import { text } from './texts.ts';

export interface Advice {
  readonly text: string;
  /** What can be taken instead, with the ticket types of the seats that the event chooses. */
  readonly choices: readonly { readonly label: string; readonly wish: Wish; readonly types: readonly string[] }[];
}

interface Refused {
  readonly why: unknown;
  /** Null: it is no step of a sale. */
  readonly step: Step | null;
}

/** `plan`: null: seats are told by their ids. `timeZone`: of the venue; null: not known. */
export function adviceOn({ why, step }: Refused, plan: Plan | null, timeZone: string | null): Advice {
  const problem = why instanceof Refusal ? why.problem : undefined;
  const code = problem?.errorCode ?? '';
  const said = saidOf(code, problem, plan, timeZone);
  const choices = step?.kind === 'take' && problem !== undefined ? choicesIn(problem, step, plan) : [];
  return { text: said ?? problemText(why), choices };
}

function saidOf(code: string, problem: ShownProblem = {}, plan: Plan | null, timeZone: string | null): string | null {
  const { maxSeats = 0, left = 0, largestTogether = 0, opensAt } = problem;
  switch (code) {
    case 'SEAT_CONFLICT':
      return text('placesTaken', { places: placesOf(plan, problem.conflicts?.seats, problem.conflicts?.groupOfSeats) });
    case 'NO_SUITABLE_SEATS':
      return largestTogether === 0 ? text('noneLeft') : text('largestTogether', { count: largestTogether });
    case 'CAP_SEATS':
    case 'CAP_BUYER':
      return text('capReached', { count: maxSeats });
    case 'CAP_TICKET_TYPE':
      return text('typeCapReached', { count: left });
    case 'NOT_ON_SALE':
      return text('notYetOnSale', { time: speech().instant(new Date(opensAt ?? 0), timeZone) });
    case 'ORPHAN_SEATS':
      return text('leavesAlone', { places: placesOf(plan, problem.orphanSeats ?? []) });
    default:
      return simple[code] ?? null;
  }
}

const simple: Readonly<Record<string, string>> = {
  UNIT_INCOMPLETE: text('onlyWhole'),
  MIXED_CURRENCIES: text('oneCurrency'),
  PASS_REQUIRED: text('needsPass'),
  ACCESSIBLE_RESERVED: text('keptForWheelchairs'),
  BOOKING_CLOSED: text('bookingClosed'),
  EVENT_NOT_PUBLISHED: text('notPublished'),
  EVENT_ARCHIVED: text('archived'),
  NOT_ENABLED: text('notEnabled'),
  READ_ONLY: text('readOnly'),
  REFERENCE_TAKEN: text('referenceTaken'),
  SESSION_NOT_CONFIRMED: text('notSoldAnyMore'),
};

function choicesIn(
  problem: ShownProblem,
  { wish, types }: Extract<Step, { kind: 'take' }>,
  plan: Plan | null,
): Advice['choices'] {
  const { alternatives = [], rest = [], orphanSeats = [], largestTogether = 0 } = problem;
  const named = (seats: readonly number[]) => ({
    label: text('takeThese', { places: placesOf(plan, seats) }),
    wish: { ...wish, seats },
    types,
  });
  const more = [...rest, ...orphanSeats];
  const extended = more.length > 0 && wish.seats ? [named([...new Set([...wish.seats, ...more])])] : [];
  const best = wish.bestAvailable;
  const apart =
    best && best.together !== false && best.count > 1 && problem.errorCode === 'NO_SUITABLE_SEATS'
      ? [{ label: text('neighbouringRows'), wish: { ...wish, bestAvailable: { ...best, together: false } }, types }]
      : [];
  const fewer =
    best && largestTogether > 0
      ? [
          {
            label: text('takeTogether', { count: largestTogether }),
            wish: { ...wish, bestAvailable: { ...best, count: largestTogether } },
            types: types.slice(0, largestTogether),
          },
        ]
      : [];
  return [...extended, ...alternatives.map(named), ...apart, ...fewer];
}

function placesOf(plan: Plan | null, seats: readonly number[] = [], areas: readonly number[] = []): string {
  if (plan === null) return speech().list([...seats, ...areas].map(String));
  return speech().list([...seats.map((id) => seatPlaceOf(plan, id)), ...areas.map((id) => areaName(plan, id))]);
}
