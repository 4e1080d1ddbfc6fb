/**
 * The body that changes a drawn layout: what is read is what the schema documents, for valid and mutated JSON. Items
 * that are removed, and items of parents that are removed, have no members that count: they are not generated here.
 */
import fc from 'fast-check';
import { z } from 'zod';
import { sentDrawing, sentExample } from '#codec/bodies/drawing/schema.ts';
import { parseSent } from '#codec/bodies/parse-body.ts';
import type { DrawnChange } from '#domain/layout/drawing.ts';
import type { FieldError } from '#domain/refusal.ts';
import { agreement, type BodyUnderTest } from '../../support/body-agreement.ts';
import { guidOf, readSmall } from '../../support/drawings.ts';

const name = fc.oneof(fc.constantFrom('A', 'B', 'é'), fc.string({ minLength: 1, maxLength: 8 }));
const label = fc.option(fc.constantFrom('', 'left', 'right'));
const measure = fc.option(fc.integer({ min: -1000, max: 1000 }));
const flag = fc.option(fc.boolean());
const guid = fc.integer({ min: 100, max: 130 }).map((number) => guidOf(number));
const numbered = (...ids: readonly number[]) => fc.option(fc.constantFrom(...ids));

const sector = fc.record(
  {
    id: numbered(1, 2),
    guid,
    name,
    ga: fc.constant(false),
    capacity: fc.option(fc.nat(50)),
    prefix: label,
    x: measure,
    y: measure,
    angle: measure,
    colour: label,
  },
  { requiredKeys: ['name'] },
);
const row = fc.record(
  {
    id: numbered(11, 12),
    guid,
    sectorId: fc.constantFrom(1, 3),
    sectorGuid: guid,
    rowNumber: name,
    name: label,
    seatName: label,
  },
  { requiredKeys: ['rowNumber', 'sectorId'] },
);
const seat = fc.record(
  {
    ...{ id: numbered(21, 22, 23), guid, rowId: fc.constantFrom(11, 12, 13), rowGuid: guid, name },
    ...{ x: measure, y: measure, ax: fc.integer(), ay: fc.integer(), angle: measure },
    ...{ isAccessible: flag, isMarked: flag, isHidden: flag, place: measure },
  },
  { requiredKeys: ['rowId', 'name', 'ax', 'ay'] },
);
const shape = fc.record(
  {
    ...{ id: fc.constantFrom(guidOf(31), guidOf(32), null), type: label, shapeType: label },
    purpose: fc.constantFrom('GA', 'OBJECT', null),
    groupOfSeatsGuid: fc.constantFrom(guidOf(2), null),
    ...{ left: fc.integer(), top: fc.integer(), width: measure, height: measure, angle: measure, order: measure },
    ...{ text: label, fill: label },
  },
  { requiredKeys: ['left', 'top'] },
);

/** References to stored and new items, what a new item needs, and ids and guids that a list names twice. */
const acrossFields: readonly (readonly [field: RegExp, code: string])[] = [
  [/\.(sectorId|sectorGuid|rowId|rowGuid|groupOfSeatsGuid|id)$/, 'UNKNOWN_VALUE'],
  [/\.(id|guid)$/, 'DUPLICATE'],
  [/\.(ga|sectorId)$/, 'INVALID'],
  [/\.(sectorId|rowId|x|y)$/, 'NOT_NULL'],
];
/** Needed for a new item only: the schema lets them be absent, and null it refuses. */
const neededForNew = /^(sectors|rows|seats|shapes)\[(\d+)\]\.(name|rowNumber|left|top)$/;

type Item = Readonly<Record<string, unknown>>;
type Lists = { readonly [list in 'sectors' | 'rows' | 'seats' | 'shapes']?: readonly Item[] | null };

function isAbsentInNew({ field, code }: FieldError, body: unknown): boolean {
  const [, list, at, member] = neededForNew.exec(field) ?? [];
  if (list === undefined || code !== 'NOT_NULL') return false;
  const item = (body as Lists)[list as keyof Lists]?.[Number(at)];
  return item !== undefined && !Object.hasOwn(item, member as string);
}

/** The members whose values are read as they are sent: the drawing's names, and the change's. */
const plainMembers = {
  sectors: { name: 'name', prefix: 'prefix', x: 'x', y: 'y', angle: 'angle' },
  rows: { rowNumber: 'name' },
  seats: { name: 'name', ax: 'x', ay: 'y', angle: 'angle', isAccessible: 'accessible', isMarked: 'marked' },
  shapes: { shapeType: 'shapeType', left: 'left', top: 'top', width: 'width', text: 'text', fill: 'fill' },
} as const;
const lists = { sectors: 'sections', rows: 'rows', seats: 'seats', shapes: 'shapes' } as const;

function read(item: Item, members: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(members).flatMap(([drawn, own]) => {
      const value = item[drawn];
      const isAbsent = value === undefined || (value === null && (drawn === 'ax' || drawn === 'ay'));
      return isAbsent ? [] : [[own, value === '' ? null : (value ?? (drawn.startsWith('is') ? false : null))]];
    }),
  );
}

const drawings: BodyUnderTest<DrawnChange> = {
  schema: sentDrawing,
  parse: (bytes) =>
    parseSent<DrawnChange>(bytes, (body) => {
      const result = readSmall(body);
      return result.ok ? result : result.errors;
    }),
  bodies: fc.record(
    {
      ...{ sectors: fc.array(sector, { maxLength: 3 }), rows: fc.array(row, { maxLength: 3 }) },
      ...{ seats: fc.array(seat, { maxLength: 3 }), shapes: fc.array(shape, { maxLength: 3 }) },
      clientViewBox: fc.option(fc.record({ x: fc.nat(), y: fc.nat(), width: fc.nat(), height: fc.nat() })),
      vectorBackground: fc.option(fc.record({ backgroundSvg: label })),
      forceDelete: flag,
    },
    { requiredKeys: [] },
  ),
  shown: ({ change, places, forceDelete }) => ({
    forceDelete,
    ...Object.fromEntries(
      Object.entries(lists).map(([drawn, own]) => {
        const at = new Map<number, unknown>();
        change[own].add.forEach((item, index) => void at.set(places[own].add[index] as number, item));
        change[own].change.forEach((item, index) => void at.set(places[own].change[index] as number, item));
        return [drawn, [...at].toSorted(([one], [other]) => one - other).map(([, item]) => item)];
      }),
    ),
  }),
  expected: (body: Lists & { readonly forceDelete?: boolean | null }) => ({
    forceDelete: body.forceDelete ?? false,
    ...Object.fromEntries(
      Object.entries(plainMembers).map(([list, members]) => [
        list,
        (body[list as keyof Lists] ?? [])
          .filter(({ toRemove }) => toRemove !== true)
          .map((item) => read(item, members)),
      ]),
    ),
  }),
  isAcrossFields: (error, body) =>
    isAbsentInNew(error, body) || acrossFields.some(([field, code]) => code === error.code && field.test(error.field)),
};

test('a drawing is read as its schema says', () => {
  const { accepted, refused } = agreement(drawings);
  expect(Math.min(accepted, refused)).toBeGreaterThan(40);
});

test('the example of a drawing is accepted', () => {
  expect(readSmall(sentExample)).toMatchObject({ ok: true });
});

test('a schema that forgets a list is found', () => {
  const { seats: _, ...others } = sentDrawing.shape;
  const schema = z.object(others);
  expect(() => agreement({ ...drawings, schema })).toThrow(/Property failed/);
});
