/**
 * Encodes the assignments read (contract: Seat booking entries) as JSON in pieces: a copy of the event's
 * columns joined with the names of the layout and the sessions that own seats. Shows nothing newer than
 * the copy.
 */
import { z } from 'zod';
import type { Inventory } from '#domain/command.ts';
import { seatStates } from '#domain/seats/inventory.ts';
import type { Properties } from '#domain/session/session.ts';
import type { Layouts, SeatRecord } from '#storage/layouts.ts';
import type { SessionOwner, SessionOwners } from '#storage/session-owners.ts';
import { longId } from '../fields.ts';

const anyProperties = z.record(z.string(), z.unknown());

const seatOnEvent = z
  .object({
    id: longId,
    sectionId: longId,
    rowId: longId,
    name: z.string(),
    key: z.string().meta({ description: 'Section, row and seat name, joined with ;;' }),
    state: z.enum(seatStates),
    holdType: z.string().nullable().meta({ description: 'CART while a session holds or bought the seat.' }),
    priceId: longId.nullable(),
    priceName: z.string().nullable(),
    properties: anyProperties.meta({ description: 'The seat’s own.' }),
    booking: z
      .object({
        sessionId: z.uuid(),
        reference: z.string().nullable(),
        properties: anyProperties.optional().meta({ description: 'The session’s, when read by reference.' }),
      })
      .nullable(),
  })
  .meta({ id: 'SeatOnEvent' });

const groupOnEvent = z
  .object({
    id: longId,
    name: z.string(),
    priceId: longId.nullable(),
    priceName: z.string().nullable(),
    capacity: z.int(),
    activeCount: z.int().meta({ description: 'Places that can be booked now.' }),
    held: z.int().meta({ description: 'Places that sessions hold or the organization has locked.' }),
    sold: z.int(),
  })
  .meta({ id: 'GroupOnEvent' });

/** What `assignmentChunks` encodes, for the OpenAPI document. */
export const assignmentsSchema = z
  .object({ seatsOnEvent: z.array(seatOnEvent), groupsOnEvent: z.array(groupOnEvent) })
  .meta({ id: 'AssignmentsOnEvent' });

export const assignmentsExample = {
  seatsOnEvent: [
    {
      id: 1042,
      sectionId: 11,
      rowId: 21,
      name: '1',
      key: 'Stalls;;A;;1',
      state: 'SOLD',
      holdType: 'CART',
      priceId: 501,
      priceName: '45.00 EUR',
      properties: {},
      booking: { sessionId: '00000007-52d1-8a00-9c1f-6b2f0f1c2d3e', reference: 'ORDER-1001' },
    },
  ],
  groupsOnEvent: [
    { id: 12, name: 'Floor', priceId: 502, priceName: '29.50 EUR', capacity: 300, activeCount: 296, held: 2, sold: 2 },
  ],
};

export interface AssignmentSources {
  readonly eventNumber: number;
  readonly schemaId: number;
  readonly inventory: Inventory;
  readonly layouts: Pick<Layouts, 'sections' | 'seats' | 'seatsAt'>;
  readonly owners: Pick<SessionOwners, 'withOrdinals' | 'withReference'>;
}

/** Every seat and every area; with a reference the seats of its sessions alone. */
export async function* assignmentChunks(
  sources: AssignmentSources,
  reference: string | undefined,
): AsyncGenerator<string> {
  const { inventory, layouts, schemaId, eventNumber } = sources;
  const sections = new Map((await layouts.sections(schemaId)).map(({ id, name }) => [id, name]));
  const encoder = new SeatEncoder(inventory, sections, reference !== undefined);
  let pages = layouts.seats(schemaId);
  if (reference !== undefined) {
    encoder.know(await sources.owners.withReference(eventNumber, reference));
    pages = layouts.seatsAt(schemaId, encoder.seatsOf(reference));
  }
  yield '{"seatsOnEvent":[';
  let separator = '';
  for await (const page of pages) {
    const unknown = encoder.unknownOwners(page);
    if (unknown.length > 0) encoder.know(await sources.owners.withOrdinals(eventNumber, unknown));
    if (page.length > 0) yield separator + page.map((seat) => JSON.stringify(encoder.present(seat))).join(',');
    separator = ',';
  }
  const groups = reference === undefined ? inventory.areas.map(presentArea) : [];
  yield `],"groupsOnEvent":${JSON.stringify(groups)}}`;
}

function presentArea(area: Inventory['areas'][number]): z.output<typeof groupOnEvent> {
  const { id, name, priceId, priceName, capacity, available, held, locked, sold } = area;
  return { id, name, priceId, priceName, capacity, activeCount: available, held: held + locked, sold };
}

class SeatEncoder {
  readonly #inventory: Inventory;
  readonly #sectionNames: ReadonlyMap<number, string>;
  readonly #showsProperties: boolean;
  readonly #owners: Map<number, SessionOwner>;
  readonly #holdTypes: ReadonlyMap<number, string>;
  readonly #properties: ReadonlyMap<number, Properties>;

  constructor(inventory: Inventory, sectionNames: ReadonlyMap<number, string>, showsProperties: boolean) {
    this.#inventory = inventory;
    this.#sectionNames = sectionNames;
    this.#showsProperties = showsProperties;
    this.#owners = new Map(inventory.sessions.map((session) => [session.ordinal, session]));
    this.#holdTypes = new Map(inventory.holdTypes);
    this.#properties = new Map(inventory.properties);
  }

  /** What memory has is newer than what the projection has. */
  know(owners: readonly SessionOwner[]): void {
    for (const owner of owners) if (!this.#owners.has(owner.ordinal)) this.#owners.set(owner.ordinal, owner);
  }

  /** Indices of the seats whose owner has this reference. */
  seatsOf(reference: string): number[] {
    const ordinals = new Set<number>();
    for (const owner of this.#owners.values()) if (owner.reference === reference) ordinals.add(owner.ordinal);
    const seats: number[] = [];
    this.#inventory.owners.forEach((owner, seat) => {
      if (owner > 0 && ordinals.has(owner)) seats.push(seat);
    });
    return seats;
  }

  unknownOwners(page: readonly SeatRecord[]): number[] {
    const unknown = new Set<number>();
    for (const { index } of page) {
      const owner = this.#inventory.owners[index] ?? 0;
      if (owner > 0 && !this.#owners.has(owner)) unknown.add(owner);
    }
    return [...unknown];
  }

  present(seat: SeatRecord): z.output<typeof seatOnEvent> {
    const { states, owners, priceSlots, prices } = this.#inventory;
    const owner = owners[seat.index] ?? 0;
    const price = prices[priceSlots[seat.index] ?? 0] ?? null;
    return {
      id: seat.id,
      sectionId: seat.sectionId,
      rowId: seat.rowId,
      name: seat.name,
      key: `${this.#sectionNames.get(seat.sectionId)};;${seat.rowName};;${seat.name}`,
      state: seatStates[states[seat.index] ?? 0] ?? 'ACTIVE',
      holdType: owner > 0 ? 'CART' : (this.#holdTypes.get(-owner) ?? null),
      priceId: price?.id ?? null,
      priceName: price?.name ?? null,
      properties: this.#properties.get(seat.index) ?? {},
      booking: this.#bookingOf(owner),
    };
  }

  #bookingOf(owner: number): z.output<typeof seatOnEvent>['booking'] {
    const session = owner > 0 ? this.#owners.get(owner) : undefined;
    if (session === undefined) return null;
    const booking = { sessionId: session.id, reference: session.reference };
    return this.#showsProperties ? { ...booking, properties: session.properties ?? {} } : booking;
  }
}
