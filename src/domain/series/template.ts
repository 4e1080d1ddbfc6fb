/**
 * The data that an event copies from another one: prices, the seats and areas that have them, the seats' own properties, and the
 * rules of the sale. Never what was held, locked, blocked or sold on the original. Plain data, so that another node
 * can send it.
 */
import type { EventState } from '../event-state.ts';
import type { AdoptedArea, AreaCount, EventStatus } from '../fact.ts';
import { adoptionOf, type LayoutAdoption } from '../layout/layout-adoption.ts';
import type { NamedPrice } from '../pricing/price-list.ts';
import type { PriceTerms } from '../pricing/ticket-type.ts';
import type { Properties } from '../properties.ts';
import type { Area } from '../seats/areas.ts';
import type { SeatRuns } from '../seats/seat-runs.ts';
import { forEachInRuns, runsByValue } from '../seats/seat-runs.ts';
import type { OpeningFact } from './opening-fact.ts';
import { type SaleRules, saleRulesOf } from './sale-rules.ts';

export interface Template {
  /** Sequence number of the last record that it includes. */
  readonly seq: number;
  readonly status: EventStatus;
  /** The layout version of the seats and areas below; null: the first one. */
  readonly layout: LayoutAdoption | null;
  /** Ascending by id. */
  readonly prices: readonly (NamedPrice & { readonly terms?: PriceTerms })[];
  readonly priced: readonly PricedPart[];
  /**
   * Capacities of areas that the template has sized itself. Absent when there are none, or when an older node sent it.
   */
  readonly sized?: readonly AreaCount[];
  readonly described: readonly (readonly [seat: number, properties: Properties])[];
  /** Absent when an older node sent it. */
  readonly rules?: SaleRules;
}

interface PricedPart {
  /** Position in `prices`. */
  readonly price: number;
  readonly seats: SeatRuns;
  /** Places on sale, whether or not they have been taken on the template. */
  readonly areas: readonly AreaCount[];
}

/** One pass over the seats: about 1 ms for 200,000. */
export function templateOf(state: EventState): Template {
  const prices = state.prices.list();
  const layout = adoptionOf(state.seatMap);
  const gone = new Set<number>();
  forEachInRuns(layout?.removed ?? [], (seat) => gone.add(seat));
  const slots = state.seats.priceSlots.map((slot, seat) => (gone.has(seat) ? 0 : slot));
  const seats = new Map(runsByValue(slots, 0));
  const areas = Map.groupBy(state.areas.entries(), ([, { priceSlot }]) => priceSlot);
  const sized = [...state.areas.entries()].flatMap(([index, area]): AreaCount[] =>
    keepsOwnCapacity(area, layout?.areas?.[index]) ? [[index, area.capacity]] : [],
  );
  const priced = prices.flatMap(({ slot }, price): readonly PricedPart[] => {
    const part = {
      price,
      seats: seats.get(slot) ?? [],
      areas: (areas.get(slot) ?? []).flatMap(([index, area]) => onSale(index, area, layout)),
    };
    return part.seats.length + part.areas.length > 0 ? [part] : [];
  });
  return {
    seq: state.seq,
    status: state.status,
    layout,
    prices: prices.map(({ id, name, externalId, terms }) => ({
      ...{ id, name, externalId },
      ...(terms === undefined ? {} : { terms }),
    })),
    priced,
    ...(sized.length > 0 ? { sized } : {}),
    described: [...state.seatProperties].filter(([seat]) => !gone.has(seat)),
    rules: saleRulesOf(state, layout, gone),
  };
}

/** The template itself may not have adopted the newest version of the layout yet. */
function onSale(index: number, area: Area, layout: LayoutAdoption | null): AreaCount[] {
  const plan = layout?.areas?.[index];
  if (plan?.removed !== undefined) return [];
  const { capacity, withheld } = area;
  const most = keepsOwnCapacity(area, plan) ? capacity : (plan?.capacity ?? capacity);
  return [[index, Math.min(capacity - withheld, most)]];
}

/** Whether the newest layout still leaves the capacity to the event. */
function keepsOwnCapacity({ isSizedByEvent }: Area, plan: AdoptedArea | undefined): boolean {
  return isSizedByEvent && plan?.removed === undefined && (plan?.capacity ?? 0) === 0;
}

/** The facts of a new event after `opened`. `priceIds`: a new id for each price, in order. */
export function openingFacts(
  { layout, prices, priced, sized = [], described }: Template,
  priceIds: readonly number[],
): readonly OpeningFact[] {
  const idOf = (price: number): number => priceIds[price] as number;
  const facts: OpeningFact[] = layout === null ? [] : [layout];
  if (prices.length > 0) {
    const named = prices.map(({ name, externalId }, at) => ({ id: idOf(at), name, externalId }));
    const terms = prices.flatMap((price, at) =>
      price.terms === undefined ? [] : [{ price: idOf(at), ...price.terms }],
    );
    facts.push({ type: 'prices-defined', prices: named, ...(terms.length > 0 ? { terms } : {}) });
  }
  if (sized.length > 0) facts.push({ type: 'areas-sized', areas: sized });
  for (const { price, seats, areas } of priced) {
    facts.push({
      type: 'priced',
      price: idOf(price),
      ...(seats.length > 0 ? { seats } : {}),
      ...(areas.length > 0 ? { areas } : {}),
    });
  }
  if (described.length > 0) facts.push({ type: 'seats-described', properties: described });
  return facts;
}
