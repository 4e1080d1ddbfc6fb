/** The reads of the event as a whole. Each is answered from the state at the end of a turn, when its record is complete. */
import type { Asker } from '../allotments/asker.ts';
import { audienceOf } from '../allotments/may-take.ts';
import type { ReadCommand } from '../command.ts';
import { accept, type Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { type EventTotals, totalsOf } from '../event-totals.ts';
import { readHistory } from '../history/read-history.ts';
import { type Availability, availabilityOf, type Inventory, inventoryOf } from '../inventory-copy.ts';
import { type MapChanges, mapChangesOf } from '../map-changes.ts';
import { type Offer, offerOf } from '../offer.ts';
import type { PricesReply } from '../pricing/decide-pricing.ts';
import { type Template, templateOf } from '../series/template.ts';
import type { CommandDefinition, CommandOf } from './definition.ts';

/** `schemaId`: an event without assignments moves to another schema without a record. */
export interface SequenceReply {
  readonly kind: 'sequence';
  readonly seq: number;
  readonly schemaId: number;
}

interface InventoryReply {
  readonly kind: 'inventory';
  readonly inventory: Inventory;
}

interface AvailabilityReply {
  readonly kind: 'availability';
  readonly availability: Availability;
}

interface OfferReply {
  readonly kind: 'offer';
  readonly offer: Offer;
}

interface MapChangesReply {
  readonly kind: 'map-changes';
  readonly changes: MapChanges;
}

interface TemplateReply {
  readonly kind: 'template';
  readonly template: Template;
}

interface TotalsReply {
  readonly kind: 'totals';
  readonly totals: EventTotals;
}

type Read<Kind extends ReadCommand['kind'], Plan, Reply> = CommandDefinition<CommandOf<ReadCommand, Kind>, Plan, Reply>;

const fromState = { isRead: true, decide: (): Decision<null> => accept([], null) } as const;
const ofWholeRecord = { ...fromState, seesWholeRecord: true } as const;

const readInventory: Read<
  'read-inventory',
  { readonly seq: number; readonly schemaId: number } | null,
  InventoryReply | SequenceReply
> = {
  ...ofWholeRecord,
  decide: (_state, { known = null }) => accept([], known),
  reply(state, known) {
    if (known?.seq === state.seq && known.schemaId === state.seatMap.schemaId) return sequenceReply(state);
    return { kind: 'inventory', inventory: inventoryOf(state) };
  },
};

/** What a reader knows, and as whom it asks. */
interface MapPlan extends Asker {
  readonly known: number | null;
}

const readOffer: Read<'read-offer', MapPlan, OfferReply | SequenceReply> = {
  ...ofWholeRecord,
  decide: (_state, { known, allotments }) => accept([], { known, allotments }),
  reply: (state, { known, allotments }, now) =>
    known === state.seq
      ? sequenceReply(state)
      : { kind: 'offer', offer: offerOf(state, now, audienceOf(state, { allotments })) },
};

const readMapChanges: Read<'read-map-changes', MapPlan, MapChangesReply> = {
  ...ofWholeRecord,
  decide: (_state, { since, allotments }) => accept([], { known: since, allotments }),
  reply(state, { known, allotments }, now) {
    return { kind: 'map-changes', changes: mapChangesOf(state, known, now, audienceOf(state, { allotments })) };
  },
};

const readSequence: Read<'read-sequence', null, SequenceReply> = { ...ofWholeRecord, reply: sequenceReply };

const readAvailability: Read<'read-availability', null, AvailabilityReply> = {
  ...ofWholeRecord,
  reply: (state) => ({ kind: 'availability', availability: availabilityOf(state) }),
};

const readTemplate: Read<'read-template', null, TemplateReply> = {
  ...ofWholeRecord,
  reply: (state) => ({ kind: 'template', template: templateOf(state) }),
};

const readTotals: Read<'read-totals', null, TotalsReply> = {
  ...fromState,
  reply: (state) => ({ kind: 'totals', totals: totalsOf(state) }),
};

const readPrices: Read<'read-prices', null, PricesReply> = {
  ...fromState,
  reply: (state) => ({ kind: 'prices', prices: state.prices.list() }),
};

export const readCommands = {
  'read-inventory': readInventory,
  'read-sequence': readSequence,
  'read-availability': readAvailability,
  'read-offer': readOffer,
  'read-map-changes': readMapChanges,
  'read-template': readTemplate,
  'read-totals': readTotals,
  'read-prices': readPrices,
  'read-history': readHistory,
};

export function sequenceReply({ seq, seatMap }: EventState): SequenceReply {
  return { kind: 'sequence', seq, schemaId: seatMap.schemaId };
}
