/**
 * The words for each refusal of a choice, and the alternatives that the page offers. Pure: an alternative names the seats,
 * the booking takes them.
 */
import type { Plan } from '../shared/plan.ts';
import type { Problem, Wish } from './answers.ts';
import { counted, seatNames } from './words.ts';

/** A way on: a wish in place of the refused one. */
export interface WayOn {
  readonly label: string;
  /** Places in the plan. */
  readonly seats: readonly number[];
  readonly wish: Wish;
}

export interface Refusal {
  readonly title: string;
  readonly text: string;
  readonly waysOn: readonly WayOn[];
}

/** `room`: how many more seats and places the session may hold. */
export function explain(problem: Problem, wish: Wish, plan: Plan, room: number): Refusal {
  const makers: Readonly<Record<string, () => Refusal>> = {
    SEAT_CONFLICT: () => conflict(problem, wish, plan),
    ORPHAN_SEATS: () => orphans(problem, wish, plan, room),
    NO_SUITABLE_SEATS: () => noneSuitable(problem, wish),
    CAP_SEATS: () => ({
      title: 'That is more than one order can hold',
      text: `One order can hold ${counted(problem.maxSeats ?? 0, 'ticket')}. Give one back to choose another.`,
      waysOn: [],
    }),
    RATE_LIMITED: () => ({
      title: 'That was a little fast',
      text: 'The service takes only so many requests at once. Please try again in a moment.',
      waysOn: [],
    }),
    NO_CONNECTION: () => ({
      title: 'No connection',
      text: 'We could not reach the box office. Nothing was changed that is not shown here. Please try again.',
      waysOn: [],
    }),
  };
  const make = makers[problem.errorCode];
  return make?.() ?? { title: 'That did not work', text: problem.detail, waysOn: [] };
}

function placesOf(plan: Plan, ids: readonly number[]): number[] {
  return ids.flatMap((id) => plan.seatById.get(id) ?? []);
}

function alternatives({ alternatives: sets = [] }: Problem, wish: Wish, plan: Plan): WayOn[] {
  const { seats: _, ...rest } = wish;
  return sets.map((ids) => {
    const seats = placesOf(plan, ids);
    return { label: `Take ${seatNames(plan, seats)}`, seats, wish: { ...rest, seats: ids } };
  });
}

function conflict(problem: Problem, wish: Wish, plan: Plan): Refusal {
  const gone = placesOf(plan, problem.conflicts?.seats ?? []);
  const waysOn = alternatives(problem, wish, plan);
  if (gone.length === 0) {
    return {
      title: 'Not enough places left',
      text: 'Somebody else was faster: this area has fewer places left than you chose.',
      waysOn,
    };
  }
  return {
    title: gone.length === 1 ? 'This seat is gone' : 'These seats are gone',
    text:
      `${seatNames(plan, gone)} was taken a moment ago by somebody else.` +
      (waysOn.length > 0 ? ' These are close to it:' : ' Please choose another.'),
    waysOn,
  };
}

function orphans(problem: Problem, wish: Wish, plan: Plan, room: number): Refusal {
  const alone = placesOf(plan, problem.orphanSeats ?? []);
  const both = [...new Set([...(wish.seats ?? []), ...(problem.orphanSeats ?? [])])];
  const isOneSeat = alone.length === 1;
  const extended: WayOn[] =
    alone.length > 0 && both.length <= room
      ? [
          {
            label: `Take ${seatNames(plan, alone)} as well`,
            seats: placesOf(plan, both),
            wish: { ...wish, seats: both },
          },
        ]
      : [];
  return {
    title: isOneSeat ? 'One seat would be left alone' : 'Single seats would be left alone',
    text: `${seatNames(plan, alone)} would have no free neighbour, so this choice is not possible. Instead you can:`,
    waysOn: [...extended, ...alternatives(problem, wish, plan)],
  };
}

function noneSuitable({ largestTogether = 0 }: Problem, wish: Wish): Refusal {
  const best = wish.bestAvailable;
  const waysOn: WayOn[] = [];
  if (best !== undefined && best.together !== false && best.count > 1) {
    const apart = { ...wish, bestAvailable: { ...best, together: false } };
    waysOn.push({ label: 'Seats may be in neighbouring rows', seats: [], wish: apart });
  }
  if (best !== undefined && largestTogether > 0) {
    const fewer = { ...wish, bestAvailable: { ...best, count: largestTogether } };
    waysOn.push({ label: `Take ${counted(largestTogether, 'seat')} together`, seats: [], wish: fewer });
  }
  return {
    title: 'Not that many together',
    text:
      largestTogether > 0
        ? `The largest group that is left for this wish has ${counted(largestTogether, 'seat')}.`
        : 'No seat that fits this wish is left.',
    waysOn,
  };
}
