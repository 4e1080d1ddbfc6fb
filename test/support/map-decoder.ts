/**
 * Decodes the answers of the public map reads, as a renderer does that knows only the description of the format:
 * parallel arrays, delta encoding, and an SVG whose areas have the attribute `data-gos-id`.
 */

// biome-ignore lint/suspicious/noExplicitAny: a renderer finds out what is in an answer by looking
type Json = any;

export interface DecodedSeat {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly rowId: number;
  readonly sectorId: number;
  readonly name: string;
  readonly isAccessible: boolean;
  readonly isMarked: boolean;
}

export interface DecodedMap {
  readonly seats: readonly DecodedSeat[];
  readonly rows: readonly { readonly id: number; readonly sectorId: number; readonly label: string }[];
  readonly sectors: readonly { readonly id: number; readonly name: string; readonly isGa: boolean }[];
  /** Section ids that shapes of the background carry. */
  readonly drawnAreas: ReadonlySet<number>;
  readonly eventName: string | null;
}

/** Undoes delta encoding: the first value is absolute, each later one is added to the value before it. */
function sums(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}

export function decodeMap({ plainSeats, rows, sectors, background, configuration }: Json): DecodedMap {
  const accessible = new Set(configuration.accessible);
  const marked = new Set(configuration.marked);
  const [xs, ys] = [sums(plainSeats.x), sums(plainSeats.y)];
  const [rowIds, sectorIds] = [sums(plainSeats.rowIds), sums(plainSeats.sectorIds)];
  const ownRowIds = sums(rows.map(({ id }: Json) => id));
  const ownSectorIds = sums(sectors.map(({ id }: Json) => id));
  return {
    seats: sums(plainSeats.ids).map((id, at) => ({
      id,
      x: xs[at] as number,
      y: ys[at] as number,
      rowId: rowIds[at] as number,
      sectorId: sectorIds[at] as number,
      name: plainSeats.names[at],
      isAccessible: accessible.has(id),
      isMarked: marked.has(id),
    })),
    rows: rows.map(({ sectorId, rowNumber }: Json, at: number) => ({
      id: ownRowIds[at] as number,
      sectorId,
      label: rowNumber,
    })),
    sectors: sectors.map(({ name, isGa }: Json, at: number) => ({ id: ownSectorIds[at] as number, name, isGa })),
    drawnAreas: new Set([...background.svg.matchAll(/ data-gos-id="(\d+)"/g)].map(([, id]) => Number(id))),
    eventName: configuration.eventName,
  };
}

export interface DecodedOffer {
  /** Price names by seat id. */
  readonly seats: ReadonlyMap<number, string>;
  /** Price name and places by area id. */
  readonly areas: ReadonlyMap<number, readonly [price: string, places: number]>;
}

export function decodeOffer({ seats, groupOfSeats, prices }: Json): DecodedOffer {
  const names = new Map<number, string>(prices.map(({ id, name }: Json) => [id, name]));
  const nameOf = (id: number): string => names.get(id) ?? `unknown price ${id}`;
  return {
    seats: new Map(seats.map(([seat, price]: [number, number]) => [seat, nameOf(price)])),
    areas: new Map(groupOfSeats.map(([area, price, places]: number[]) => [area, [nameOf(price as number), places]])),
  };
}
