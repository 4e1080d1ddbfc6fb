/** A decoder that knows only the format reads random layouts, and the available seats after random bookings. */
import fc from 'fast-check';
import { mapReads } from '../../support/map-calls.ts';
import { decodeMap, decodeOffer } from '../../support/map-decoder.ts';
import { layoutBody } from '../../support/random-layouts.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { bookingOf, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const layouts = Number(process.env.RANDOM_LAYOUTS ?? 10);

useService();

// biome-ignore lint/suspicious/noExplicitAny: answers are what the test says they are
type Json = any;

/** The seats of the layout read, in the form of the decoder. */
function seatsOf(layout: Json) {
  return layout.sections.flatMap(({ id: sectorId, rows }: Json) =>
    rows.flatMap(({ id: rowId, seats }: Json) =>
      seats.map(({ id, name, x, y, accessible, marked }: Json) => ({
        ...{ id, x, y, rowId, sectorId, name },
        ...{ isAccessible: accessible, isMarked: marked },
      })),
    ),
  );
}

/** A seat without its coordinates. */
function upright({ x, y, ...seat }: Json): Json {
  return seat;
}

const key = () => service.catalog.organization.token;

async function layoutOf({ schemaId }: Show): Promise<Json> {
  return succeeded(await service.call('GET', `/api/private/v2.0/schemas/${schemaId}/layout/`, { key: key() })).body;
}

test('the public map of a random layout decodes to every seat, row, section and area', async () => {
  await fc.assert(
    fc.asyncProperty(layoutBody, async (body) => {
      const show = await openPricedShow(service, body);
      const layout = await layoutOf(show);
      const map = decodeMap(succeeded(await mapReads(service, show.eventId).event()).body);
      const wanted = seatsOf(layout);
      expect(map.seats.map(upright)).toEqual(wanted.map(upright));
      for (const [at, { x, y }] of map.seats.entries()) {
        // Sums of doubles; most are exact.
        expect(Math.abs(x - wanted[at].x) + Math.abs(y - wanted[at].y)).toBeLessThan(1e-8);
      }
      expect(map.sectors).toEqual(layout.sections.map(({ id, name, ga }: Json) => ({ id, name, isGa: ga })));
      const rows = layout.sections.flatMap(({ id: sectorId, rows }: Json) =>
        rows.map(({ id, name: label }: Json) => ({ id, sectorId, label })),
      );
      expect(map.rows).toEqual(rows);
      expect([...map.drawnAreas].toSorted((a, b) => a - b)).toEqual(layout.areas.map(({ id }: Json) => id));
    }),
    { numRuns: layouts, seed: 20270501 },
  );
});

/** The available seats and places, by the private read. */
async function bookable(calls: SessionCalls) {
  const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
  const seats = seatsOnEvent
    .filter(({ state, priceId }: Json) => state === 'ACTIVE' && priceId !== null)
    .map(({ id, priceName }: Json) => [id, priceName]);
  const areas = groupsOnEvent
    .filter(({ priceId }: Json) => priceId !== null)
    .map(({ id, priceName, activeCount }: Json) => [id, [priceName, activeCount]]);
  return { seats: new Map(seats), areas: new Map(areas) };
}

const verbs = ['lock', 'unlock', 'directsale', 'revertsale', 'block', 'unblock'] as const;
const step = fc.oneof(
  fc.record({
    call: fc.constantFrom(...verbs),
    at: fc.nat(40),
    count: fc.integer({ min: 1, max: 4 }),
    places: fc.nat(5),
  }),
  fc.record({
    call: fc.constantFrom('hold', 'unprice', 'cancel', 'sell'),
    at: fc.nat(40),
    count: fc.integer({ min: 1, max: 3 }),
    places: fc.nat(5),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

class Buyer {
  readonly #show: Show;
  readonly #calls: SessionCalls;
  readonly #sessions: string[] = [];

  constructor(show: Show, calls: SessionCalls) {
    this.#show = show;
    this.#calls = calls;
  }

  /** Takes a step. Some steps are refused and change nothing. */
  async take({ call, at, count, places }: Step): Promise<void> {
    const { seats, areas, eventId, prices } = this.#show;
    const chosen = Array.from({ length: count }, (_, offset) => seats[(at + offset) % seats.length] as number);
    const lines = [[areas[at % areas.length], places]] as const;
    if (call === 'cancel') {
      const id = this.#sessions.pop();
      if (id !== undefined) await this.#calls.cancel(id, { startOver: true });
    } else if (call === 'hold' || call === 'sell') {
      const id = await this.#calls.open();
      this.#sessions.push(id);
      await this.#calls.lock(id, chosen, lines);
      if (call === 'hold') return;
      await this.#calls.checkout(id);
      await this.#calls.confirm(id);
    } else if (call === 'unprice') {
      const body = { seats: chosen.map((objectId) => ({ objectId, assignmentId: prices[0] })) };
      await service.call('DELETE', `/api/private/v2.0/event/${eventId}/prices/assignments/`, { key: key(), body });
    } else await this.#calls.book(call, bookingOf([...new Set(chosen)], places === 0 ? [] : lines));
  }
}

test('the public prices after random bookings decode to the available seats and places', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(layoutBody, fc.array(step, { minLength: 1, maxLength: 12 }), async (body, steps) => {
      const show = await openPricedShow(service, body);
      const calls = sessionCalls(service, show);
      const reads = mapReads(service, show.eventId);
      const buyer = new Buyer(show, calls);
      for (const one of steps) {
        await buyer.take(one);
        service.clock.advance(250);
        const expected = await bookable(calls);
        expect(decodeOffer(succeeded(await reads.prices()).body)).toEqual(expected);
        taken += show.seats.length - expected.seats.size;
      }
    }),
    { numRuns: layouts, seed: 20270501 },
  );
  // The bookings must have had an effect.
  expect(taken).toBeGreaterThan(100);
});
