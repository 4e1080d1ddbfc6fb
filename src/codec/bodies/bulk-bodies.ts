/**
 * The bodies that may be large: for each its parser from bytes to columns, or to the reason why it is invalid. A worker
 * thread runs them by name, so everything that goes in and comes out can be passed between threads. They never throw:
 * an error would lose its class on the way.
 */
import type { InvalidBody } from '#domain/command.ts';
import type { Layout } from '#domain/layout/layout.ts';
import type { ZoneAssignments } from '#domain/pricing/zone-assignments.ts';
import type { ImportedLayout } from '../imports/imported-plan.ts';
import { readCsv, readJson, readSvg } from '../imports/read-layout.ts';
import { parseLargeJson, parseSentJson } from '../json.ts';
import { type AllotmentPlaces, allotmentPlaces, placesOf } from './allotment-places.ts';
import { type AmountLines, amountColumns, amounts } from './amounts.ts';
import { countedSeats } from './counted-seats.ts';
import { layoutOf } from './layout.ts';
import { keyedColumns, legacySelections, type SelectionColumns, selectionColumns } from './legacy-selections.ts';
import { newLayout } from './new-layout.ts';
import { parseBody } from './parse-body.ts';
import { type PriceAssignments, priceAssignments, priceColumns } from './price-assignments.ts';
import { type BookingBody, bookingBody, bookingColumns } from './state-selection.ts';
import { zoneAssignments, zoneColumns } from './zone-assignments.ts';

/**
 * Bodies up to this size are parsed and checked on the loop, in about 1.5 ms. A booking of 4 MB (279,000 seats) would hold
 * it for 50 ms; parsed in a thread, taking over its columns takes 1.2 ms.
 */
export const inlineBytesMax = 64 * 1024;
/** A short body may name a number of seats instead of listing them; these are made in some 5 ms. */
const inlineSeatsMax = 5_000;

export interface BulkBodies {
  readonly layout: Layout;
  readonly layoutCsv: ImportedLayout;
  readonly layoutSvg: ImportedLayout;
  readonly layoutJson: ImportedLayout;
  readonly priceAssignments: PriceAssignments;
  readonly zoneAssignments: ZoneAssignments;
  readonly amounts: AmountLines;
  readonly allotmentPlaces: AllotmentPlaces;
  readonly booking: BookingBody;
  readonly legacyBooking: SelectionColumns;
  readonly legacySelections: SelectionColumns;
}

export type BulkName = keyof BulkBodies;

type Parsers = { readonly [Name in BulkName]: (bytes: Uint8Array) => BulkBodies[Name] | InvalidBody };

const parseLifted = (bytes: Uint8Array) => parseLargeJson(bytes, 'properties');

const parsers: Parsers = {
  booking: (bytes) => parseBody(bytes, bookingBody, bookingColumns, parseSentJson),
  legacyBooking: (bytes) => parseBody(bytes, legacySelections, keyedColumns, parseSentJson),
  legacySelections: (bytes) => parseBody(bytes, legacySelections, selectionColumns, parseSentJson),
  layout: (bytes) => parseBody(bytes, newLayout, layoutOf),
  layoutCsv: readCsv,
  layoutSvg: readSvg,
  layoutJson: readJson,
  priceAssignments: (bytes) => parseBody(bytes, priceAssignments, priceColumns, parseLifted),
  zoneAssignments: (bytes) => parseBody(bytes, zoneAssignments, zoneColumns),
  allotmentPlaces: (bytes) => parseBody(bytes, allotmentPlaces, placesOf),
  amounts: (bytes) => parseBody(bytes, amounts, amountColumns, parseLifted),
};

/** Whether the body can be parsed on the loop. */
export function isShort(name: BulkName, bytes: Uint8Array): boolean {
  const counts = name === 'layout' || name === 'layoutJson';
  return bytes.length <= inlineBytesMax && (!counts || countedSeatsIn(bytes) <= inlineSeatsMax);
}

/** 0 of a body that is no JSON, which is found quickly. */
function countedSeatsIn(bytes: Uint8Array): number {
  try {
    return countedSeats(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return 0;
  }
}

/** Parses and checks the bytes of a body. */
export function parseBulk<Name extends BulkName>(name: Name, bytes: Uint8Array): BulkBodies[Name] | InvalidBody {
  return parsers[name](bytes);
}
