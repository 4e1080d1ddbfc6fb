/**
 * A change of an organization's feed: a part of a fact that the organization's own systems must hear of. Plain data,
 * complete in itself: it can be encoded long after the event has moved on. Changes follow from facts alone, so every
 * owner of the event derives the same ones.
 */
import type { ReleaseCause } from '../allotments/allotment.ts';
import type { EventStatus } from '../fact.ts';
import type { Session } from '../session/session.ts';

/** Stored by position: new types are added at the end, and none is ever removed or moved. */
export const changeTypes = [
  'session.checked-out',
  'session.confirmed',
  'session.cancelled',
  'session.expired',
  'session.released',
  'booking.locked',
  'booking.unlocked',
  'booking.lock-expired',
  'booking.sold',
  'booking.reverted',
  'booking.blocked',
  'booking.unblocked',
  'event.created',
  'event.status-changed',
  'event.layout-changed',
  'event.deleted',
  'event.sold-out',
  'event.back-on-sale',
  'session.erased',
  'allotment.opened',
  'allotment.closed',
  'allotment.released',
  'session.exchanged',
] as const;

export type ChangeType = (typeof changeTypes)[number];
export type SessionChangeType = Extract<ChangeType, `session.${string}`>;
export type BookingChangeType = Extract<ChangeType, `booking.${string}`>;
type AllotmentChangeType = Extract<ChangeType, `allotment.${string}`>;

/** Seats and places by their ids, and the terms of a private booking. */
export interface BookedLines {
  readonly seats: readonly number[];
  readonly areas: readonly (readonly [id: number, amount: number, ticketType?: string])[];
  /** Of the seats that have a ticket type, by id; absent: none has. */
  readonly ticketTypes?: readonly (readonly [seat: number, ticketType: string])[];
  readonly holdType: string | null;
  readonly label: string | null;
  /** Actor time at which a lock ends; null: never, or not a lock. */
  readonly deadline: number | null;
}

/** A step of an allotment. `to`: the id of the allotment that got its seats; null: the public did, or it was no release. */
export interface AllotmentStep {
  readonly id: string;
  readonly name: string;
  readonly cause: ReleaseCause | null;
  readonly to: string | null;
}

export type ChangeContent =
  /** The session as it is now. If it has ended, with the lines that it gave back. */
  | { readonly type: SessionChangeType; readonly session: Session }
  | { readonly type: BookingChangeType; readonly lines: BookedLines }
  | { readonly type: 'event.status-changed'; readonly status: EventStatus }
  | { readonly type: 'event.layout-changed'; readonly schemaId: number; readonly version: number }
  | { readonly type: 'event.sold-out' | 'event.back-on-sale' }
  | { readonly type: AllotmentChangeType; readonly allotment: AllotmentStep };

export type Change = ChangeContent & {
  /** Number of the record that it follows from. */
  readonly seq: number;
  /** Position among the changes of the record. */
  readonly place: number;
  /** Actor time of the record. */
  readonly at: number;
  /** The W3C `traceparent` of the call that made it. Sent to webhooks, not shown in the feed. */
  readonly trace?: string;
};
