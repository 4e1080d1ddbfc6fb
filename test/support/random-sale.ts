/**
 * A random history of one event over HTTP, by its calls: buyers, the box office, prices, allotments, tables and time. Many
 * calls are refused, which is part of it. Nothing is checked here.
 */
import { legacyPrefix } from './legacy-calls.ts';
import type { SeededRandom } from './seeded-random.ts';
import { openPricedShow, type Show, type TestService } from './service.ts';
import { bookingOf, type SessionCalls, sessionCalls, succeeded } from './session-calls.ts';

const hall = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows: ['A', 'B', 'C'].map((name) => ({ name, seatCount: 6 })) },
    { name: 'Balcony', rows: [{ name: 'A', seatCount: 8 }] },
    { name: 'Floor', ga: true, capacity: 40 },
    { name: 'Gallery', ga: true, capacity: 8 },
  ],
};

const money = { currency: 'EUR' };
const child = { id: 'child', name: 'Child', amount: 2_000 };
const standing = { id: 'child', name: 'Child', amount: 1_000 };

export class RandomSale {
  readonly show: Show;
  #service: TestService;
  readonly #random: SeededRandom;
  #calls: SessionCalls;
  readonly #sessions: string[] = [];
  #allotments: string[] = [];
  #changes = 0;

  static async open(service: TestService, random: SeededRandom): Promise<RandomSale> {
    const sale = new RandomSale(service, random, await openPricedShow(service, hall));
    await sale.#setTables();
    await sale.#setPrices();
    return sale;
  }

  private constructor(service: TestService, random: SeededRandom, show: Show) {
    this.#service = service;
    this.#random = random;
    this.show = show;
    this.#calls = sessionCalls(service, show);
  }

