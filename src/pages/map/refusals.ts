/**
 * The words for each refusal of a choice, and the alternatives that the page offers in its place. Pure: an alternative
 * names its seats, and `Booking` takes them.
 */

import type { Plan } from '../shared/plan.ts';
import { locale } from './amount-text.ts';
import type { Problem, Wish } from './answers.ts';
import type { Alternative, ShopState } from './shop.ts';
import type { Units } from './units.ts';
import { counted, placeNames, seatNames } from './words.ts';

export interface Refusal {
  readonly title: string;
  readonly text: string;
  readonly alternatives: readonly Alternative[];
}

interface Hall {
  readonly plan: Plan;
  readonly units: Units;
  /** How many more seats and places the session may hold. */
  readonly room: number;
}

export function explain(problem: Problem, wish: Wish, { plan, units, room }: Hall): Refusal {
  switch (problem.errorCode) {
    case 'SEAT_CONFLICT':
      return conflict(problem, wish, plan, units);
    case 'NOT_ON_SALE':
      return notYet(problem, wish, plan);
    case 'ORPHAN_SEATS':
      return orphans(problem, wish, plan, room);
    case 'UNIT_INCOMPLETE':
      return together(problem, wish, plan, room);
    case 'NO_SUITABLE_SEATS':
      return noneSuitable(problem, wish);
    case 'CAP_SEATS':
      return tooMany(problem);
    case 'CAP_BUYER':
      return plain(
        'That is more than one buyer can have',
        `One buyer can have ${counted(problem.maxSeats ?? 0, 'ticket')} for this event, in all orders.`,
      );
    case 'ACCESSIBLE_RESERVED':
      return plain(
        'These places are kept for wheelchairs',
        'Please use the form for wheelchair places if you need one, or choose other seats.',
      );
    case 'CAP_TICKET_TYPE':
      return plain(
        'Not that many of this ticket type',
        `${problem.left === 0 ? 'No more' : `Only ${counted(problem.left ?? 0, 'more ticket')}`} of this type can be had now. Please choose another type.`,
      );
    case 'MIXED_CURRENCIES':
      return plain(
        'Another currency',
        'One order has one currency. Please check out first, or give the other tickets back.',
      );
    case 'PASS_REQUIRED':
      return plain(
        'This ticket type needs a pass',
        'It is only for orders that were opened with a pass of the organizer.',
      );
    case 'READ_ONLY':
      return plain(
        'No orders at the moment',
        'The service takes no new orders now. You can still check out the tickets in your order.',
      );
    case 'RATE_LIMITED':
      return plain('That was a little fast', 'Too many requests came at once. Please try again in a moment.');
    case 'UNAVAILABLE':
      return plain('The box office is busy', 'Nothing was changed. Please try again in a moment.');
    case 'OUTCOME_UNKNOWN':
    case 'UNREADABLE_ANSWER':
      return plain('The box office did not answer', 'Please look at your order, and try again in a moment.');
    case 'NO_CONNECTION':
      return plain('No connection', 'We could not reach the box office. Please try again when the connection is back.');
    default:
      return plain('That did not work', problem.detail);
  }
}

/** The page has said why there is no session: by a stage, or by a notice. */
export function whyNoSession({ stage, code, notice }: Pick<ShopState, 'stage' | 'code' | 'notice'>): Problem {
  if (stage === 'choosing' && notice !== null) return { errorCode: notice.code, detail: notice.text };
  return { errorCode: code === '' ? 'NO_SESSION' : code, detail: 'No order could be opened.' };
}

function plain(title: string, text: string): Refusal {
  return { title, text, alternatives: [] };
}

function tooMany({ maxSeats = 0 }: Problem): Refusal {
  const text = `One order can hold ${counted(maxSeats, 'ticket')}. Give one back to choose another.`;
  return plain('That is more than one order can hold', text);
}

function placesOf(plan: Plan, ids: readonly number[]): number[] {
  return ids.flatMap((id) => plan.seatById.get(id) ?? []);
}

/** The sets of seats that the service suggests. */
function suggestions({ alternatives = [] }: Problem, wish: Wish, plan: Plan): Alternative[] {
  const { seats: _, units: __, guests: ___, ...rest } = wish;
  return alternatives.map((ids) => {
    const seats = placesOf(plan, ids);
    return { label: `Take ${seatNames(plan, seats)}`, seats, wish: { ...rest, seats: ids } };
  });
}

