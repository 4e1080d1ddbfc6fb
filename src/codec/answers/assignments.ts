/**
 * The answer of the assignments read (contract: Seat booking entries), encoded in pieces: pages are cut here from one
 * copy of the event and encoded in a thread, one at a time, so that a large event neither blocks the event loop nor
 * fills the memory. Shows nothing newer than the copy.
 */
import { z } from 'zod';
import type { Inventory } from '#domain/inventory-copy.ts';
import { type SeatOwner, type SeatPage, SeatPages } from '#domain/seats/seat-page.ts';
import { longId } from '../fields.ts';
import { seatEntry, seatEntryExample } from './seat-entry.ts';

const groupOnEvent = z
  .object({
    id: longId,
    name: z.string(),
    priceId: longId.nullable(),
    priceName: z.string().nullable(),
    capacity: z.int().meta({
      description:
        'Places of the area in the layout, or the event’s own number when the layout gives none. `activeCount`, `held`, `locked`, ' +
        '`blocked` and `sold` add up to it; a difference is the places that the `activeCount` of an assignment keeps from sale.',
    }),
    activeCount: z.int().meta({ description: 'Places that can be booked now.' }),
    held: z.int().meta({ description: 'Places that live sessions hold.' }),
    locked: z.int().meta({ description: 'Places that the organization has locked.' }),
    blocked: z.int().meta({ description: 'Places that the organization has blocked.' }),
    sold: z.int(),
  })
  .meta({ id: 'GroupOnEvent' });

/** The schema of what `assignmentChunks` encodes, for the OpenAPI document. */
export const assignmentsSchema = z
  .object({ seatsOnEvent: z.array(seatEntry), groupsOnEvent: z.array(groupOnEvent) })
  .meta({ id: 'AssignmentsOnEvent' });

export const assignmentsExample: z.output<typeof assignmentsSchema> = {
  seatsOnEvent: [seatEntryExample],
  groupsOnEvent: [
    {
      id: 12,
      name: 'Floor',
      priceId: 502,
      priceName: '29.50 EUR',
      capacity: 300,
      activeCount: 290,
      held: 2,
      locked: 4,
      blocked: 1,
      sold: 3,
    },
  ],
};

/**
 * About 350 KB and 2 ms in the thread. Twice as many make reads a fifth faster and slow down the requests beside them.
 */
const seatsPerPage = 2_000;

export interface AssignmentSources {
  readonly eventNumber: number;
  readonly inventory: Inventory;
  /** Encodes a page's seats, joined by commas. */
  readonly encodeSeats: (page: SeatPage) => Promise<Uint8Array>;
}

/** Which seats a read by reference shows, and the sessions with that reference as the projection has them. */
export interface Referenced {
  readonly reference: string;
  readonly owners: readonly SeatOwner[];
}

/** Every seat and every area; by reference only the seats of its sessions. */
export async function* assignmentChunks(
  { eventNumber, inventory, encodeSeats }: AssignmentSources,
  referenced: Referenced | null,
): AsyncGenerator<string | Uint8Array> {
  const pages = new SeatPages(inventory, { eventNumber, showsProperties: referenced !== null });
  const seats = referenced === null ? null : pages.seatsOf(referenced.reference, referenced.owners);
  const size = seats === null ? pages.count : seats.length;
  yield '{"seatsOnEvent":[';
  for (let from = 0; from < size; from += seatsPerPage) {
    const count = Math.min(seatsPerPage, size - from);
    const shown = Uint32Array.from({ length: count }, (_, at) =>
      seats === null ? pages.seatAt(from + at) : (seats[from + at] ?? 0),
    );
    if (from > 0) yield ',';
    yield await encodeSeats(pages.page(shown));
  }
  const groups = referenced === null ? inventory.areas.map(presentArea) : [];
  yield `],"groupsOnEvent":${JSON.stringify(groups)}}`;
}

function presentArea(area: Inventory['areas'][number]): z.output<typeof groupOnEvent> {
  const { id, name, priceId, priceName, capacity, available, held, locked, blocked, sold } = area;
  return { id, name, priceId, priceName, capacity, activeCount: available, held, locked, blocked, sold };
}
