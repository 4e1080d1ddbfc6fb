/** How reports and orders are answered: their schemas, and their rows as JSON and as tables. */
import { z } from 'zod';
import { lineTerms, moneyMembers, presentLineTerms } from '#codec/answers/price.ts';
import { instant, rawJSON, shownTotal } from '#codec/answers/session.ts';
import { utcInstant } from '#codec/fields.ts';
import { releaseCauses } from '#domain/allotments/allotment.ts';
import { withProperties } from '#domain/properties.ts';
import { moneyOf, totalCents } from '#domain/session/session.ts';
import { type CsvCell, csvLine } from '#reports/csv.ts';
import { channels, definitionOf, type Grouping, groupings, statuses } from '#reports/groups.ts';
import type { Order } from '#reports/orders.ts';
import type { ReportRow } from '#reports/tally.ts';

const named = (description: string, id: z.ZodType) =>
  z
    .object({ id: id.nullable().meta({ description: 'Null in the report of a series.' }), name: z.string() })
    .nullable()
    .optional()
    .meta({ description });

export const reportRow = z
  .object({
    status: z
      .enum(statuses)
      .optional()
      .meta({ description: 'LOCKED: held by a session, or locked by the organization.' }),
    section: named('Section of the seat, or the area.', z.int()),
    price: named('The captured price; of other places the one that they have now. Null: none.', z.int()),
    ticketType: named('Null: the price itself.', z.string()),
    allotment: named('The allotment that the place is in now, or that has given it. Null: the public.', z.string()),
    release: z
      .object({
        cause: z
          .enum(releaseCauses)
          .meta({ description: 'Its time, or what was sold: the rest of the event, of its section or at its price.' }),
        allotment: z
          .object({
            id: z.string().nullable().meta({ description: 'Null in the report of a series.' }),
            name: z.string(),
          })
          .meta({ description: 'The allotment that the place was put in.' }),
      })
      .nullable()
      .optional()
      .meta({
        description: 'What released the place from its allotment. Null: the place was not released.',
      }),
    channel: z.enum(channels).nullable().optional().meta({
      description:
        "SESSION: held or bought by a buyer's session. PRIVATE_SALE: sold without a session. BOX_OFFICE: held or bought at the counter, or locked or blocked by the organization. Null: available.",
    }),
    places: z.int().meta({ description: 'Seats, and places of areas.' }),
    unoccupied: z.int().meta({ description: 'How many of them are seats of a unit on which nobody sits.' }),
    units: z.int().meta({ description: 'Units that are booked as a whole; each counts in the row of its first seat.' }),
    total: z.number().meta({
      description: 'Of held and sold places: sum of the numbers that the names of the prices begin with.',
    }),
    amounts: z
      .array(z.object({ currency: z.string(), amount: z.int() }))
      .meta({ description: 'Of held and sold places: what they have captured, by currency, in minor units.' }),
  })
  .meta({ id: 'ReportRow' });

export const groupedBy = z.array(z.enum(groupings)).meta({ description: 'As asked for.' });

export const reportRowExample: z.output<typeof reportRow> = {
  status: 'SOLD',
  price: { id: 7, name: '45.00 EUR' },
  places: 212,
  unoccupied: 0,
  units: 0,
  total: 9540,
  amounts: [{ currency: 'EUR', amount: 954_000 }],
};

function presentRow(row: ReportRow, by: readonly Grouping[]): Record<string, unknown> {
  const { place, places, unoccupied, units, total, amounts } = row;
  return {
    ...Object.fromEntries(by.map((name) => [name, definitionOf[name].shown(place)])),
    ...{ places, unoccupied, units, total: shownTotal(total) },
    amounts: amounts.map(({ currency, amount }) => ({ currency, amount: digitsOf(amount) })),
  };
}

/** A JSON number with all its digits. */
function digitsOf(amount: bigint): number {
  const value = Number(amount);
  return Number.isSafeInteger(value) ? value : rawJSON(amount.toString());
}

const linesPerPiece = 500;

/** A column of amounts for each currency: a row stays one line. */
export function* reportTable(rows: readonly ReportRow[], by: readonly Grouping[]): Generator<string> {
  const found = rows.flatMap(({ amounts }) => amounts.map(({ currency }) => currency));
  const currencies = [...new Set(found)].sort();
  const counts = ['places', 'unoccupied', 'units', 'total', ...currencies.map((currency) => `amount ${currency}`)];
  yield csvLine([...by.flatMap((name) => definitionOf[name].columns), ...counts]);
  yield* inPieces(rows, ({ place, places, unoccupied, units, total, amounts }) => {
    const sums = currencies.map((one) => amounts.find(({ currency }) => currency === one)?.amount ?? 0);
    const groups = by.flatMap((name) => definitionOf[name].cells(place));
    return csvLine([...groups, places, unoccupied, units, JSON.stringify(shownTotal(total)), ...sums]);
  });
}

