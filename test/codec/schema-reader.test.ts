/** The reader that is made of a schema gives what zod gives: the same value, or the same first issues in the same order. */
import fc from 'fast-check';
import { z } from 'zod';
import { sentDrawing, sentExample } from '#codec/bodies/drawing/schema.ts';
import { newLayout, newLayoutExample } from '#codec/bodies/new-layout.ts';
import { lockSelection, selectionExample, wantedSelection } from '#codec/bodies/selection.ts';
import { bookingBody, bookingExample } from '#codec/bodies/state-selection.ts';
import { text, uuid } from '#codec/fields.ts';
import type { KeptText } from '#codec/json.ts';
import { ownMessages } from '#codec/messages.ts';
import { liftProperties } from '#codec/properties.ts';
import { readerOf } from '#codec/schema-reader.ts';
import { mutated } from '../support/mutated-bodies.ts';
import { startTestService, type TestService } from '../support/service.ts';

const bodiesTried = Number(process.env.RANDOM_BODIES ?? 1_000);
const issuesMax = 100;

/** What zod says, in the terms of a reader. */
function byZod(schema: z.ZodType, value: unknown) {
  const result = schema.safeParse(value, ownMessages);
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, issues: result.error.issues.slice(0, issuesMax) };
}

/** Asserts that both agree on the examples and on mutations of them; returns how many were accepted and refused. */
function agreement(schema: z.ZodType, examples: readonly unknown[], tried: number, kept?: KeptText) {
  const seen = { accepted: 0, refused: 0 };
  const read = readerOf(schema);
  const example = fc.constantFrom(...examples);
  fc.assert(
    fc.property(fc.oneof(example, { weight: 5, arbitrary: mutated(example) }), (body) => {
      const sent = JSON.stringify(body);
      const value: unknown = kept === 'body' ? sent : JSON.parse(liftProperties(sent));
      const before = structuredClone(value);
      const result = read(value, issuesMax);
      expect(result).toEqual(byZod(schema, before));
      expect(value).toEqual(before);
      seen[result.ok ? 'accepted' : 'refused']++;
    }),
    { numRuns: tried },
  );
  return seen;
}

const eventId = '7F9C24E8-3b12-4fef-91d0-56d7b1f5a001';
const wish = { count: 2, priceIds: [5], sectionIds: [7], accessible: 1, together: false };
const ring = { type: 'bar', shapeType: 'POLYGON', points: [0, 1, 2].map((x) => ({ x, y: x * x })), fill: 'teal' };
const areas = [{ id: 12, capacity: 2 }];

