/**
 * Everything that is known about one event while it is live: columns over its seats, counters of its
 * areas, its sessions, locks, prices and idempotency keys. Changed by `apply` alone. Neither its cost per
 * command nor that of a session grows with the size of the event.
 */
import { assert } from './assert.ts';
import type { EventStatus } from './fact.ts';
import { KeyMemory } from './key-memory.ts';
import { OrdinalSet } from './ordinal-set.ts';
import { OrdinalTable } from './ordinal-table.ts';
import { PriceList } from './pricing/price-list.ts';
import type { Properties } from './properties.ts';
import { type Area, isGone, newArea } from './seats/areas.ts';
import { Bitmap } from './seats/bitmap.ts';
import { SeatInventory } from './seats/inventory.ts';
import type { Lock } from './seats/locks.ts';
import type { SeatMap } from './seats/seat-map.ts';
import { isEmptyHanded, type LiveState, type Session, type SessionState } from './session/session.ts';

export class EventState {
  /** Of the version that the event has adopted, or of a newer one, which knows whatever an older one knows. */
  seatMap: SeatMap;
  /** Version of the layout that the event goes by: what a newer one added or removed has no part in it. */
  layoutVersion = 0;
  /** Sequence number of the last record applied, 0 for none. */
  seq = 0;
  /** Actor time of the last record applied. */
  at = 0;
  /** The event's public id. */
  eventId = '';
  status: EventStatus = 'DRAFT';
  /** Actor time from which nobody can book any more; null: always. */
  closesAt: number | null = null;
  /** Whether a record has ever named a seat or an area. Until then the state fits every layout. */
  isTouched = false;
  /** Epoch of the last record applied. */
  epoch = 0;
  /** Sessions and locks are counted together, from 1. */
  lastOrdinal = 0;
  readonly seats: SeatInventory;
  readonly areas: Area[];
  /** Live sessions, and those that are over but not yet in the projection. */
  readonly sessions = new Map<string, Session>();
  readonly sessionsByOrdinal = new OrdinalTable<Session>();
  /** Ordinals of the sessions that are ACTIVE and hold nothing; smaller ones are older. */
  readonly emptySessions = new OrdinalSet();
  /** How many sessions are live, by state. */
  readonly liveSessions: Record<LiveState, number> = { ACTIVE: 0, PENDING_PAYMENT: 0 };
  readonly locks = new Map<number, Lock>();
  /** Id of the confirmed session that holds the reference. */
  readonly references = new Map<string, string>();
  readonly keys = new KeyMemory();
  prices = new PriceList();
  readonly seatProperties = new Map<number, Properties>();
  /** What has changed since somebody last took it: for the projection. */
  changes: Changes;

  constructor(seatMap: SeatMap) {
    this.seatMap = seatMap;
    this.seats = new SeatInventory(seatMap.firstSize);
    this.areas = seatMap.areas
      .filter(({ sinceVersion = 0 }) => sinceVersion === 0)
      .map((plan) => newArea({ ...plan, capacity: plan.firstCapacity ?? plan.capacity }));
    this.changes = new Changes(seatMap.firstSize);
  }

  /** Takes the map of a newer version of the layout in place of the one at hand; the event goes on as before. */
  offer(seatMap: SeatMap): void {
    assert(seatMap.schemaId === this.seatMap.schemaId, () => `schema ${seatMap.schemaId} is not the event's`);
    if (seatMap.version > this.seatMap.version) this.seatMap = seatMap;
  }

  /** Dense index of a seat id, or -1 when the event has no such seat. */
  seatOf(id: number): number {
    const seat = this.seatMap.indexOf(id);
    return seat < this.seats.size && seat !== -1 && !this.seats.removed.has(seat) ? seat : -1;
  }

  /** Index of an area id, or -1 when the event has no such area. */
  areaOf(id: number): number {
    const index = this.seatMap.areaIndexOf(id);
    const area = this.areas[index];
    return area === undefined || isGone(area) ? -1 : index;
  }

  sessionAt(ordinal: number): Session {
    const session = this.sessionsByOrdinal.get(ordinal);
    assert(session !== undefined, () => `no session has ordinal ${ordinal}`);
    return session;
  }

  areaAt(index: number): Area {
    const area = this.areas[index];
    assert(area !== undefined, () => `no area has index ${index}`);
    return area;
  }

  lockAt(ordinal: number): Lock {
    const lock = this.locks.get(ordinal);
    assert(lock !== undefined, () => `no lock has ordinal ${ordinal}`);
    return lock;
  }

  /** Puts a session record in place of the one with its id. */
  putSession(session: Session): void {
    const before = this.sessionsByOrdinal.get(session.ordinal)?.state;
    if (before !== session.state) {
      if (before !== undefined) this.#countSession(before, -1);
      this.#countSession(session.state, 1);
    }
    this.sessions.set(session.id, session);
    this.sessionsByOrdinal.set(session.ordinal, session);
    if (isEmptyHanded(session)) this.emptySessions.add(session.ordinal);
    else this.emptySessions.delete(session.ordinal);
  }

  #countSession(state: SessionState, change: 1 | -1): void {
    if (state === 'ACTIVE' || state === 'PENDING_PAYMENT') this.liveSessions[state] += change;
  }

  /** Drops a session that is over and projected; it can be put back when a late call needs it. */
  evictSession(session: Session): void {
    this.sessions.delete(session.id);
    this.sessionsByOrdinal.delete(session.ordinal);
  }

  /** Hands over the changes and starts collecting anew. */
  takeChanges(): Changes {
    const taken = this.changes;
    this.changes = new Changes(this.seats.size);
    return taken;
  }
}

/** Names of what changed; the values are read from the state when they are needed. */
export class Changes {
  readonly sessions = new Set<number>();
  seats: Bitmap;
  readonly areas = new Set<number>();
  status = false;

  constructor(size: number) {
    this.seats = new Bitmap(size);
  }
}
