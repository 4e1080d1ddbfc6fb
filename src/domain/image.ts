/**
 * The whole state of an event as a value, stored by snapshots and read by recovery. Taking one copies columns and
 * references only: about 15 ms with a million open sessions. It stays consistent while it is being written because
 * session records are immutable.
 */

import { assert } from '#collections/assert.ts';
import { Allotments, type AllotmentsImage } from './allotments/allotments.ts';
import type { BuyersImage } from './buyers/buyer-places.ts';
import { Changes, EventState } from './event-state.ts';
import type { EventStatus } from './fact.ts';
import { type KeyPage, keysOf } from './keys/create-keys.ts';
import { type KeyedAnswers, keyedAnswersOf, restored, restoreSessionAnswers } from './keys/key-image.ts';
import type { PassChunk } from './passes/spent-passes.ts';
import type { Price } from './pricing/price.ts';
import { PriceList } from './pricing/price-list.ts';
import { restoredProperties, type StoredProperties } from './properties.ts';
import { type Admission, openAdmission } from './queue/admission.ts';
import { Queue, type QueueImage, saltOf } from './queue/queue.ts';
import { TicketKeys } from './queue/ticket-keys.ts';
import { type Area, newArea } from './seats/areas.ts';
import type { Lock } from './seats/locks.ts';
import type { SeatMap } from './seats/seat-map.ts';
import type { SeatRuns } from './seats/seat-runs.ts';
import { forEachInRuns, runsOfMembers } from './seats/seat-runs.ts';
import type { Session } from './session/session.ts';
import type { TicketsImage } from './tickets/tickets.ts';
import type { UnitOverride } from './units/unit.ts';

type Column = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** Plain values: everything but the columns, the sessions and the creation keys. */
export interface ImageHead extends KeyedAnswers {
  readonly eventId: string;
  readonly at: number;
  readonly epoch: number;
  readonly status: EventStatus;
  /** Absent in older images; their events do not close. */
  readonly closesAt?: number | null;
  /** Absent in older images and while it was never set. */
  readonly admission?: Admission;
  /** Absent in older images and in events without a queue. */
  readonly queue?: QueueImage;
  /** Absent in older images and in events without allotments. */
  readonly allotments?: AllotmentsImage;
  /** Absent in older images, and while the event has none. */
  readonly unitOverrides?: readonly UnitOverride[];
  /** Absent in older images, which count as touched. */
  readonly isTouched?: boolean;
  /** Absent while the event uses the first version of its layout. */
  readonly layout?: {
    readonly schema: number;
    readonly version: number;
  };
  readonly removed?: SeatRuns;
  readonly leaving?: SeatRuns;
  readonly lastOrdinal: number;
  readonly prices: readonly (Price | null)[];
  /** Older images do not count moves. */
  readonly areas: readonly (Omit<Area, 'purchases' | 'moves'> & Partial<Pick<Area, 'moves'>>)[];
  /** Places that confirmed sessions own in the areas, in the order of confirmation. */
  readonly purchases: readonly (readonly [area: number, session: number, places: number])[];
  readonly locks: readonly Lock[];
  readonly references: readonly (readonly [reference: string, sessionId: string])[];
  readonly properties: readonly (readonly [seat: number, properties: StoredProperties])[];
  /** Absent in older images, and while no ticket has a type. */
  readonly tickets?: TicketsImage;
  /** Absent in older images, and while no session of a buyer with a pass has anything. */
  readonly buyers?: BuyersImage;
}

export interface EventImage {
  readonly seq: number;
  readonly head: ImageHead;
  readonly columns: Readonly<Record<ColumnName, Column>>;
  readonly sessions: readonly Session[];
  readonly keys: readonly KeyPage[];
  /** The passes that have opened a session, in that order. */
  readonly passes: readonly PassChunk[];
  /** Sessions as keyed answers show them. */
  readonly answered: readonly Session[];
  /** Only with a queue. */
  readonly tickets?: Tickets;
}

