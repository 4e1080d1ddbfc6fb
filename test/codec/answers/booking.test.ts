/** The answers of the private booking calls, and prices: what is encoded is valid by the documented schema. */
import fc from 'fast-check';
import { failedSelections, presentFailed } from '#codec/answers/booking.ts';
import { legacyPrice, presentPrice, price } from '#codec/answers/price.ts';
import { legacySelections } from '#codec/bodies/legacy-selections.ts';

const line = fc.record(
  { compositeKey: fc.string({ unit: 'binary' }), capacity: fc.option(fc.nat()) },
  { requiredKeys: ['compositeKey'], noNullPrototype: true },
);

test('the failed lines of a legacy call are those at the failed positions, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.boolean()), { maxLength: 8 }), (lines) => {
      const positions = lines.flatMap(([, isFailed], at) => (isFailed ? [at] : []));
      const sent = legacySelections.parse(lines.map(([one]) => one));
      const shown = JSON.parse(JSON.stringify(presentFailed(sent, positions)));
      expect(failedSelections.parse(shown)).toEqual(shown);
      const failed = lines.filter(([, isFailed]) => isFailed);
      expect(shown).toEqual(failed.map(([{ capacity = null, compositeKey }]) => ({ capacity, compositeKey })));
    }),
  );
});

test('a price has the same fields in both interfaces, without what the event keeps beside them', () => {
  const eventId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
  const stored = fc.record({
    ...{ id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), name: fc.string({ unit: 'binary' }) },
    ...{ externalId: fc.option(fc.string({ unit: 'binary' })), slot: fc.nat() },
  });
  fc.assert(
    fc.property(stored, (one) => {
      const shown = JSON.parse(JSON.stringify(presentPrice(one, eventId)));
      expect(price.strict().parse(shown)).toEqual(shown);
      expect(legacyPrice.strict().parse(shown)).toEqual(shown);
      expect(shown).toEqual({ id: one.id, name: one.name, eventId, externalId: one.externalId });
    }),
  );
});
