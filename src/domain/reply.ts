/**
 * The answer of an event to a command: a reply or a refusal. Plain JSON data where it is forwarded to another node;
 * bulk reads get copies of columns.
 */
import type { EventTotals } from './event-totals.ts';
import type { MapChanges } from './map-changes.ts';
import type { Offer } from './offer.ts';
import type { Price } from './pricing/price.ts';
import type { Properties } from './properties.ts';
import type { Admission } from './queue/admission.ts';
import type { QueueView, TicketView } from './queue/ticket-view.ts';
import type { FailedLines, Refusal } from './refusal.ts';
import type { Template } from './series/template.ts';
import type { Session } from './session/session.ts';
import type { Timing } from './timing.ts';

export interface AreaInventory {
  readonly id: number;
  readonly name: string;
  readonly priceId: number | null;
  readonly priceName: string | null;
  readonly capacity: number;
  readonly available: number;
  readonly held: number;
  readonly locked: number;
  readonly blocked: number;
  readonly sold: number;
}

/** Columns over the seat index; typed arrays are copies that belong to the reader. */
export interface Inventory {
  readonly seq: number;
  /** The schema whose seats and areas the columns describe. */
  readonly schemaId: number;
  /** The layout version that the event has adopted. */
  readonly layoutVersion: number;
  /** The event's seats in layout order; null: all, in the order of their indices. */
  readonly order: Uint32Array<ArrayBuffer> | null;
  /** Per seat: a position in `seatStates`. */
  readonly states: Uint8Array;
  /** Positive: a session's ordinal; negative: a private lock's; 0: none. */
  readonly owners: Int32Array;
  /** Price slot, 0 for none. */
  readonly priceSlots: Uint16Array;
  readonly prices: readonly (Price | null)[];
  readonly areas: readonly AreaInventory[];
  /** Those that have seats in their cart. */
  readonly sessions: readonly Session[];
  /** Hold type of each live private lock that has one. */
  readonly holdTypes: readonly (readonly [lock: number, holdType: string])[];
  readonly properties: readonly (readonly [seat: number, properties: Properties])[];
}

/** Bitmaps over the seat index, copies that belong to the reader. */
export interface Availability {
  readonly seq: number;
  readonly size: number;
  readonly available: Uint32Array<ArrayBuffer>;
  /** The columns of `SeatRows`. */
  readonly rowFirsts: Uint32Array<ArrayBuffer>;
  readonly rowJoins: Int32Array<ArrayBuffer>;
}

export type Reply =
  | {
      readonly kind: 'session';
      readonly eventId: string;
      readonly session: Session;
      /** Actor time of the answer. */
      readonly now: number;
      /** Only on create: false for a replay. */
      readonly isNew?: boolean;
      readonly maxSeats?: number;
      readonly ttlSeconds?: number;
    }
  /**
   * `failed`: only when every line is decided on its own; `done` is then true when no line failed. `seats`: only when the
   * event chose the seats; their ids.
   */
  | {
      readonly kind: 'booked';
      readonly done: boolean;
      readonly failed?: FailedLines;
      readonly seats?: readonly number[];
    }
  | { readonly kind: 'assigned'; readonly failed: FailedLines }
  | { readonly kind: 'prices'; readonly prices: readonly Price[] }
  | { readonly kind: 'done' }
  /** `schemaId`: an event without assignments moves to another schema without a record. */
  | { readonly kind: 'sequence'; readonly seq: number; readonly schemaId: number }
  | { readonly kind: 'inventory'; readonly inventory: Inventory }
  | { readonly kind: 'availability'; readonly availability: Availability }
  | { readonly kind: 'offer'; readonly offer: Offer }
  | { readonly kind: 'map-changes'; readonly changes: MapChanges }
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'totals'; readonly totals: EventTotals }
  /** `queue`: null while the event never had one. */
  | { readonly kind: 'admission'; readonly admission: Admission; readonly queue: QueueView | null }
  | { readonly kind: 'queue'; readonly eventId: string; readonly queue: QueueView; readonly now: number }
  | {
      readonly kind: 'ticket';
      readonly eventId: string;
      readonly ticket: TicketView;
      readonly seedHash: string;
      readonly now: number;
      /** Only on joining: false for a replay. */
      readonly isNew?: boolean;
    };

/** `timing`: only where it is measured. `isReplay`: the answer of an earlier call with the same idempotency key. */
export type Answer = (
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly refusal: Refusal }
) & { readonly timing?: Timing; readonly isReplay?: true };