  /** Later calls go to another process. */
  moveTo(service: TestService): void {
    this.#service = service;
    this.#calls = sessionCalls(service, this.show);
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) await this.#step();
  }

  async #step(): Promise<unknown> {
    const chance = this.#random.below(100);
    if (chance < 11) return this.#sessions.push(await this.#calls.open());
    if (chance < 35) return this.#calls.callPublic(this.#session(), 'lock', this.#wanted());
    if (chance < 40) return this.#calls.callPublic(this.#session(), 'unlock', this.#given());
    if (chance < 54) return this.#buy();
    if (chance < 57) return this.#calls.release(this.#session());
    if (chance < 61) return this.#calls.exchange(this.#session(), { release: this.#given(), take: this.#wanted() });
    if (chance < 78) return this.#book();
    if (chance < 82) return this.#setPrices();
    if (chance < 85) return this.#assign();
    if (chance < 96) return this.#fill();
    if (chance < 98) return this.#clean();
    return this.#service.clock.advance(this.#random.pick([60_000, 400_000, 1_000_000]));
  }

  #session(): string {
    const latest = this.#sessions.slice(-4);
    return latest.length === 0 ? '0000000c-5b1e-8a07-9d3f-2a6f0c1b7e44' : this.#random.pick(latest);
  }

  #seats(max: number): number[] {
    const { seats } = this.show;
    return Array.from({ length: this.#random.below(max + 1) }, () => this.#random.pick(seats));
  }

  #type(): string | undefined {
    return this.#random.chance(0.4) ? 'child' : undefined;
  }

  #wanted() {
    const seats = [...new Set(this.#seats(3))];
    const typed = seats.filter(() => this.#random.chance(0.4)).map((seat) => [String(seat), 'child']);
    return {
      seats,
      groupOfSeats: this.#places(),
      ...(typed.length > 0 ? { ticketTypes: Object.fromEntries(typed) } : {}),
    };
  }

  #places() {
    return this.show.areas.flatMap((id) => {
      const ticketType = this.#type();
      const line = { id, capacity: 1 + this.#random.below(4), ...(ticketType === undefined ? {} : { ticketType }) };
      return this.#random.chance(0.4) ? [line] : [];
    });
  }

  #given() {
    return { seats: [...new Set(this.#seats(4))], groupOfSeats: this.#places().map(({ id }) => ({ id, capacity: 1 })) };
  }

  async #buy(): Promise<void> {
    const id = this.#session();
    await this.#calls.checkout(id);
    if (this.#random.chance(0.7)) await this.#calls.confirm(id, { reference: `order of ${id}`, reclaim: true });
  }

  #book() {
    const verb = this.#random.pick([
      'lock',
      'directsale',
      'directsale',
      'sale',
      'unlock',
      'revertsale',
      'revertsale',
      'block',
      'unblock',
    ] as const);
    const { seats, groupOfSeats, ticketTypes } = this.#wanted();
    const isTaking = verb === 'lock' || verb === 'directsale';
    const places = isTaking ? groupOfSeats : groupOfSeats.map(({ id, capacity }) => ({ id, capacity }));
    const types = isTaking && ticketTypes !== undefined ? { ticketTypes } : {};
    return this.#calls.book(verb, bookingOf(seats, [], { groupOfSeats: places, ...types }));
  }

  #ask(method: string, path: string, body?: unknown) {
    return this.#service.call(method, path, { key: this.#service.catalog.organization.token, body });
  }

  /** Other names and amounts of the same prices: carts keep what they captured. */
  #setPrices() {
    const [first, second] = this.show.prices;
    const more = 100 * this.#changes++;
    return this.#ask('PUT', `/api/private/v2.0/event/${this.show.eventId}/prices/`, [
      { id: first, name: `45.0${this.#changes % 10} EUR`, amount: 4_500 + more, ...money, ticketTypes: [child] },
      { id: second, name: `29.5${this.#changes % 10} EUR`, amount: 2_950 + more, ...money, ticketTypes: [standing] },
    ]);
  }

  #assign() {
    const seats = this.#seats(6).map((objectId) => ({ objectId, assignmentId: this.#random.pick(this.show.prices) }));
    return this.#ask('POST', `/api/private/v2.0/event/${this.show.eventId}/prices/assignments/`, {
      seats,
      groupOfSeats: [],
    });
  }

  async #clean(): Promise<void> {
    const { eventId, seats, areas, prices } = this.show;
    const [first, second] = prices;
    await this.#ask('POST', `${legacyPrefix}/assignments/clean?id=${eventId}`);
    await this.#ask('POST', `/api/private/v2.0/event/${eventId}/prices/assignments/`, {
      seats: seats.map((objectId) => ({ objectId, assignmentId: first })),
      groupOfSeats: areas.map((objectId) => ({ objectId, assignmentId: second })),
    });
  }

  /** Makes, fills, or deletes an allotment of seats and places. */
  async #fill(): Promise<void> {
    const root = `/api/private/v2.0/events/${this.show.eventId}/allotments/`;
    if (this.#allotments.length < 3) {
      const terms = { name: `Allotment ${this.#changes++}`, access: 'PUBLIC', ...this.#release() };
      const { id } = succeeded(await this.#ask('POST', root, terms)).body;
      this.#allotments.push(id);
    }
    const id = this.#random.pick(this.#allotments);
    if (this.#random.chance(0.1)) {
      this.#allotments = this.#allotments.filter((one) => one !== id);
      await this.#ask('DELETE', `${root}${id}`);
      return;
    }
    const groupOfSeats = this.show.areas.flatMap((area) =>
      this.#random.chance(0.6) ? [{ id: area, capacity: 1 + this.#random.below(12) }] : [],
    );
    await this.#ask('PUT', `${root}${id}/places`, { seats: [...new Set(this.#seats(8))], groupOfSeats });
  }

  #release(): object {
    const [to] = this.#allotments;
    if (!this.#random.chance(0.4)) return {};
    const at = new Date(this.#service.clock.now() + 500_000).toISOString();
    const cause = this.#random.chance(0.5) ? { at } : { whenSold: this.#random.pick(['EVENT', 'SECTION', 'PRICE']) };
    return { release: { ...cause, ...(to !== undefined && this.#random.chance(0.5) ? { to } : {}) } };
  }

  /** Two tables in the balcony, one of them booked as a whole. */
  async #setTables(): Promise<void> {
    const balcony = this.show.seats.slice(18);
    succeeded(
      await this.#ask('PUT', `/api/private/v2.0/schemas/${this.show.schemaId}/units/`, {
        units: [
          { name: 'Table 1', seats: balcony.slice(0, 3), min: 1, max: 3 },
          { name: 'Table 2', seats: balcony.slice(3, 6), booking: 'SEATS' },
        ],
      }),
    );
    const { units } = succeeded(await this.#ask('GET', `/api/private/v2.0/events/${this.show.eventId}/units/`)).body;
    const table = units[0].id;
    const id = await this.#calls.open();
    this.#sessions.push(id);
    succeeded(await this.#calls.callPublic(id, 'lock', { units: [table], guests: { [String(table)]: 2 } }));
  }
}
