/**
 * A hall whose events sell by rules: rows of seats, a lodge, tables that are taken as wholes, and a floor. Its events have
 * ticket types with limits, and allotments that open, close and are released while buyers are at work.
 */
import type { Target } from '../../bench/load/plan.ts';
import { makeAllotment, makeEvent, rowSeats } from '../../bench/stand/catalog.ts';
import type { Client } from '../../bench/stand/client.ts';
import type { Demo } from '../../bench/stand/service.ts';
import type { EventRules, OnSale, Unit } from '../soak/event-rules.ts';

const api = '/api/private/v2.0';
const lodgeSeats = 6;
const tables = 12;
const tableSeats = 8;
/** More guests than the most seats that buyers let the event choose. */
const guests = { min: 5, max: tableSeats };
const fanPlaces = 300;
/** Of the floor, for everybody: few enough to be sold out. */
const publicPlaces = 2_000;
const amount = 5_000;
const types: EventRules['types'] = {
  child: { amount: 2_050, maxPerSession: 3, eventMax: null, requiresPass: false },
  reduced: { amount: 3_333, maxPerSession: null, eventMax: 40, requiresPass: false },
  member: { amount: 1_999, maxPerSession: null, eventMax: null, requiresPass: true },
};
/** From the making of an event. */
const after = { openingMs: 4_000, closingMs: 6_000, earlyReleaseMs: 8_000, fanReleaseMs: 12_000 };

export class RuledHall {
  readonly #owner: Client;
  readonly #demo: Demo;
  readonly #schemaId: number;
  readonly #units: readonly Unit[];
  readonly #places: number;

  private constructor(owner: Client, demo: Demo, schemaId: number, units: readonly Unit[], places: number) {
    this.#owner = owner;
    this.#demo = demo;
    this.#schemaId = schemaId;
    this.#units = units;
    this.#places = places;
  }

  /** `seats`: in rows, a multiple of 100. `places`: of the floor. */
  static async open(owner: Client, demo: Demo, seats: number, places: number): Promise<RuledHall> {
    const numbered = (count: number, seatCount: number) =>
      Array.from({ length: count }, (_, row) => ({ name: `${row + 1}`, seatCount }));
    const body = {
      name: 'Hall with rules',
      sections: [
        { name: 'Block', rows: numbered(seats / rowSeats, rowSeats) },
        { name: 'Lodge', rows: numbered(1, lodgeSeats) },
        { name: 'Tables', rows: numbered(tables, tableSeats) },
        { name: 'Floor', ga: true, capacity: places },
      ],
      units: numbered(tables, tableSeats).map(({ name: row }) => ({
        ...{ name: `Table ${row}`, seats: [{ section: 'Tables', row }], booking: 'WHOLE' },
        ...guests,
      })),
    };
    const { id } = await owner.demand({ method: 'POST', path: `${api}/schemas/`, body });
    const { units } = await owner.demand({ method: 'GET', path: `${api}/schemas/${id}/units/` });
    return new RuledHall(owner, demo, id, units, places);
  }

  /** A new event, with all its rules before its first buyer. */
  async makeTarget(): Promise<OnSale> {
    const all = await makeEvent(this.#owner, this.#demo, this.#schemaId);
    const inUnits = new Set(this.#units.flatMap(({ seats }) => seats));
    const target = { ...all, seats: all.seats.filter((seat) => !inUnits.has(seat)) };
    await this.#setTypes(target);
    const fanClub = await this.#divide(target);
    return { ...target, rules: { fanClub, units: this.#units, guests, amount, types } };
  }

  async #setTypes({ eventId }: Target): Promise<void> {
    const path = `${api}/event/${eventId}/prices/`;
    const { content } = await this.#owner.demand({ method: 'GET', path });
    const [{ id, name }] = content;
    const ticketTypes = Object.entries(types).map(
      ([type, { amount: cost, maxPerSession, eventMax, requiresPass }]) => ({
        ...{ id: type, name: type, amount: cost },
        ...(maxPerSession === null ? {} : { maxPerSession }),
        ...(eventMax === null ? {} : { eventMax }),
        ...(requiresPass ? { requiresPass } : {}),
      }),
    );
    const body = [{ id, name, eventId, amount, currency: 'EUR', ticketTypes }];
    await this.#owner.demand({ method: 'PUT', path, body });
  }

  /** Resolves with the id of the allotment of the fans. */
  async #divide(target: Target): Promise<string> {
    const { seats } = target;
    const now = Date.now();
    const at = (ms: number): string => new Date(now + ms).toISOString();
    const tenth = Math.floor(seats.length / 10);
    const make = (terms: object, from: number, to: number, places = 0) =>
      makeAllotment(this.#owner, target, terms, seats.slice(from, to), places);
    const fans = { name: 'Fan club', access: 'PASS', maxSeatsPerSession: 4, release: { at: at(after.fanReleaseMs) } };
    const fanClub = await make(fans, 0, tenth, fanPlaces);
    const later = await make({ name: 'Later', access: 'PUBLIC', opensAt: at(after.openingMs) }, tenth, 2 * tenth);
    const release = { at: at(after.earlyReleaseMs), to: later };
    await make({ name: 'Early', access: 'PUBLIC', closesAt: at(after.closingMs), release }, 2 * tenth, 3 * tenth);
    const lodge = seats.length - lodgeSeats;
    const house = { name: 'House seats', access: 'STAFF', release: { whenSold: 'SECTION' } };
    await make(house, lodge, lodge + lodgeSeats / 2);
    const reserve = this.#places - fanPlaces - publicPlaces;
    await make({ name: 'Reserve', access: 'STAFF' }, 0, 0, reserve);
    return fanClub;
  }
}