/** Members of an array of JSON, without its brackets. */
export function* reportRows(rows: readonly ReportRow[], by: readonly Grouping[]): Generator<string> {
  let before = '';
  for (const piece of inPieces(rows, (row) => `,${JSON.stringify(presentRow(row, by))}`)) {
    yield before === '' ? piece.slice(1) : piece;
    before = piece;
  }
}

function* inPieces<Row>(rows: readonly Row[], textOf: (row: Row) => string): Generator<string> {
  for (let at = 0; at < rows.length; at += linesPerPiece) {
    yield rows
      .slice(at, at + linesPerPiece)
      .map(textOf)
      .join('');
  }
}

const orderLine = z.object({
  id: z.int().meta({ description: 'Of the seat, or of the area.' }),
  section: z.string().meta({ description: 'Name of the section, or of the area.' }),
  row: z.string().nullable().meta({ description: 'Name of the row. Null for places of an area.' }),
  seat: z.string().nullable().meta({ description: 'Name of the seat. Null for places of an area.' }),
  places: z.int().meta({ description: 'How many places; 1 for a seat.' }),
  priceId: z.int(),
  priceName: z.string(),
  ...lineTerms.shape,
});

export const orderSchema = z
  .object({
    id: z.uuid().meta({ description: 'Of the session.' }),
    reference: z.string().nullable(),
    createdAt: utcInstant.meta({ description: 'When the session was created, UTC.' }),
    lines: z.array(orderLine).meta({ description: 'What the purchase still has.' }),
    places: z.int().meta({ description: 'Of all lines.' }),
    total: z.number().meta({ description: 'Sum of the numbers that the names of the prices begin with.' }),
    amount: z.int().optional().meta({ description: 'Sum of the lines. Absent unless all lines have an amount.' }),
    currency: moneyMembers.currency,
    properties: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Order' });

export const orderExample: z.output<typeof orderSchema> = {
  id: '0000000c-5b1e-8a07-9d3f-2a6f0c1b7e44',
  reference: 'ORDER-20431',
  createdAt: '2027-05-01T10:00:00.000Z',
  lines: [{ id: 1042, section: 'Stalls', row: '7', seat: '12', places: 1, priceId: 7, priceName: '45.00 EUR' }],
  places: 1,
  total: 45,
  properties: { channel: 'web' },
};

/** The JSON of an order: its properties as they were sent. */
export function orderText({ id, reference, createdAt, properties, lines }: Order): string {
  const areas = lines.map(({ places, price }) => ({ area: 0, id: 0, capacity: places, price }));
  const paid = areas.filter(({ price }) => price.unoccupied === undefined);
  const shown: Omit<z.output<typeof orderSchema>, 'properties'> = {
    id,
    reference,
    createdAt: instant(createdAt),
    lines: lines.map(({ price, ...line }) => ({
      ...line,
      priceId: price.id,
      priceName: price.name,
      ...presentLineTerms(price),
    })),
    places: lines.reduce((sum, { places }) => sum + places, 0),
    total: shownTotal(totalCents({ seats: [], areas: paid })),
    ...moneyOf({ seats: [], areas }),
  };
  return withProperties(shown, properties);
}

const orderColumns = [
  ...['reference', 'sessionId', 'createdAt', 'section', 'row', 'seat', 'id', 'places', 'priceId', 'price'],
  ...['ticketTypeId', 'ticketType', 'unoccupied', 'amountEach', 'amount', 'currency', 'properties'],
];

/** A line of the table for each line of an order; an order that has nothing left has one without a place. */
export async function* orderTable(pages: AsyncIterable<readonly Order[]>): AsyncGenerator<string> {
  yield csvLine(orderColumns);
  for await (const page of pages) if (page.length > 0) yield page.map(linesOf).join('');
}

function linesOf({ id, reference, createdAt, properties, lines }: Order): string {
  const head: readonly CsvCell[] = [reference, id, instant(createdAt)];
  if (lines.length === 0) return csvLine([...head, ...new Array(orderColumns.length - 4).fill(null), properties]);
  const cells = lines.map(({ id: placeId, section, row, seat, places, price }) => {
    const { amount, currency, ticketType, unoccupied } = price;
    const type = [ticketType?.id ?? null, ticketType?.name ?? null, unoccupied === undefined ? null : 'unoccupied'];
    const money = amount === undefined ? [null, null, null] : [amount, amount * places, currency ?? null];
    return [...head, section, row, seat, placeId, places, price.id, price.name, ...type, ...money, properties];
  });
  return cells.map(csvLine).join('');
}
