/**
 * The wishes of the page that embeds this one: the mode, a smaller order, a filter, the seats to point at. Nothing of
 * it is trusted: what has another shape is left out. Nothing of it gives a buyer more than the service allows. Pure.
 */
import type { MapMode } from '../../component/options.ts';
import type { SentOptions } from '../../component/protocol.ts';

export interface HostWishes {
  readonly mode: MapMode;
  /** Infinity: as many as the service allows. */
  readonly seatsMax: number;
  /** Ids; null: all. */
  readonly seats: ReadonlySet<number> | null;
  readonly prices: ReadonlySet<number> | null;
  readonly sections: ReadonlySet<number> | null;
  readonly partySize: number;
  /** The ids of the seats that the mode `spotlight` points at. */
  readonly pointedAt: readonly number[];
  /** A `data:` address. */
  readonly logo: string | null;
}

export const noWishes: HostWishes = {
  mode: 'sell',
  seatsMax: Number.POSITIVE_INFINITY,
  seats: null,
  prices: null,
  sections: null,
  partySize: 2,
  pointedAt: [],
  logo: null,
};

const modes: ReadonlySet<string> = new Set<MapMode>(['sell', 'static', 'spotlight']);

export function readWishes(sent: SentOptions, mode: string): HostWishes {
  const { filter, maxSeats, partySize, selected, logo } = sent;
  return {
    mode: modes.has(mode) ? (mode as MapMode) : 'static',
    seatsMax: isCount(maxSeats) ? maxSeats : noWishes.seatsMax,
    seats: idsIn(filter?.seats),
    prices: idsIn(filter?.prices),
    sections: idsIn(filter?.sections),
    partySize: isCount(partySize) ? partySize : noWishes.partySize,
    pointedAt: mode === 'spotlight' ? [...(idsIn(selected?.seats) ?? [])] : [],
    logo: typeof logo === 'string' && logo.startsWith('data:image/') ? logo : null,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function idsIn(value: unknown): ReadonlySet<number> | null {
  return Array.isArray(value) ? new Set(value.filter((id) => Number.isSafeInteger(id))) : null;
}
