/** The lines of facts in the words of the reference model: ids in place of indices. */
import type { ExchangedLines } from '#domain/exchange/exchanged-lines.ts';
import type { Fact } from '#domain/fact.ts';
import type { SeatTypes } from '#domain/pricing/ticket-type.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import type { SeatRuns } from '#domain/seats/seat-runs.ts';
import type { NaiveSide } from '../support/naive-exchange.ts';
import type { Places } from '../support/naive-hall.ts';
import type { NaiveSession } from '../support/naive-session.ts';
import type { NaiveTypes, TypedPlaces } from '../support/naive-tickets.ts';
import type { NaiveGuests, NaiveUnits } from '../support/naive-units.ts';
import { guestsOfFact } from './unit-replay.ts';

export class FactLines {
  readonly #seatMap: SeatMap;
  readonly #units: NaiveUnits;

  constructor(seatMap: SeatMap, units: NaiveUnits) {
    this.#seatMap = seatMap;
    this.#units = units;
  }

  areaId(index: number): number {
    return this.#seatMap.areas[index]?.id as number;
  }

  /** The numbers of guests that the call named. */
  guests(
    session: NaiveSession | undefined,
    taken: readonly number[] | undefined,
    { unoccupied, occupied }: Pick<Extract<Fact, { type: 'held' }>, 'unoccupied' | 'occupied'>,
  ): NaiveGuests {
    const [empty, filled] = [this.ids(unoccupied), this.ids(occupied)];
    return guestsOfFact(this.#units, session, { taken: this.ids(taken), unoccupied: empty, occupied: filled });
  }

  side({ seats, areas }: ExchangedLines): NaiveSide {
    return { seats: this.ids(seats), places: this.places(areas) };
  }

  ids(seats: readonly number[] | undefined): number[] {
    return (seats ?? []).map((seat) => this.#seatMap.idAt(seat));
  }

  seatsOf({ seats }: { readonly seats?: SeatRuns }): number[] {
    const ids: number[] = [];
    for (let at = 0; at < (seats?.length ?? 0); at += 2) {
      const [first, count] = [seats?.[at] as number, seats?.[at + 1] as number];
      for (let seat = first; seat < first + count; seat++) ids.push(this.#seatMap.idAt(seat));
    }
    return ids;
  }

  /** Places by area id; several lines of one area are added up. */
  places(areas: readonly (readonly [number, number, ...unknown[]])[] | undefined): Places {
    const sums = new Map<number, number>();
    for (const [area, amount] of areas ?? []) sums.set(this.areaId(area), (sums.get(this.areaId(area)) ?? 0) + amount);
    return [...sums];
  }

  /** Places by area and type. */
  typed(areas: ExchangedLines['areas']): TypedPlaces {
    return areas.map(([area, amount, type]) => [this.areaId(area), amount, type] as const);
  }

  /** Totals of lines. */
  lines({ areas = [], areaTypes = [] }: Pick<Extract<Fact, { type: 'held' }>, 'areas' | 'areaTypes'>): TypedPlaces {
    const all = [...areas.map(([area, total]) => [area, total, null] as const), ...areaTypes];
    return all.map(([area, total, type]) => [this.areaId(area), total, type] as const);
  }

  types(types: SeatTypes = []): NaiveTypes {
    return types.map(([seat, type]) => [this.#seatMap.idAt(seat), type] as const);
  }

  /** The places that an `unheld` gave back, by line. */
  givenBack(session: NaiveSession | undefined, fact: Extract<Fact, { type: 'unheld' }>): TypedPlaces {
    const held = session?.lines ?? [];
    return this.lines(fact).map(([area, total, type]) => {
      const line = held.find((one) => one.area === area && one.ticket.type === type);
      return [area, (line?.count ?? 0) - total, type] as const;
    });
  }
}
