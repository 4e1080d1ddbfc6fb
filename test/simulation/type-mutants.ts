/** Mutants of money and ticket types: each miscounts a type, charges another amount, or takes what its limit forbids. */
import { type Mutant, one } from './mutant.ts';

const apply = 'src/domain/session/apply-session.ts';
const areaTotals = 'src/domain/session/area-totals.ts';
const growth = 'src/domain/tickets/type-growth.ts';
const rules = 'src/domain/session/ticket-types.ts';
const session = 'src/domain/session/session.ts';
const tickets = 'src/domain/tickets/tickets.ts';
const units = 'test/domain/units.test.ts';

const seatedFirst = '  if ((unoccupied ?? occupied) !== undefined) setOccupancy(';
const typing = '  if (seatTypes !== undefined) setTypes(state, seatLines, seatTypes);\n';

export const typeMutants: readonly Mutant[] = [
  one(
    'types: a session has more tickets than it may',
    growth,
    'ofSession === undefined ? leftOfEvent :',
    'ofSession === undefined || ofSession > 0 ? leftOfEvent :',
  ),
  one(
    'types: the event has more tickets than it may',
    growth,
    '- state.tickets.countOf(priceId, ticketType);',
    '- 0 * state.tickets.countOf(priceId, ticketType);',
  ),
  one(
    'types: everybody gets what needs a pass',
    growth,
    'type.requiresPass === true && !buyer.hasPass',
    'type.requiresPass === true && buyer === null',
  ),
  one(
    'types: a session forgets that it was opened with a pass',
    apply,
    '...(fact.pass === undefined ? {} : { withPass: true as const }),',
    '',
  ),
  one(
    'types: another type costs what the first one did',
    apply,
    'lines[position] = { ...line, price: capture };',
    'lines[position] = { ...line, price: { ...capture, ...(line.price.amount === undefined ? {} : { amount: line.price.amount }) } };',
  ),
  one('types: another type is not counted', apply, '    state.tickets.setSeat(seat, capture);\n', ''),
  one(
    'types: a change of the type changes nothing',
    rules,
    'else if (held !== undefined || type !== null) seats.push([seat, type]);',
    'else if (held === undefined && type !== null) seats.push([seat, type]);',
  ),
  one(
    'types: the type of before still counts',
    rules,
    'growth.add(before.id, before.ticketType.id, -1);',
    'growth.add(before.id, before.ticketType.id, 0);',
  ),
  one(
    'types: places of types are given back first',
    areaTotals,
    'return [...untyped, ...typed.reverse()];',
    'return [...typed.reverse(), ...untyped];',
    'test/domain/ticket-types.test.ts',
  ),
  one(
    'types: the oldest type is given back first',
    areaTotals,
    'return [...untyped, ...typed.reverse()];',
    'return [...untyped, ...typed];',
    'test/domain/ticket-types.test.ts',
  ),
  one(
    'types: a line grows whose type is gone',
    areaTotals,
    'if (more > 0 && type !== null && price',
    'if (more > 9 && type !== null && price',
  ),
  one('types: a cart has two currencies', rules, 'if (currencies.size < 2) return null;', 'return null;'),
  one(
    'types: places cost as much as one of them',
    session,
    'sum += (price.amount as number) * capacity;',
    'sum += price.amount as number;',
  ),
  one(
    'types: a snapshot forgets those of places',
    tickets,
    'this.changePlaces(area, owner, captures[capture] as PriceCapture, amount);',
    'if (amount < 0) this.changePlaces(area, owner, captures[capture] as PriceCapture, amount);',
  ),
  one(
    'types: a late payment is not counted',
    'src/domain/session/reclaim.ts',
    '    state.tickets.changePlaces(area, session.ordinal, price, capacity);\n',
    '',
  ),
  {
    name: 'types: a guest who comes later has none',
    mistakes: [
      { file: apply, text: typing, replacement: '' },
      { file: apply, text: seatedFirst, replacement: `${typing}${seatedFirst}` },
    ],
    test: units,
  },
  one(
    'types: a guest who leaves keeps it from others',
    rules,
    '  for (const seat of occupancy?.unoccupied ?? []) giveBack(seat);\n',
    '',
    units,
  ),
];