describe('a reader says what zod says of', () => {
  test.each<[string, z.ZodType, readonly unknown[]]>([
    ['a layout', newLayout, [newLayoutExample, { ...newLayoutExample, shapes: [ring] }]],
    ['a drawing', sentDrawing, [sentExample, { ...sentExample, clientViewBox: { x: 0, y: 0, width: 1, height: 1 } }]],
    ['a booking', bookingBody, [bookingExample, { bestAvailable: wish, sessionId: eventId }]],
    ['a lock', lockSelection, [selectionExample, { bestAvailable: wish, suggest: true, groupOfSeats: areas }]],
    ['a private lock', wantedSelection, [selectionExample, { groupOfSeats: [...areas, ...areas] }]],
  ])('%s', (_, schema, examples) => {
    const { accepted, refused } = agreement(schema, examples, bodiesTried);
    expect(Math.min(accepted, refused)).toBeGreaterThan(bodiesTried / 50);
  });

  test('every kind of schema, also those that it leaves to zod', () => {
    const entry = z.object({ id: uuid, name: text(1, 3).nullish(), more: z.unknown().optional() });
    const kinds = z
      .looseObject({
        ...{ any: z.any(), unknown: z.unknown().optional(), nothing: z.null().optional(), exact: z.literal('a') },
        ...{
          chosen: z.enum(['a', 'b']).default('b'),
          late: z.string().default('x').optional(),
          never: z.never().optional(),
        },
        ...{
          above: z.number().gt(1).lt(9),
          step: z.number().multipleOf(2),
          few: z.array(entry).min(1).max(2).nullish(),
        },
        ...{
          strict: z.strictObject({ a: z.int() }).optional(),
          counted: z.coerce.number(),
          mail: z.email().optional(),
        },
        ...{
          text: z
            .string()
            .trim()
            .min(1)
            .transform((value) => value.length),
          known: z.record(z.string(), z.int()),
        },
        ...{ either: z.union([z.string(), z.array(z.string())]), pair: z.tuple([z.int(), z.string()]).nullable() },
        ...{
          listed: z
            .array(z.int())
            .nullish()
            .transform((list) => list ?? []),
          caught: z.int().catch(7),
        },
      })
      .refine(({ above, step }) => above > step, { path: ['above'], error: 'must be above step' })
      .check(({ value, issues }) => {
        if (value.listed.length > 1) issues.push({ code: 'custom', message: 'must be short', input: value.listed });
      });
    const some = {
      ...{ any: 1, unknown: 2, exact: 'a', above: 3, step: 2, few: [{ id: eventId, name: 'x', odd: 1 }], counted: '5' },
      ...{ text: ' x ', known: { a: 1 }, either: ['x'], pair: [1, 'x'], listed: [1], caught: 'x', strict: { a: 1 } },
    };
    const { accepted, refused } = agreement(
      kinds,
      [some, { ...some, mail: 'a@b.example', pair: null }],
      5 * bodiesTried,
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(bodiesTried / 50);
  });

  test('a member named __proto__, which is in no value', () => {
    const sent = () => JSON.parse('{"a":1,"b":"x","__proto__":{"polluted":true}}');
    for (const schema of [z.object({ a: z.int() }), z.looseObject({ a: z.int() }), z.looseObject({ b: z.int() })]) {
      expect(readerOf(schema)(sent(), issuesMax)).toEqual(byZod(schema, sent()));
    }
    const { value } = readerOf(z.looseObject({ a: z.int() }))(sent(), issuesMax) as { value: object };
    expect(Object.keys(value)).toEqual(['a', 'b']);
  });

  test('a choice by one member, also when the member is absent', () => {
    const choice = z.discriminatedUnion(
      'ga',
      [
        z.object({ ga: z.literal(true), capacity: z.int().max(9) }),
        z.object({ ga: z.literal(false).nullish(), rows: z.array(z.int()).nullish() }),
      ],
      { error: 'must be true or false' },
    );
    const { accepted, refused } = agreement(
      z.array(choice),
      [[{ ga: true, capacity: 5 }], [{ ga: false, rows: [1] }, { rows: [] }]],
      bodiesTried,
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(bodiesTried / 50);
  });
});

describe('a value that the schema leaves as it is', () => {
  const schema = z.object({ seats: z.array(z.object({ id: uuid })).nullish() });

  test('is returned itself; of another one only the changed parts are copied', () => {
    const read = readerOf(schema);
    const same = { seats: [{ id: eventId.toLowerCase() }] };
    expect(read(same, issuesMax)).toMatchObject({ value: same });
    const [kept, changed] = [{ id: eventId.toLowerCase() }, { id: eventId }];
    const result = read({ seats: [kept, changed] }, issuesMax) as { value: { seats: object[] } };
    expect(result.value.seats[0]).toBe(kept);
    expect(result.value.seats[1]).toEqual(kept);
    expect(changed).toEqual({ id: eventId });
  });
});

describe('the schemas of all routes', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.close());

  test('are read as zod reads them', () => {
    const routes = service.routes.filter(
      ({ body, requestExample }) => body !== undefined && requestExample !== undefined,
    );
    for (const { body, requestExample, keptText } of routes) {
      if (body !== undefined) agreement(body, [requestExample], bodiesTried / 20, keptText);
    }
    expect(routes.length).toBeGreaterThan(40);
  });
});
