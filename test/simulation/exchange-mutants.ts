/** Mutants of exchanges: each takes what is not there, or loses what is given back. */
import { type Mutant, one } from './mutant.ts';

const apply = 'src/domain/exchange/apply-exchange.ts';
const decide = 'src/domain/exchange/decide-exchange.ts';
const plan = 'src/domain/exchange/exchange-plan.ts';

export const exchangeMutants: readonly Mutant[] = [
  one(
    'exchange: lines of others are given back',
    plan,
    'if (seat !== -1 && state.seats.ownerOf(seat) === session.ordinal) seats.push(seat);',
    'if (seat !== -1) seats.push(seat);',
  ),
  one('exchange: places stay owned', apply, '  area.purchases.take(session.ordinal, amount);\n', ''),
  one(
    'exchange: given seats stay in the cart',
    apply,
    'seats: withoutSeats(session.seats, [...given.seats, ...taken.seats]),',
    'seats: withoutSeats(session.seats, taken.seats),',
  ),
  one(
    'exchange: a cart grows without bound',
    decide,
    'return size > Math.max(maxSeats, cartSize(session)) ? capExceeded(maxSeats) : null;',
    'return size > 10 * Math.max(maxSeats, cartSize(session)) ? capExceeded(maxSeats) : null;',
  ),
  one(
    'exchange: released seats count as taken for the orphan rule',
    decide,
    '(seat) => isReleased(seat) || isFree(seat)',
    '(seat) => released.size >= 0 && isFree(seat)',
    'test/domain/exchange.test.ts',
  ),
];
