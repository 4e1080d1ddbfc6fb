/**
 * The state of one live event: columns over its seats, counters of its areas, its sessions, locks, prices and
 * idempotency keys. Changed only by `apply`. The cost of a command or a session does not grow with the size of the
 * event.
 */
import { assert } from '#collections/assert.ts';
import { Bitmap } from '#collections/bitmap.ts';
import { OrdinalSet } from '#collections/ordinal-set.ts';
import { OrdinalTable } from '#collections/ordinal-table.ts';
import type { Allotments } from './allotments/allotments.ts';
import { PlaceIndex } from './best/place-index.ts';
import type { BuyerPlaces } from './buyers/buyer-places.ts';
import type { EventStatus } from './fact.ts';
import type { ChangeLog } from './feed/change-log.ts';
import type { HistoryLog } from './history/history-log.ts';
import { KeyMemory } from './keys/key-memory.ts';
import { SpentPasses } from './passes/spent-passes.ts';
import { PriceList } from './pricing/price-list.ts';
import type { Properties } from './properties.ts';
import { type Admission, openAdmission } from './queue/admission.ts';
import type { Queue } from './queue/queue.ts';
import { type Area, isGone, newArea } from './seats/areas.ts';
import { SeatInventory } from './seats/inventory.ts';
import type { Lock } from './seats/locks.ts';
import type { SeatMap } from './seats/seat-map.ts';
import { References } from './session/references.ts';
import { isEmptyHanded, isLive, type LiveState, type Session, type SessionState } from './session/session.ts';
import { SessionsById } from './session/sessions-by-id.ts';
import type { Tickets } from './tickets/tickets.ts';
import { EventUnits } from './units/event-units.ts';
import type { UnitOverride } from './units/unit.ts';

export class EventState {
  /** The map of the adopted version or of a newer one, which contains everything that an older one does. */
  seatMap: SeatMap;
  /** The layout version that the event has adopted; additions and removals of newer versions do not apply to it. */
  layoutVersion = 0;
  /** Sequence number of the last record applied, 0 for none. */
  seq = 0;
  /** Actor time of the last record applied. */
  at = 0;
  /** The event's public id. */
  eventId = '';
  status: EventStatus = 'DRAFT';
  /** Actor time at which booking closes; null: never. */
  closesAt: number | null = null;
  /** How buyers are admitted. */
  admission: Admission = openAdmission;
  /** Null until the admission first asks for one. */
  queue: Queue | null = null;
  /** Whether a record has ever named a seat or an area. Until then the state fits every layout. */
  isTouched = false;
  /** Epoch of the last record applied. */
  epoch = 0;
  /** The last ordinal in use. Sessions and locks share one sequence that starts at 1. */
  lastOrdinal = 0;
  readonly seats: SeatInventory;
  readonly areas: Area[];
  /** Live sessions, and ended ones that are not yet projected or were recalled. */
  readonly sessionsByOrdinal = new OrdinalTable<Session>();
  readonly sessions = new SessionsById(this.sessionsByOrdinal);
  /** Ordinals of the sessions that are ACTIVE and hold nothing; smaller ones are older. */
  readonly emptySessions = new OrdinalSet();
  /** How many sessions are live, by state. */
  readonly liveSessions: Record<LiveState, number> = { ACTIVE: 0, PENDING_PAYMENT: 0 };
  /** How many of the live sessions are of the counter and hold something. */
  counterHolds = 0;
  readonly locks = new Map<number, Lock>();
  readonly references = new References();
  readonly keys: KeyMemory;
  readonly passes: SpentPasses;
  prices = new PriceList();
  /** Null while the event has no allotment. */
  allotments: Allotments | null = null;
  /** Units that the event books otherwise than its layout says. */
  unitOverrides: readonly UnitOverride[] = [];
  readonly seatProperties = new Map<number, Properties>();
  /** Changes since the last `takeChanges`, for the projection. */
  changes: Changes;
  /** Changes for the organization's feed that are not yet written; null while none are derived. */
  changeLog: ChangeLog | null = null;
  /** Changes of seats and areas that are not yet stored in their history; null while none are noted. */
  #historyLog: HistoryLog | null = null;
  /** Built when seats are chosen for the first time. */
  #placeIndex: PlaceIndex | null = null;
  #units: EventUnits | null = null;

  /** `memories`: empty ones with lower bounds, for tests. */
  constructor(seatMap: SeatMap, memories: { readonly keys?: KeyMemory; readonly passes?: SpentPasses } = {}) {
    this.seatMap = seatMap;
    this.keys = memories.keys ?? new KeyMemory();
    this.passes = memories.passes ?? new SpentPasses();
    this.seats = new SeatInventory(seatMap.firstSize);
    this.areas = seatMap.areas
      .filter(({ sinceVersion = 0 }) => sinceVersion === 0)
      .map((plan) => newArea({ ...plan, capacity: plan.firstCapacity ?? plan.capacity }));
    this.changes = new Changes(seatMap.firstSize);
  }

