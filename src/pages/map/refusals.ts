/**
 * The words for each refusal of a choice, and the alternatives that the page offers in its place. Pure: an alternative
 * names its seats, and `Booking` takes them.
 */

import { speech } from '../languages/speech.ts';
import type { Plan } from '../shared/plan.ts';
import type { Units } from '../shared/units.ts';
import type { Problem, Wish } from './answers.ts';
import type { Alternative, ShopState } from './shop.ts';
import { text } from './texts.ts';
import { placeNames, seatNames } from './words.ts';

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
  /** Of the venue; absent or null: not known. */
  readonly timeZone?: string | null | undefined;
}

export function explain(problem: Problem, wish: Wish, { plan, units, room, timeZone = null }: Hall): Refusal {
  switch (problem.errorCode) {
    case 'SEAT_CONFLICT':
      return conflict(problem, wish, plan, units);
    case 'NOT_ON_SALE':
      return notYet(problem, wish, plan, timeZone);
    case 'ORPHAN_SEATS':
      return orphans(problem, wish, plan, room);
    case 'UNIT_INCOMPLETE':
      return together(problem, wish, plan, room);
    case 'NO_SUITABLE_SEATS':
      return noneSuitable(problem, wish);
    case 'CAP_SEATS':
      return plain(text('orderCapTitle'), text('orderCapText', { count: problem.maxSeats ?? 0 }));
    case 'CAP_BUYER':
      return plain(text('buyerCapTitle'), text('buyerCapText', { count: problem.maxSeats ?? 0 }));
    case 'CAP_TICKET_TYPE':
      return plain(text('typeCapTitle'), typeCapText(problem.left ?? 0));
    default:
      return simple(problem);
  }
}

/** Refusals that depend on nothing but their code. */
function simple({ errorCode, detail }: Problem): Refusal {
  switch (errorCode) {
    case 'ACCESSIBLE_RESERVED':
      return plain(text('keptForWheelchairsTitle'), text('keptForWheelchairsText'));
    case 'MIXED_CURRENCIES':
      return plain(text('currenciesTitle'), text('currenciesText'));
    case 'PASS_REQUIRED':
      return plain(text('typeNeedsPassTitle'), text('typeNeedsPassText'));
    case 'READ_ONLY':
      return plain(text('noOrdersTitle'), text('noOrdersText'));
    case 'RATE_LIMITED':
      return plain(text('tooFastTitle'), text('tooFastText'));
    case 'UNAVAILABLE':
      return plain(text('busyTitle'), text('busyText'));
    case 'OUTCOME_UNKNOWN':
    case 'UNREADABLE_ANSWER':
      return plain(text('noAnswerTitle'), text('noAnswerText'));
    case 'NO_CONNECTION':
      return plain(text('noConnectionTitle'), text('noConnectionText'));
    default:
      return plain(text('otherRefusalTitle'), text('otherRefusalText', { detail }));
  }
}

/** The page has said why there is no session: by a stage, or by a notice. */
export function whyNoSession({ stage, code, notice }: Pick<ShopState, 'stage' | 'code' | 'notice'>): Problem {
  if (stage === 'choosing' && notice !== null) return { errorCode: notice.code, detail: notice.text };
  return { errorCode: code === '' ? 'NO_SESSION' : code, detail: text('noSessionTitle') };
}

function plain(title: string, why: string): Refusal {
  return { title, text: why, alternatives: [] };
}

function typeCapText(left: number): string {
  return left === 0 ? text('typeCapNone') : text('typeCapText', { count: left });
}

function placesOf(plan: Plan, ids: readonly number[]): number[] {
  return ids.flatMap((id) => plan.seatById.get(id) ?? []);
}

/** The sets of seats that the service suggests. */
function suggestions({ alternatives = [] }: Problem, wish: Wish, plan: Plan): Alternative[] {
  const { seats: _, units: __, guests: ___, ...rest } = wish;
  return alternatives.map((ids) => {
    const seats = placesOf(plan, ids);
    return { label: text('take', { places: seatNames(plan, seats) }), seats, wish: { ...rest, seats: ids } };
  });
}