/** The tickets of the queue: the words of their keys in pages, and the claimed places. */
export interface Tickets {
  readonly pages: readonly Uint32Array<ArrayBuffer>[];
  readonly claims: Uint32Array<ArrayBuffer>;
  /** Made of the pages while a snapshot is read, because a million tickets would hold the event loop too long at once. */
  readonly keys?: TicketKeys;
}

export const columnNames = ['locked', 'sold', 'blocked', 'owners', 'priceSlots'] as const;
export type ColumnName = (typeof columnNames)[number];

export function imageOf(state: EventState): EventImage {
  const answered: Session[] = [];
  const tickets = state.tickets.image();
  const buyers = state.buyers.image();
  return {
    seq: state.seq,
    head: {
      eventId: state.eventId,
      at: state.at,
      epoch: state.epoch,
      status: state.status,
      closesAt: state.closesAt,
      isTouched: state.isTouched,
      ...(state.admission === openAdmission ? {} : { admission: state.admission }),
      ...(state.queue === null ? {} : { queue: state.queue.image() }),
      ...(state.allotments === null ? {} : { allotments: state.allotments.image() }),
      ...(state.unitOverrides.length === 0 ? {} : { unitOverrides: state.unitOverrides }),
      ...layoutOf(state),
      lastOrdinal: state.lastOrdinal,
      prices: state.prices.slots(),
      areas: state.areas.map(({ purchases, ...area }) => ({ ...area, locks: area.locks.slice() })),
      purchases: purchasesOf(state),
      locks: Array.from(state.locks.values(), (lock) => ({ ...lock })),
      references: [...state.references],
      ...keyedAnswersOf(state.keys, answered),
      properties: [...state.seatProperties],
      ...(tickets === undefined ? {} : { tickets }),
      ...(buyers === undefined ? {} : { buyers }),
    },
    columns: {
      locked: state.seats.locked.words.slice(),
      sold: state.seats.sold.words.slice(),
      blocked: state.seats.blocked.words.slice(),
      owners: state.seats.owners.slice(),
      priceSlots: state.seats.priceSlots.slice(),
    },
    sessions: state.sessions.list(),
    keys: state.keys.creates.image(),
    passes: state.passes.chunks(),
    answered,
    ...(state.queue === null ? {} : { tickets: { pages: state.queue.keys.pages(), claims: state.queue.claims() } }),
  };
}

function layoutOf({
  layoutVersion: version,
  seatMap,
  seats,
}: EventState): Pick<ImageHead, 'layout' | 'removed' | 'leaving'> {
  if (version === 0) return {};
  return {
    layout: { schema: seatMap.schemaId, version },
    removed: runsOfMembers(seats.removed),
    leaving: runsOfMembers(seats.leaving),
  };
}

function purchasesOf(state: EventState): ImageHead['purchases'] {
  const purchases: [number, number, number][] = [];
  for (const [index, area] of state.areas.entries()) {
    area.purchases.forEach((session, places) => {
      purchases.push([index, session, places]);
    });
  }
  return purchases;
}

/** Sessions or references that one step of a restoration adds: about 3 ms. */
const restoredPerStep = 5_000;
const keyPagesPerStep = 8;