  /**
   * Replaces the seat map by one of a newer version of the layout, or by one of the same version whose geometry has been
   * read. The event adopts a version only by a fact.
   */
  offer(seatMap: SeatMap): void {
    assert(seatMap.schemaId === this.seatMap.schemaId, () => `schema ${seatMap.schemaId} is not the event's`);
    const isSame = seatMap.version === this.seatMap.version;
    const isFuller = isSame && this.seatMap.seating === null && seatMap.seating !== null;
    if (!isFuller && seatMap.version <= this.seatMap.version) return;
    this.seatMap = seatMap;
    // Conditions of sections need the geometry.
    if (this.allotments !== null) this.allotments.soldScopes = null;
  }

  /** The index of the seats that can be taken, for choosing some of them; null: the geometry has not been read. */
  placeIndex(): PlaceIndex | null {
    const { seating } = this.seatMap;
    if (seating === null) return null;
    if (this.#placeIndex?.seating !== seating) {
      this.#placeIndex = new PlaceIndex(this.seats, seating, () => this.units);
      this.seats.watcher = this.#placeIndex;
    }
    return this.#placeIndex;
  }

  /** The units of the newest layout, with the event's own terms; null: the layout has none. */
  get units(): EventUnits | null {
    const { units } = this.seatMap;
    if (units === null) return null;
    if (this.#units?.layout !== units || this.#units.overrides !== this.unitOverrides) {
      this.#units = new EventUnits(units, this.unitOverrides);
    }
    return this.#units;
  }

  get historyLog(): HistoryLog | null {
    return this.#historyLog;
  }

  /** The log is told of every change from now on. */
  set historyLog(log: HistoryLog | null) {
    this.#historyLog = log;
    this.seats.history = log;
  }

  get tickets(): Tickets {
    return this.seats.tickets;
  }

  get buyers(): BuyerPlaces {
    return this.seats.buyers;
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

  /** Adds a session record, or replaces the one with its ordinal. */
  putSession(session: Session): void {
    const before = this.sessionsByOrdinal.get(session.ordinal);
    if (before?.state !== session.state) {
      if (before !== undefined) this.#countSession(before.state, -1);
      this.#countSession(session.state, 1);
    }
    if (session.counter === true) {
      const heldBefore = before !== undefined && isLive(before) && !isEmptyHanded(before);
      this.counterHolds += Number(isLive(session) && !isEmptyHanded(session)) - Number(heldBefore);
    }
    this.sessionsByOrdinal.set(session.ordinal, session);
    if (before === undefined) this.sessions.add(session);
    if (isEmptyHanded(session)) this.emptySessions.add(session.ordinal);
    else this.emptySessions.delete(session.ordinal);
  }

  #countSession(state: SessionState, change: 1 | -1): void {
    if (state === 'ACTIVE' || state === 'PENDING_PAYMENT') this.liveSessions[state] += change;
  }

  /** Removes an ended and projected session from memory; a late call can bring it back. */
  evictSession(session: Session): void {
    this.sessions.delete(session);
    this.sessionsByOrdinal.delete(session.ordinal);
  }

  /** Removes an empty session for good, with its key: no call finds it any more. Its row is deleted by the projection. */
  removeSession(session: Session): void {
    this.#countSession(session.state, -1);
    this.emptySessions.delete(session.ordinal);
    this.evictSession(session);
    this.keys.forgetSession(session.ordinal);
    this.changes.sessions.delete(session.ordinal);
    this.changes.sessionsGone.add(session.ordinal);
  }

  /** Its counters, its price or its name have changed. */
  areaChanged(index: number): void {
    this.changes.areas.add(index);
    this.#historyLog?.areaChanged(index);
  }

  /** Returns the changes collected so far and starts a new collection. */
  takeChanges(): Changes {
    const taken = this.changes;
    this.changes = new Changes(this.seats.size);
    return taken;
  }
}

/** Which sessions, seats and areas changed; their values are read from the state when needed. */
export class Changes {
  readonly sessions = new Set<number>();
  /** Sessions that were removed: they may have a row. */
  readonly sessionsGone = new Set<number>();
  seats: Bitmap;
  readonly areas = new Set<number>();
  /** By session: areas in which its cart may no longer tell which places it has. The session may have left memory. */
  readonly places = new Map<number, Set<number>>();
  /** What is on sale, apart from what is taken: prices, allotments, the layout, units. */
  offer = false;
  status = false;

  constructor(size: number) {
    this.seats = new Bitmap(size);
  }

  addPlaces(session: number, area: number): void {
    const areas = this.places.get(session);
    if (areas === undefined) this.places.set(session, new Set([area]));
    else areas.add(area);
  }

  /** Everything that reports need: the projection was written by a release that did not know them. */
  addAll(state: EventState): void {
    for (const taken of [state.seats.locked, state.seats.sold, state.seats.blocked]) {
      taken.forEach((seat) => {
        this.seats.add(seat);
      });
    }
    for (const [index, area] of state.areas.entries()) {
      this.areas.add(index);
      area.purchases.forEach((session) => {
        this.addPlaces(session, index);
      });
    }
    this.offer = true;
  }
}
