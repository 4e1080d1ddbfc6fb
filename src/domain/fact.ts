/**
 * Everything that can happen to an event. The journal stores only facts, and memory is rebuilt from them. Seats and
 * areas are named by index, sessions and locks by ordinal.
 *
 * Facts are permanent: an optional member may be added; no member may be renamed, removed or given another meaning. A
 * change of shape takes a new `type` or a new journal format.
 */

import type { AllotmentFact } from './allotments/allotment-fact.ts';
import type { Author } from './author.ts';
import type { ExchangedLines } from './exchange/exchanged-lines.ts';
import { onlyFormat } from './formats.ts';
import type { PricingFact } from './pricing/pricing-fact.ts';
import type { SeatTypes, TypedAreaCount } from './pricing/ticket-type.ts';
import type { Properties, StoredProperties } from './properties.ts';
import type { AdmissionFact } from './queue/admission-fact.ts';
import type { FailedLines, Refusal } from './refusal.ts';
import type { SeatRuns } from './seats/seat-runs.ts';
import type { StoredSession } from './session/stored-session.ts';
import type { UnitOverride } from './units/unit.ts';

/** The format of the `facts` column that this code writes. */
export const factFormat = onlyFormat('journal record');

export type EventStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';

export interface AdoptedArea {
  readonly id: number;
  readonly name: string;
  readonly capacity: number;
  /**
   * Set when the layout no longer has the area. `when-free`: buyers and holders keep their places; `forced`: they lose
   * them.
   */
  readonly removed?: 'when-free' | 'forced';
}

/** `[area index, amount]`. */
export type AreaCount = readonly [area: number, amount: number];

/** The event itself: created, taken over by a node, published or archived. */
export type LifecycleFact =
  /**
   * The first fact of every event. `event`: its public id. `closesAt`: actor time at which booking closes; only events
   * of a series have one.
   */
  | {
      readonly type: 'opened';
      readonly event: string;
      readonly status: EventStatus;
      readonly closesAt?: number;
    }
  | { readonly type: 'owned'; readonly node: string }
  | { readonly type: 'status-changed'; readonly status: EventStatus };

/** Sessions: what they hold, and how they end. */
export type SessionFact =
  | {
      readonly type: 'session-created';
      readonly session: number;
      readonly id: string;
      readonly key: string;
      readonly deadline: number;
      /** Hash of the pass that it was created with, 24 hex digits: from now on the pass is spent. Only in mode PASS. */
      readonly pass?: string;
      /** Lowers what it may hold. */
      readonly maxSeats?: number;
      /** Ids of the allotments that its pass opens. */
      readonly allotments?: readonly string[];
      /** Hash of the name that its pass gives the buyer, 24 hex digits. */
      readonly buyer?: string;
      /** The organization has opened it at its counter, with these properties. */
      readonly counter?: true;
      readonly properties?: Properties;
    }
  /** The hold of a session of the counter ends at this actor time. */
  | { readonly type: 'hold-moved'; readonly session: number; readonly deadline: number }
  /**
   * `areas`: the line's new total. Lines with a ticket type stand in `areaTypes` instead. `seatTypes`: of some of `seats`,
   * and of seats that are held already.
   */
  | {
      readonly type: 'held';
      readonly session: number;
      readonly seats?: readonly number[];
      readonly areas?: readonly AreaCount[];
      readonly seatTypes?: SeatTypes;
      readonly areaTypes?: readonly TypedAreaCount[];
      /** The buyer has declared the need of accessible places. */
      readonly need?: true;
      /** Seats of units on which nobody sits, and seats on which somebody sits again. */
      readonly unoccupied?: readonly number[];
      readonly occupied?: readonly number[];
    }
  /**
   * `areas`, `areaTypes`: the line's new total; 0 removes the line. `givenBack`: all seats that the session has given back and that
   * are adjacent to its cart; absent: unchanged. Only under the orphan rule.
   */
  | {
      readonly type: 'unheld';
      readonly session: number;
      readonly seats?: readonly number[];
      readonly areas?: readonly AreaCount[];
      readonly areaTypes?: readonly TypedAreaCount[];
      readonly givenBack?: readonly number[];
    }
  | { readonly type: 'checked-out'; readonly session: number; readonly deadline: number }
  | {
      readonly type: 'confirmed';
      readonly session: number;
      readonly reference: string | null;
      readonly properties: StoredProperties | null;
    }
  /**
   * `evicted`: the session was ACTIVE and empty, and made room for a new one because the event had too many empty
   * sessions. Nothing of it is kept.
   */
  | { readonly type: 'cancelled'; readonly session: number; readonly evicted?: true }
  | { readonly type: 'expired'; readonly session: number }
  /**
   * A payment came after the session had expired: it took its last cart again and is CONFIRMED. `was`: as in
   * `released`.
   */
  | {
      readonly type: 'reclaimed';
      readonly session: number;
      readonly reference: string | null;
      readonly properties: StoredProperties | null;
      readonly was: StoredSession;
    }
  /**
   * `was`: the session before this fact. It may have left memory long ago, and then newer snapshots do not contain it.
   */
  | { readonly type: 'released'; readonly session: number; readonly was: StoredSession }
  | {
      readonly type: 'properties-replaced';
      readonly session: number;
      readonly properties: StoredProperties;
      readonly was: StoredSession;
    }
  /** A purchase gives some of its lines back and takes others. `types`: of some of the taken seats. `was`: as in `released`. */
  | {
      readonly type: 'exchanged';
      readonly session: number;
      readonly given: ExchangedLines;
      readonly taken: ExchangedLines;
      readonly types?: TakenTypes;
      /** Taken seats of units on which nobody sits. */
      readonly unoccupied?: readonly number[];
      readonly was: StoredSession;
    }
  /**
   * The reference and the properties of a session that is over are forgotten. Stored facts that named them are rewritten
   * afterwards. `was`: as in `released`, without both.
   */
  | { readonly type: 'session-erased'; readonly session: number; readonly was: StoredSession };