/** Rebuilds the state at once; throws `BrokenInvariant` when the image does not fit the seat map. */
export function stateOf(image: EventImage, seatMap: SeatMap): EventState {
  const steps = restoring(image, seatMap);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps, between which other work can run. */
export function* restoring(image: EventImage, seatMap: SeatMap): Generator<undefined, EventState> {
  const state = new EventState(seatMap);
  const { head } = image;
  state.seq = image.seq;
  state.eventId = head.eventId;
  state.at = head.at;
  state.epoch = head.epoch;
  state.status = head.status;
  state.closesAt = head.closesAt ?? null;
  state.isTouched = head.isTouched ?? true;
  state.admission = head.admission ?? openAdmission;
  state.unitOverrides = head.unitOverrides ?? [];
  state.lastOrdinal = head.lastOrdinal;
  state.prices = PriceList.ofSlots(head.prices);
  // An untouched event may have been given another layout since.
  if (state.isTouched || head.layout?.schema === seatMap.schemaId) {
    restoreLayout(state, image);
    restoreAreas(state, head);
    restoreColumns(state, image.columns);
  }
  if (head.tickets !== undefined) state.tickets.restore(head.tickets);
  if (head.buyers !== undefined) state.buyers.restore(head.buyers);
  for (const lock of head.locks) state.locks.set(lock.ordinal, { ...lock });
  if (head.allotments !== undefined) state.allotments = Allotments.of(head.allotments, state.seats.size);
  yield* inSteps(head.references, ([reference, sessionId]) => state.references.set(reference, sessionId));
  for (const [seat, properties] of head.properties) state.seatProperties.set(seat, restoredProperties(properties));
  yield* inSteps(image.sessions, (session) => state.putSession(session));
  for (const [number, page] of image.keys.entries()) {
    if (number > 0 && number % keyPagesPerStep === 0) yield;
    for (const key of keysOf(page)) {
      // Share one string: the session and its key were read from different parts of a snapshot.
      const sessionId = state.sessionsByOrdinal.get(key.ordinal)?.id ?? key.sessionId;
      state.keys.creates.add({ ...key, sessionId });
    }
  }
  yield* inSteps(head.answers, ([hash, answer]) => state.keys.remember(hash, restored(answer, image)));
  yield* inSteps(head.sessionAnswers ?? [], (kept) => restoreSessionAnswers(state, kept, image));
  yield* inSteps(head.sessionKeys ?? [], (piece) => state.keys.ofSessions.restore(piece));
  yield* state.passes.restoring(image.passes);
  state.queue = queueOf(image);
  state.seats.recent.beginAfter(image.seq);
  return state;
}

function* inSteps<T>(items: readonly T[], restore: (item: T) => void): Generator<undefined, void> {
  for (let at = 0; at < items.length; at++) {
    restore(items[at] as T);
    if ((at + 1) % restoredPerStep === 0) yield;
  }
}

function restoreLayout(state: EventState, { head, columns }: EventImage): void {
  const { layout, removed = [], leaving = [], areas } = head;
  if (layout === undefined) return;
  assert(layout.schema === state.seatMap.schemaId, () => `the image is of schema ${layout.schema}`);
  assert(layout.version <= state.seatMap.version, () => `the image is of version ${layout.version} of the layout`);
  state.layoutVersion = layout.version;
  state.seats.grow(columns.owners.length);
  state.changes = new Changes(state.seats.size);
  for (const area of areas.slice(state.areas.length)) state.areas.push(newArea(area));
  forEachInRuns(removed, (seat) => state.seats.remove(seat));
  forEachInRuns(leaving, (seat) => state.seats.leaving.add(seat));
}

function restoreAreas(state: EventState, { areas, purchases }: ImageHead): void {
  assert(areas.length === state.areas.length, 'the image has other areas than the layout');
  for (const [index, area] of areas.entries()) {
    Object.assign(state.areaAt(index), area, { locks: area.locks.slice() });
  }
  for (const [area, session, places] of purchases) state.areaAt(area).purchases.add(session, places);
}

function restoreColumns(state: EventState, columns: EventImage['columns']): void {
  const { seats } = state;
  restore(seats.locked.words, columns.locked);
  restore(seats.sold.words, columns.sold);
  restore(seats.blocked.words, columns.blocked);
  restore(seats.owners, columns.owners);
  restore(seats.priceSlots, columns.priceSlots);
  for (const taken of [seats.locked, seats.sold, seats.blocked]) {
    const missing = seats.available.removeAll(taken);
    assert(missing === -1, () => `seat ${missing} is in two states`);
  }
  seats.recount();
}

function restore(target: Column, source: Column): void {
  assert(target.length === source.length, 'a column of the image has another length than the layout');
  target.set(source);
}

function queueOf({ head: { queue }, tickets }: EventImage): Queue | null {
  if (queue === undefined) return null;
  assert(tickets !== undefined, 'the image has a queue without tickets');
  return Queue.of(queue, tickets.keys ?? ticketKeysOf(queue, tickets.pages), tickets.claims);
}

function ticketKeysOf({ seed }: QueueImage, pages: Tickets['pages']): TicketKeys {
  const keys = new TicketKeys(saltOf(seed));
  for (const page of pages) keys.addPage(page);
  return keys;
}
