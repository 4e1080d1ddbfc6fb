/** Seat entries: what is encoded is valid by the documented schema, and shows each seat with its own values. */
import fc from 'fast-check';
import { z } from 'zod';
import {
  encodeSeatHead,
  encodeSeatPage,
  encodeSeriesSeat,
  type PlacedSeat,
  seatEntry,
  seriesSeatEntry,
} from '#codec/answers/seat-entry.ts';
import { seatStates } from '#domain/seats/inventory.ts';
import { type SeatOwner, type SeatPage, SeatPages } from '#domain/seats/seat-page.ts';
import { sessionOf } from '../../support/event-states.ts';
import { expectValid } from '../../support/valid-answers.ts';

const plain = { noNullPrototype: true } as const;
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
const anyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const properties = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
  .map((value) => JSON.stringify(value));

const place: fc.Arbitrary<PlacedSeat> = fc.record(
  { id: anyId, sectionId: anyId, rowId: anyId, name: anyText, rowName: anyText, sectionName: anyText },
  plain,
);

/** Owners: none, sessions of which the second has left memory, and private locks of which one has a hold type. */
const owners = [0, 1, 2, -3, -4] as const;

const seat = fc.record(
  {
    place,
    state: fc.nat(seatStates.length - 1),
    owner: fc.constantFrom(...owners),
    slot: fc.nat(2),
    properties: fc.option(properties),
  },
  plain,
);

const world = fc.record(
  {
    seats: fc.array(seat, { minLength: 1, maxLength: 8 }),
    showsProperties: fc.boolean(),
    sessions: fc.tuple(...[1, 2].map((ordinal) => ownerOf(ordinal))),
    priceName: anyText,
    holdType: anyText,
  },
  plain,
);

function ownerOf(ordinal: number): fc.Arbitrary<SeatOwner> {
  return fc.record(
    { ordinal: fc.constant(ordinal), id: fc.uuid(), reference: fc.option(anyText), properties: fc.option(properties) },
    plain,
  );
}

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

function pageOf({ seats, showsProperties, sessions, priceName, holdType }: World): SeatPage {
  return {
    ...{ eventNumber: 7, schemaId: 3, layoutVersion: 0, showsProperties, known: sessions.slice(0, 1) },
    ended: seats.some(({ owner }) => owner === 2) ? [2] : [],
    seats: Uint32Array.from(seats.keys()),
    states: Uint8Array.from(seats, ({ state }) => state),
    owners: Int32Array.from(seats, ({ owner }) => owner),
    priceSlots: Uint16Array.from(seats, ({ slot }) => slot),
    prices: [[1, 501, priceName]],
    ticketed: [],
    holdTypes: [[3, holdType]],
    properties: seats.flatMap(({ properties }, at) => (properties === null ? [] : [[at, properties] as const])),
  };
}

function keyOf({ sectionName, rowName, name }: PlacedSeat): string {
  return `${sectionName};;${rowName};;${name}`;
}

/** The entry of one seat, made without the encoder. */
function expectedEntry(one: World['seats'][number], page: World) {
  const { id, sectionId, rowId, name } = one.place;
  const session = one.owner > 0 ? page.sessions[one.owner - 1] : undefined;
  const own = page.showsProperties ? { properties: JSON.parse(session?.properties ?? '{}') } : {};
  return {
    ...{ id, sectionId, rowId, name, key: keyOf(one.place), state: seatStates[one.state] },
    holdType: one.owner > 0 ? 'CART' : one.owner === -3 ? page.holdType : null,
    ...(one.slot === 1 ? { priceId: 501, priceName: page.priceName } : { priceId: null, priceName: null }),
    properties: JSON.parse(one.properties ?? '{}'),
    booking: session === undefined ? null : { sessionId: session.id, reference: session.reference, ...own },
  };
}

test('a page of the assignments read', () => {
  fc.assert(
    fc.property(world, (given) => {
      const page = pageOf(given);
      const heads = given.seats.map((one) => encodeSeatHead(one.place));
      const others = given.sessions.filter(({ ordinal }) => page.ended.includes(ordinal));
      const shown = JSON.parse(`[${encodeSeatPage(page, heads, others)}]`);
      expectValid(z.array(seatEntry.strict()), shown);
      expect(shown).toEqual(given.seats.map((one) => expectedEntry(one, given)));
    }),
  );
});

test('a page names the sessions that own its seats and have left memory, and no private lock', () => {
  const inventory = {
    ...{
      seq: 1,
      schemaId: 3,
      layoutVersion: 0,
      order: null,
      states: new Uint8Array(6),
      priceSlots: new Uint16Array(6),
    },
    ...{ owners: Int32Array.of(1, 2, 2, -3, 0, 4), prices: [null], areas: [], holdTypes: [], properties: [] },
    sessions: [sessionOf(1)],
  };
  const pages = new SeatPages(inventory, { eventNumber: 7, showsProperties: false });
  const page = pages.page(Uint32Array.of(0, 1, 2, 3, 4));
  expect([page.known.map(({ ordinal }) => ordinal), page.ended]).toEqual([[1], [2]]);
});

test('a seat of a series', () => {
  fc.assert(
    fc.property(world, fc.uuid(), anyText, (given, eventId, eventName) => {
      for (const one of given.seats) {
        const owned = { ...one, owner: 1 } as const;
        const entry = expectedEntry(owned, { ...given, showsProperties: true });
        const [session] = given.sessions as [SeatOwner];
        const shown = JSON.parse(
          encodeSeriesSeat({
            ...{ ...entry, ...one.place, eventId, eventName, start: '2027-05-01T15:00:00' },
            ...{ state: seatStates[one.state] ?? 'SOLD', properties: one.properties },
            ...{ sessionId: session.id, reference: session.reference, sessionProperties: session.properties },
          }),
        );
        expectValid(seriesSeatEntry.strict(), shown);
        expect(shown).toEqual({ eventId, eventName, start: '2027-05-01T15:00:00', seat: entry });
      }
    }),
  );
});
