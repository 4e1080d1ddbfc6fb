/** Sessions with any values that a journal can lead to, and values that no interface lets through as well. */
import fc from 'fast-check';
import { captureOf } from '#domain/pricing/price.ts';
import { type Session, sessionStates } from '#domain/session/session.ts';

/** Like the objects that JSON gives. */
const plain = { noNullPrototype: true } as const;
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', '"\\\n\0', 'a\ud800'));
const anyTime = fc.integer({ min: 0, max: 4_000_000_000_000 });
const ordinal = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const index = fc.nat(200_000);
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const priceName = fc.oneof(fc.constantFrom('45.00 EUR', '0.005', '99999999999999.99', 'free', ''), anyText);
const ticketType = fc.record({ id: fc.constantFrom('adult', 'child.2'), name: anyText }, plain);
const money = { amount: fc.nat(1_000_000_000), currency: fc.constantFrom('EUR', 'JPY', 'KWD') };
const terms = fc.record({ ...money, ticketType }, { ...plain, requiredKeys: ['amount', 'currency'] });
const price = fc.tuple(id, priceName, fc.option(terms, { nil: undefined })).map((capture) => captureOf(...capture));
const properties = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.stringify(value));

const seatLines = fc.array(fc.record({ seat: index, id, price }, plain), { maxLength: 4 });
const capacity = fc.integer({ min: 1, max: 1_000_000 });
const areaLines = fc.array(fc.record({ area: index, id, capacity, price }, plain), { maxLength: 3 });

/** By field, so that a new field of a session does not compile until it has values here. */
const fields: { readonly [Field in keyof Session]-?: fc.Arbitrary<NonNullable<Session[Field]> | null> } = {
  id: fc.uuid(),
  ordinal,
  state: fc.constantFrom(...sessionStates),
  seats: seatLines,
  areas: areaLines,
  lost: fc.record({ seats: fc.array(index, { maxLength: 3 }), areas: fc.array(index, { maxLength: 3 }) }, plain),
  lastCart: fc.record({ seats: seatLines, areas: areaLines, at: anyTime }, plain),
  reclaimed: fc.constant(true as const),
  exchanged: fc.record({ total: fc.bigInt().map(String), ...money }, { ...plain, requiredKeys: ['total'] }),
  erased: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  givenBack: fc.array(index, { minLength: 1, maxLength: 4 }),
  maxSeats: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  allotments: fc.array(fc.uuid(), { minLength: 1, maxLength: 3 }),
  declaredNeed: fc.constant(true as const),
  buyer: fc.constantFrom('b'.repeat(24), '0123456789abcdef01234567'),
  withPass: fc.constant(true as const),
  counter: fc.constant(true as const),
  createdAt: anyTime,
  deadline: fc.option(anyTime),
  reference: fc.option(anyText),
  properties: fc.option(properties),
  seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
};

export const anySession = fc.record(fields, {
  ...plain,
  requiredKeys: [
    ...(['id', 'ordinal', 'state', 'seats', 'areas', 'createdAt', 'deadline', 'reference', 'properties'] as const),
    'seq',
  ],
}) as fc.Arbitrary<Session>;
