/** The bodies that assign prices and zones: what is parsed is what the schema documents, for valid and mutated JSON. */
import fc from 'fast-check';
import { z } from 'zod';
import { type AmountLines, amounts, amountsExample } from '#codec/bodies/amounts.ts';
import { parseBulk } from '#codec/bodies/bulk-bodies.ts';
import { type PriceAssignments, priceAssignments, priceAssignmentsExample } from '#codec/bodies/price-assignments.ts';
import { zoneAssignments, zoneAssignmentsExample } from '#codec/bodies/zone-assignments.ts';
import { longId } from '#codec/fields.ts';
import { unpackText } from '#domain/layout/layout.ts';
import type { ZoneAssignments } from '#domain/pricing/zone-assignments.ts';
import { agreement, type BodyUnderTest } from '../../support/body-agreement.ts';

const long = fc.oneof(fc.integer(), fc.maxSafeInteger());
const places = fc.option(fc.nat(1_000_000));
const properties = fc.option(fc.dictionary(fc.string(), fc.jsonValue()));
const lineOf = <T extends Record<string, fc.Arbitrary<unknown>>>(more: T) =>
  fc.record({ objectId: long, assignmentId: long, ...more }, { requiredKeys: ['objectId', 'assignmentId'] });
const lists = <T extends Record<string, fc.Arbitrary<unknown>>>(entries: T) =>
  fc.record(
    Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [name, fc.option(fc.array(entry, { maxLength: 4 }))]),
    ),
    { requiredKeys: [] },
  );

interface Line {
  readonly objectId: number;
  readonly assignmentId: number;
  readonly activeCount?: number | null;
  readonly properties?: string | null;
}
type Lists = { readonly [name in 'seats' | 'groupOfSeats' | 'pricingZones']?: readonly Line[] | null };

const areasOf = (lines: readonly Line[] | null | undefined) =>
  (lines ?? []).map(({ objectId, assignmentId, activeCount = null }) => ({ objectId, assignmentId, activeCount }));

const prices: BodyUnderTest<PriceAssignments> = {
  schema: priceAssignments,
  parse: (bytes) => parseBulk('priceAssignments', bytes),
  bodies: lists({
    seats: lineOf({ properties }),
    groupOfSeats: lineOf({ activeCount: places }),
    pricingZones: lineOf({ activeCount: places }),
  }),
  shown: ({ seats: { ids, priceAt, prices: distinct, described, texts }, groupOfSeats, pricingZones }) => ({
    seats: [[...ids], Array.from(priceAt, (place) => distinct[place]), texts.map((text, at) => [described[at], text])],
    ...{ groupOfSeats, pricingZones },
  }),
  expected: ({ seats, groupOfSeats, pricingZones }: Lists) => ({
    seats: [
      (seats ?? []).map(({ objectId }) => objectId),
      (seats ?? []).map(({ assignmentId }) => assignmentId),
      (seats ?? []).flatMap((line, at) => (typeof line.properties === 'string' ? [[at, line.properties]] : [])),
    ],
    groupOfSeats: areasOf(groupOfSeats),
    pricingZones: areasOf(pricingZones),
  }),
};

const zones: BodyUnderTest<ZoneAssignments> = {
  schema: zoneAssignments,
  parse: (bytes) => parseBulk('zoneAssignments', bytes),
  bodies: lists({ seats: lineOf({ activeCount: places }), groupOfSeats: lineOf({ activeCount: places }) }),
  shown: ({ seatIds, seatZones, groupOfSeats }) => ({ seats: [[...seatIds], [...seatZones]], groupOfSeats }),
  expected: ({ seats, groupOfSeats }: Lists) => ({
    seats: [(seats ?? []).map(({ objectId }) => objectId), (seats ?? []).map(({ assignmentId }) => assignmentId)],
    groupOfSeats: areasOf(groupOfSeats),
  }),
};

interface AmountLine {
  readonly compositeKey: string;
  readonly price: number;
  readonly capacity?: number | null;
  readonly properties?: string | null;
}

const amountBodies: BodyUnderTest<AmountLines> = {
  schema: amounts,
  parse: (bytes) => parseBulk('amounts', bytes),
  bodies: fc.array(
    fc.record(
      {
        compositeKey: fc.string({ maxLength: 40 }),
        price: fc.oneof(fc.nat(1000), fc.double({ min: 0.000_001, max: 999_999_999_999, noNaN: true })),
        capacity: places,
        properties,
      },
      { requiredKeys: ['compositeKey', 'price'] },
    ),
    { maxLength: 4 },
  ),
  shown: ({ count, keys, capacities, prices: priceAt, amounts: distinct, properties: texts }) => {
    const described = new Map(texts);
    return unpackText(keys, 0, count).map((compositeKey, at) => ({
      ...{ compositeKey, price: distinct[priceAt[at] as number], capacity: capacities[at] },
      properties: described.get(at) ?? null,
    }));
  },
  expected: (lines: readonly AmountLine[]) =>
    lines.map(({ compositeKey, price, capacity, properties: text }) => ({
      ...{ compositeKey, price: price + 0, capacity: capacity ?? -1, properties: text ?? null },
    })),
};

describe('a body is parsed as its schema says when it has', () => {
  test.each([
    ['prices of seats, areas and zones', () => agreement(prices)],
    ['zones of seats and areas', () => agreement(zones)],
    ['legacy amounts', () => agreement(amountBodies)],
  ])('%s', (_, compared) => {
    const { accepted, refused } = compared();
    expect(Math.min(accepted, refused)).toBeGreaterThan(40);
  });
});

describe('an example is accepted when it has', () => {
  test.each([
    ['prices', 'priceAssignments', priceAssignmentsExample],
    ['zones', 'zoneAssignments', zoneAssignmentsExample],
    ['legacy amounts', 'amounts', amountsExample],
  ] as const)('%s', (_, name, example) => {
    expect(parseBulk(name, new TextEncoder().encode(JSON.stringify(example)))).not.toHaveProperty('invalid');
  });
});

describe('a schema that differs from its parser is found when it', () => {
  const line = z.object({ objectId: longId, assignmentId: longId, activeCount: z.int().min(0).nullish() });

  test.each<[string, z.ZodType]>([
    ['allows more', z.object({ seats: z.array(line).nullish(), groupOfSeats: z.array(line.loose()).optional() })],
    ['allows less', z.object({ seats: z.array(line).nullish(), groupOfSeats: z.array(line).max(3).nullish() })],
    ['reads another value', zoneAssignments.transform((body) => ({ ...body, groupOfSeats: [] }))],
  ])('%s', (_, schema) => {
    expect(() => agreement({ ...zones, schema })).toThrow(/Property failed/);
  });
});
