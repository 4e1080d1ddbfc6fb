/** Mutants of units: each divides a WHOLE unit, lets others sit or pay than should, or chooses another unit. */
import { type Mutant, one } from './mutant.ts';

const booking = 'src/domain/seats/decide-booking.ts';
const choose = 'src/domain/best/choose-best.ts';
const decidePublic = 'src/domain/session/decide-public.ts';
const exchange = 'src/domain/exchange/decide-exchange.ts';
const exchangePlan = 'src/domain/exchange/exchange-plan.ts';
const lockBest = 'src/domain/session/lock-best.ts';
const occupancy = 'src/domain/units/occupancy.ts';
const orphans = 'src/domain/seats/orphan-rule.ts';
const occupied = 'src/domain/session/apply-occupancy.ts';
const takeable = 'src/domain/best/takeable.ts';
const unitSearch = 'src/domain/best/unit-search.ts';

const incomplete =
  '    refuseIncomplete(state, change.incomplete) ??\n    refuseMixedCurrencies(state, session, change) ??\n';

export const unitMutants: readonly Mutant[] = [
  one(
    'units: a lock takes a part',
    decidePublic,
    `${incomplete}    refuseOrphans(state, policy, session, change.seats)\n`,
    '    refuseMixedCurrencies(state, session, change) ??\n    refuseOrphans(state, policy, session, change.seats)\n',
  ),
  one(
    'units: a checkout takes a part',
    decidePublic,
    `${incomplete}    refuseOrphans(state, policy, session, change.seats, true)`,
    '    refuseMixedCurrencies(state, session, change) ??\n    refuseOrphans(state, policy, session, change.seats, true)',
  ),
  one(
    'units: a part is given back',
    decidePublic,
    'refuseWrongLines(change) ?? refuseIncomplete(state, change.incomplete);',
    'refuseWrongLines(change);',
  ),
  one(
    'units: the organization takes a part',
    booking,
    'if (!isEach && incomplete !== null)',
    'if (isEach && incomplete !== null)',
  ),
  one(
    'units: the organization takes what is free of a divided one',
    booking,
    "return rule.takesFrom === 'available' || (rule.fits(seats, seat) && !seats.available.has(seat));",
    'return rule.fits(seats, seat);',
  ),
  one('units: an exchange divides one', exchange, '    refuseIncomplete(state, plan.incomplete) ??\n', ''),
  one('units: an exchange gives a part back', exchangePlan, '    incompleteUnits(state, seats, isOwned) ??\n', ''),
  one(
    'units: an exchange takes a part',
    exchangePlan,
    '(seat) => !isOwned(seat) || seats.includes(seat)',
    '(seat) => isOwned(seat) && seats.includes(seat)',
  ),
  one('units: one guest more sits there', occupancy, 'if (guests > most)', 'if (guests > most + 1)'),
  one('units: too few guests sit there', occupancy, 'if (guests < least)', 'if (guests < least - 1)'),
  one(
    'units: a guest who comes later pays nothing',
    occupancy,
    'if (at < guests && wasUnoccupied)',
    'if (at < -guests)',
  ),
  one(
    'units: a guest who stays away pays',
    occupied,
    'price: isFree ? unoccupiedCapture(present) : present',
    'price: isFree ? present : present',
  ),
  one(
    'units: guests sit at a unit that is booked by seats',
    occupancy,
    "if (unit?.booking !== 'WHOLE' || !unit",
    'if (unit === undefined || !unit',
  ),
  one(
    'units: guests whose table is gone are refused as if it had never been',
    occupancy,
    'taken.has(seat) || missing.has(seat) || this',
    'taken.has(seat) || this',
  ),
  one(
    'units: best seats are chosen from a part',
    takeable,
    'if (this.units?.isWhole(this.seating.order[place] as number)) return false;',
    '',
  ),
  one('units: a nearer row is not chosen', choose, 'clean.distance <= unitDistance', 'clean.distance < -unitDistance'),
  one(
    'units: a nearer unit is not chosen',
    choose,
    'clean.distance <= unitDistance',
    'clean.distance >= -unitDistance',
  ),
  one(
    'units: seats that leave one alone are better than a unit',
    choose,
    '  if (unitDistance < Number.POSITIVE_INFINITY) return null;\n',
    '',
  ),
  one(
    'units: a larger one is farther away',
    unitSearch,
    '(sum / seats.length) * query.count',
    '(sum / query.count) * query.count',
  ),
  one('units: one is chosen beyond the cap', unitSearch, 'if (mayTake(unit.seats)) best', 'best'),
  one(
    'units: one is chosen for any number',
    unitSearch,
    'return least <= guests && guests <= most;',
    'return most > 0;',
  ),
  one(
    'units: a chosen one is full of guests',
    lockBest,
    '{ seats, groupOfSeats, guests: [[unit.id, count]] }',
    '{ seats, groupOfSeats, units: [unit.id] }',
  ),
  one(
    'units: wheelchair places are chosen from a part',
    'src/domain/best/accessible-groups.ts',
    'const isSingle = this.#state.units?.isWhole(seat) !== true;',
    'const isSingle = this.#state.units?.isWhole(seat) !== null;',
  ),
  one(
    'units: searches remember how they were booked',
    'src/domain/facts/layout.ts',
    'state.seats.watcher?.everythingChanged();',
    'state.seats.watcher?.seatChanged(-1);',
    'test/domain/units.test.ts',
  ),
  one(
    'units: a snapshot forgets how the event books them',
    'src/domain/image.ts',
    'state.unitOverrides = head.unitOverrides ?? [];',
    'state.unitOverrides = [];',
  ),
  one(
    'units: their seats are free neighbours',
    orphans,
    '!gone.has(seat) && !(units?.has(seat) ?? false)',
    '!gone.has(seat)',
  ),
  one(
    'units: one leaves a single seat alone',
    orphans,
    'return units === null ? seats : seats.filter((seat) => !units.has(seat));',
    'return units === null ? seats : seats.filter(() => true);',
  ),
  one(
    'units: a chosen group has a free neighbour in one',
    takeable,
    'return !this.#isInUnit(place) && this.isTakeable(place);',
    'return this.isTakeable(place);',
  ),
];