/** When seats go on sale, by the clock of the venue, or by the buyer's own where its zone is not known. */
function notYet(problem: Problem, wish: Wish, plan: Plan, timeZone: string | null): Refusal {
  const time = speech().instant(new Date(problem.opensAt ?? ''), timeZone);
  const alternatives = suggestions(problem, wish, plan);
  return { title: text('notYetTitle'), text: text('notYetText', { time }), alternatives };
}

function conflict(problem: Problem, wish: Wish, plan: Plan, units: Units): Refusal {
  const gone = placesOf(plan, problem.conflicts?.seats ?? []);
  const alternatives = suggestions(problem, wish, plan);
  if (gone.length === 0) return { title: text('placesGoneTitle'), text: text('placesGoneText'), alternatives };
  const whole = new Set(gone.flatMap((seat) => units.of(seat) ?? []));
  const isOne = gone.length === 1 || (whole.size === 1 && gone.every((seat) => units.of(seat) !== undefined));
  const [first] = whole;
  const titleOfOne = first === undefined ? text('seatGoneTitle') : text('placeGoneTitle', { name: first.name });
  const chooseOther = isOne ? text('chooseAnother') : text('chooseOthers');
  const next = alternatives.length > 0 ? text('closeToIt') : chooseOther;
  return {
    title: isOne ? titleOfOne : text('seatsGoneTitle'),
    text: `${text('justTaken', { places: placeNames({ plan, units }, gone) })} ${next}`,
    alternatives,
  };
}

function orphans(problem: Problem, wish: Wish, plan: Plan, room: number): Refusal {
  const alone = placesOf(plan, problem.orphanSeats ?? []);
  const both = [...new Set([...(wish.seats ?? []), ...(problem.orphanSeats ?? [])])];
  const places = seatNames(plan, alone);
  const extended: Alternative[] =
    alone.length > 0 && both.length <= room
      ? [{ label: text('takeAsWell', { places }), seats: placesOf(plan, both), wish: { ...wish, seats: both } }]
      : [];
  const alternatives = [...extended, ...suggestions(problem, wish, plan)];
  const why = alone.length === 0 ? text('seatAlone') : text('seatsAlone', { places });
  return {
    title: alone.length === 1 ? text('seatAloneTitle') : text('seatsAloneTitle'),
    text: `${why} ${alternatives.length > 0 ? text('insteadYouCan') : text('chooseOtherSeats')}`,
    alternatives,
  };
}

/** Seats of a table, a box or a booth that is taken as a whole. */
function together({ rest = [] }: Problem, wish: Wish, plan: Plan, room: number): Refusal {
  const all = [...new Set([...(wish.seats ?? []), ...rest])];
  const count = all.length;
  const title = text('togetherTitle');
  const whole = text('togetherText', { count });
  if (count > room) return plain(title, `${whole} ${text('togetherTooMany')}`);
  const alternative = { label: text('takeAll', { count }), seats: placesOf(plan, all), wish: { ...wish, seats: all } };
  return { title, text: whole, alternatives: [alternative] };
}

function noneSuitable({ largestTogether = 0 }: Problem, wish: Wish): Refusal {
  if (wish.accessible !== undefined) {
    const why = largestTogether > 0 ? text('fewerWheelchairs') : text('noWheelchairsLeft');
    return plain(text('noWheelchairsTitle'), why);
  }
  const best = wish.bestAvailable;
  const alternatives: Alternative[] = [];
  if (best !== undefined && best.together !== false && best.count > 1) {
    const apart = { ...wish, bestAvailable: { ...best, together: false } };
    alternatives.push({ label: text('neighbouringRows'), seats: [], wish: apart });
  }
  if (best !== undefined && largestTogether > 0) {
    const fewer = { ...wish, bestAvailable: { ...best, count: largestTogether } };
    alternatives.push({ label: text('takeTogether', { count: largestTogether }), seats: [], wish: fewer });
  }
  return {
    title: text('noneTogetherTitle'),
    text: largestTogether > 0 ? text('largestGroup', { count: largestTogether }) : text('noneLeft'),
    alternatives,
  };
}