/** When seats go on sale, in the buyer's own time. */
function notYet(problem: Problem, wish: Wish, plan: Plan): Refusal {
  const { opensAt = '' } = problem;
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(opensAt));
  return {
    title: 'Not on sale yet',
    text: `These seats go on sale on ${time}. Please choose others, or come back then.`,
    alternatives: suggestions(problem, wish, plan),
  };
}

function conflict(problem: Problem, wish: Wish, plan: Plan, units: Units): Refusal {
  const gone = placesOf(plan, problem.conflicts?.seats ?? []);
  const alternatives = suggestions(problem, wish, plan);
  if (gone.length === 0) {
    const text = 'Somebody else was faster: this area has fewer places left than you chose.';
    return { title: 'Not enough places left', text, alternatives };
  }
  const whole = new Set(gone.flatMap((seat) => units.of(seat) ?? []));
  const isOne = gone.length === 1 || (whole.size === 1 && gone.every((seat) => units.of(seat) !== undefined));
  const [first] = whole;
  const title = isOne ? `${first?.name ?? 'This seat'} is gone` : 'These seats are gone';
  return {
    title,
    text:
      `Somebody else has just taken ${placeNames({ plan, units }, gone)}.` +
      (alternatives.length > 0 ? ' These are close to it:' : ` Please choose ${isOne ? 'another' : 'others'}.`),
    alternatives,
  };
}

function orphans(problem: Problem, wish: Wish, plan: Plan, room: number): Refusal {
  const alone = placesOf(plan, problem.orphanSeats ?? []);
  const both = [...new Set([...(wish.seats ?? []), ...(problem.orphanSeats ?? [])])];
  const extended: Alternative[] =
    alone.length > 0 && both.length <= room
      ? [
          {
            label: `Take ${seatNames(plan, alone)} as well`,
            seats: placesOf(plan, both),
            wish: { ...wish, seats: both },
          },
        ]
      : [];
  const alternatives = [...extended, ...suggestions(problem, wish, plan)];
  const subject = alone.length === 0 ? 'A seat' : seatNames(plan, alone);
  return {
    title: alone.length === 1 ? 'One seat would be left alone' : 'Single seats would be left alone',
    text:
      `${subject} would have no free neighbour, so this choice is not possible. ` +
      (alternatives.length > 0 ? 'Instead you can:' : 'Please choose other seats.'),
    alternatives,
  };
}

/** Seats of a table, a box or a booth that is taken as a whole. */
function together({ rest = [] }: Problem, wish: Wish, plan: Plan, room: number): Refusal {
  const all = [...new Set([...(wish.seats ?? []), ...rest])];
  const title = 'These seats are booked together';
  const whole = `They are taken as a whole: ${counted(all.length, 'seat')}.`;
  if (all.length > room) return plain(title, `${whole} That is more than this order can still hold.`);
  const alternative = {
    label: `Take all ${all.length} seats`,
    seats: placesOf(plan, all),
    wish: { ...wish, seats: all },
  };
  return { title, text: whole, alternatives: [alternative] };
}

function noneSuitable({ largestTogether = 0 }: Problem, wish: Wish): Refusal {
  if (wish.accessible !== undefined) {
    return plain(
      'Not that many wheelchair places together',
      largestTogether > 0
        ? 'There are such places for fewer wheelchairs or companions. Please change the numbers.'
        : 'No such places are left.',
    );
  }
  const best = wish.bestAvailable;
  const alternatives: Alternative[] = [];
  if (best !== undefined && best.together !== false && best.count > 1) {
    const apart = { ...wish, bestAvailable: { ...best, together: false } };
    alternatives.push({ label: 'Seats may be in neighbouring rows', seats: [], wish: apart });
  }
  if (best !== undefined && largestTogether > 0) {
    const fewer = { ...wish, bestAvailable: { ...best, count: largestTogether } };
    alternatives.push({ label: `Take ${counted(largestTogether, 'seat')} together`, seats: [], wish: fewer });
  }
  return {
    title: 'Not that many together',
    text:
      largestTogether > 0
        ? `The largest group of such seats that is left has ${counted(largestTogether, 'seat')}.`
        : 'No such seats are left.',
    alternatives,
  };
}
