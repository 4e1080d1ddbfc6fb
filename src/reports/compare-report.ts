/**
 * Compares what a report counts in the tables of an event with what it counts in the event itself, row by row in every grouping. Reads
 * in the snapshot of its connection; changes nothing.
 */
import type { SeatRow } from '#actors/ports.ts';
import { areaRow, reportedOf, seatRow } from '#actors/projection-rows.ts';
import { takenSeats } from '#actors/projector.ts';
import type { EventState } from '#domain/event-state.ts';
import { offerImageOf } from '#domain/reports/offer-image.ts';
import type { Session } from '#domain/session/session.ts';
import type { Comparison } from '#storage/audit/verify-event.ts';
import { readSectionPlan } from '#storage/reports/layout-places.ts';
import { type ReportedCart, readHead, rowsIn, type TakenSeat } from '#storage/reports/reported-events.ts';
import { countEvent, type EventRows } from './count-event.ts';
import { definitionOf, type Grouping, groupings } from './groups.ts';
import { type ReportRow, Tally } from './tally.ts';

/** One line for each difference; empty when there is none, or when the tables do not have yet what reports need. */
export const compareReport: Comparison = async (connection, { eventNumber, state, ended = [] }) => {
  const head = await readHead(connection, eventNumber);
  if (head === null || head.offer === null) return [];
  const plan = await readSectionPlan(connection, head.schemaId);
  const [stored, replayed] = [new Tally(groupings), new Tally(groupings)];
  await countEvent({ offer: head.offer, plan, isOneOfMany: false }, rowsIn(connection, eventNumber), stored);
  const rows = rowsOf(state, [...state.sessions.values(), ...ended]);
  await countEvent({ offer: offerImageOf(state), plan, isOneOfMany: false }, rows, replayed);
  return differences(textsOf(stored), textsOf(replayed));
};

/** The rows of a state, as the projection would write them. */
function rowsOf(state: EventState, sessions: readonly Session[]): EventRows {
  const bought = sessions.filter(({ state: name, seats, areas }) => {
    return name !== 'CANCELLED' && name !== 'EXPIRED' && seats.length + areas.length > 0;
  });
  const rows: SeatRow[] = [];
  takenSeats(state).forEach((seat) => {
    const name = state.seats.stateOf(seat);
    if (name !== null && name !== 'ACTIVE') rows.push(seatRow(state, seat, name));
  });
  const places = new Map(bought.map(({ ordinal, areas }) => [ordinal, new Set(areas.map(({ area }) => area))]));
  const indices = [...state.areas.keys()];
  const { owned, seatPrices, areaParts } = reportedOf(
    state,
    { offer: false, sessions: new Set(), places },
    rows,
    indices,
  );
  const taken = rows.map(({ seat, state: name, owner }): TakenSeat => {
    return { seat, state: name, owner, price: seatPrices.get(seat) ?? null };
  });
  const ownedBy = new Map(owned.map(({ session, areas }) => [session, new Map(areas)]));
  const carts = bought.map(
    ({ ordinal, state: name, seats, areas, lost, counter }): ReportedCart => ({
      ordinal,
      isBought: name === 'CONFIRMED',
      isOfCounter: counter === true,
      seats,
      areas,
      owned: ownedBy.get(ordinal) ?? new Map(),
      lostAreas: lost?.areas ?? [],
    }),
  );
  return {
    seats: () => onePage(taken),
    carts: () => onePage(carts),
    areas: async () =>
      indices.flatMap((index) => {
        const parts = areaParts.get(index);
        return parts === undefined ? [] : [{ ...areaRow(state, index), parts }];
      }),
  };
}

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

function textsOf(tally: Tally): ReadonlyMap<string, string> {
  return new Map(tally.rows().map((row) => [nameOf(row), figuresOf(row)]));
}

function nameOf({ place }: ReportRow): string {
  const cellsOf = (name: Grouping) => definitionOf[name].cells(place).filter((cell) => cell !== null && cell !== '');
  return groupings.map((name) => `${name} ${cellsOf(name).join(' ') || '-'}`).join(', ');
}

function figuresOf({ places, unoccupied, units, total, amounts }: ReportRow): string {
  const money = amounts.map(({ currency, amount }) => `${amount} ${currency}`);
  return [`${places} places`, `${unoccupied} unoccupied`, `${units} units`, `total ${total}`, ...money].join(', ');
}

function differences(stored: ReadonlyMap<string, string>, replayed: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...stored.keys(), ...replayed.keys()])];
  const none = 'nothing';
  return names
    .filter((name) => stored.get(name) !== replayed.get(name))
    .map((name) => {
      const [told, due] = [stored.get(name) ?? none, replayed.get(name) ?? none];
      return `the report of ${name} is ${told} in the tables, ${due} in the journal`;
    });
}