/** Of some of the seats of a fact. */
type TakenTypes = readonly (readonly [seat: number, ticketType: string])[];

/** Private bookings: locks and sales that the organization makes itself. */
export type BookingFact =
  /** A private lock of seats (one ordinal) and of GA places (one ordinal per area, deadline and hold type). */
  | {
      readonly type: 'locked';
      readonly lock: number;
      readonly seats?: SeatRuns;
      readonly areas?: readonly (readonly [area: number, amount: number, lock: number])[];
      readonly holdType?: string;
      readonly blocked?: true;
      readonly deadline: number | null;
      readonly label?: string;
      readonly seatTypes?: TakenTypes;
      /** Of the locks of `areas` that have a ticket type. */
      readonly lockTypes?: readonly (readonly [lock: number, ticketType: string])[];
    }
  | {
      readonly type: 'unlocked';
      readonly seats?: SeatRuns;
      /** Places given back, by lock. */
      readonly areas?: readonly (readonly [area: number, amount: number, lock: number])[];
    }
  | { readonly type: 'lock-expired'; readonly lock: number }
  /** Places with a ticket type stand in `areaTypes` instead of `areas`. */
  | {
      readonly type: 'sold';
      readonly seats?: SeatRuns;
      readonly areas?: readonly AreaCount[];
      readonly seatTypes?: TakenTypes;
      readonly areaTypes?: readonly TypedAreaCount[];
      readonly holdType?: string;
      readonly label?: string;
    }
  /** Private locks became sales. `areas`: places, by the lock they were taken from. */
  | {
      readonly type: 'locks-sold';
      readonly seats?: SeatRuns;
      readonly areas?: readonly (readonly [area: number, amount: number, lock: number])[];
      readonly holdType?: string;
      readonly label?: string;
    }
  /**
   * Sold seats and places are available again, sold privately or in a session. `areas`: places that were sold
   * privately.
   */
  | {
      readonly type: 'reverted';
      readonly seats?: SeatRuns;
      readonly areas?: readonly AreaCount[];
      /** Places that confirmed sessions lost. */
      readonly bought?: readonly (readonly [area: number, amount: number, session: number])[];
    };

/** What is kept of the reply to a keyed call by the organization. `prices`: ids of the prices that were shown. */
export type KeptAnswer =
  | { readonly done: boolean; readonly failed?: FailedLines; readonly seats?: readonly number[] }
  | { readonly prices: readonly number[] }
  | { readonly assigned: FailedLines }
  | { readonly isDone: true };

/** Idempotency: the remembered answer of a call that carried a key. It follows the facts of the call's effect. */
export type AnswerFact =
  /** Of a call by the organization. */
  | {
      readonly type: 'answered';
      readonly key: string;
      readonly body: string;
      readonly answer: KeptAnswer | { readonly refusal: Refusal };
    }
  /**
   * Shows the session as the facts before this one have left it, or refuses. `isPublic`: a call of the buyer. `was`: as in
   * `released`, when the session had ended and no other fact of the call contains it.
   */
  | {
      readonly type: 'session-answered';
      readonly session: number;
      readonly key: string;
      readonly body: string;
      readonly isPublic?: true;
      readonly refusal?: Refusal;
      readonly was?: StoredSession;
    };

/** The inventory as a whole: cleaned, moved to another version of its layout, or with units booked otherwise. */
export type LayoutFact =
  /** Everything is available, without price and properties; live sessions have lost their lines. */
  | { readonly type: 'cleaned' }
  /**
   * The event uses this version of its schema's layout from now on. The fact is complete: it does not depend on the
   * version used before. A fact with another schema is skipped: the event had that layout before anything was assigned
   * or sold.
   */
  | {
      readonly type: 'layout-adopted';
      readonly schema: number;
      readonly version: number;
      /** How many seats the layout has ever had. */
      readonly size: number;
      /** Seats that the layout no longer has; a taken one leaves when it becomes free. */
      readonly removed?: SeatRuns;
      /** Those of `removed` that their holders and buyers lose at once. */
      readonly forced?: SeatRuns;
      /** By index: all areas that the layout has ever had. */
      readonly areas?: readonly AdoptedArea[];
    }
  /** The event books exactly these units otherwise than its layout says. */
  | { readonly type: 'units-overridden'; readonly overrides: readonly UnitOverride[] };

/** All facts. Each group is handled in one place, which fails to compile when a type is missing. */
export type Fact = (
  | LifecycleFact
  | SessionFact
  | BookingFact
  | AnswerFact
  | PricingFact
  | LayoutFact
  | AdmissionFact
  | AllotmentFact
) & {
  /** The `traceparent` of the call; only of facts that the organization is told of. */
  readonly trace?: string;
  /** Who asked for it, of the organization's calls; absent: a buyer or the time, or a record of an earlier release. */
  readonly by?: Author;
};

/** One journal row: the facts of one batch of the event's actor. */
export interface JournalRecord {
  readonly seq: number;
  readonly epoch: number;
  /** Actor time of the batch, milliseconds. */
  readonly at: number;
  readonly facts: readonly Fact[];
}
