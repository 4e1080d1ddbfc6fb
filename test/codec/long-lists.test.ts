/** Long lists in bodies: an error names its position, and a list with too many errors is not read to its end. */
import { z } from 'zod';
import { check } from '#codec/check.ts';
import { longId } from '#codec/fields.ts';

const entry = z.object({ id: longId });
const body = z.object({ name: z.string().optional(), seats: z.array(entry), areas: z.array(entry).nullish() });

const entries = (count: number): { id: unknown }[] => Array.from({ length: count }, (_, id) => ({ id }));

function fieldsOf(schema: z.ZodType, value: unknown): string[] {
  const result = check(schema, value);
  return result.ok ? [] : result.errors.map(({ field }) => field);
}

describe('a long list', () => {
  test('is accepted whole', () => {
    const value = { seats: entries(10_001), areas: entries(4_001) };
    expect(check(body, value)).toEqual({ ok: true, value });
    expect(check(z.array(entry), value.seats)).toEqual({ ok: true, value: value.seats });
  });

  test.each([0, 1_999, 2_000, 4_567, 10_000])('names its wrong entry %i by its position', (place) => {
    const seats = entries(10_001).with(place, { id: 'x' });
    expect(fieldsOf(body, { seats })).toEqual([`seats[${place}].id`]);
    expect(fieldsOf(body, { seats: [], areas: seats })).toEqual([`areas[${place}].id`]);
    expect(fieldsOf(body, { seats: entries(3_000), areas: seats })).toEqual([`areas[${place}].id`]);
    expect(fieldsOf(z.array(entry), seats)).toEqual([`[${place}].id`]);
  });

  test.each([0, 1_999, 2_000, 4_567])('inside a member names its wrong entry %i by its position', (place) => {
    const wish = z.object({ name: z.string(), best: z.object({ count: z.int(), seats: z.array(entry) }).nullish() });
    const seats = entries(5_001).with(place, { id: 'x' });
    expect(fieldsOf(wish, { name: 'a', best: { count: 1, seats } })).toEqual([`best.seats[${place}].id`]);
    expect(fieldsOf(wish, { name: 'a', best: { count: 1.5, seats: entries(5_001) } })).toEqual(['best.count']);
    expect(fieldsOf(wish, { name: 'a', best: { count: 1, seats: entries(5_001) } })).toEqual([]);
    expect(fieldsOf(wish, { name: 'a', best: seats })).toEqual(['best']);
  });

  test('is checked for its length, and errors beside it are reported', () => {
    expect(fieldsOf(z.object({ seats: z.array(entry).max(9_000) }), { seats: entries(10_001) })).toEqual(['seats']);
    expect(fieldsOf(body, { name: 7, seats: entries(10_001) })).toEqual(['name']);
  });

  test('with too many errors is not read to its end, however deep it is', () => {
    let asked = 0;
    const wrong = z.custom(() => {
      asked += 1;
      return false;
    });
    expect(fieldsOf(z.object({ seats: z.array(wrong) }), { seats: entries(800_000) })).toHaveLength(100);
    expect(asked).toBeLessThan(3_000);
    const inside = z.object({ best: z.object({ seats: z.array(wrong) }) });
    expect(fieldsOf(inside, { best: { seats: entries(800_000) } })).toHaveLength(100);
    const rows = z.object({ sections: z.array(z.object({ rows: z.array(z.object({ seats: z.array(wrong) })) })) });
    const section = { rows: [{ seats: entries(800_000) }] };
    expect(fieldsOf(rows, { sections: [section, section] })).toHaveLength(100);
    expect(asked).toBeLessThan(9_000);
  });
});
