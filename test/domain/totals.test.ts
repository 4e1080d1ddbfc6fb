/**
 * Totals compared with an independent calculation: long addition of decimal digits, rounded once at the end, for usual
 * amounts and for any that a name can have.
 */
import fc from 'fast-check';
import { captureOf } from '#domain/pricing/price.ts';
import { type AreaLine, type SeatLine, totalCents } from '#domain/session/session.ts';

type Line = readonly [name: string, times: number];

/** A seat for a line that counts once, else places of an area. */
function total(lines: readonly Line[]): number | bigint {
  const seats: SeatLine[] = [];
  const areas: AreaLine[] = [];
  lines.forEach(([name, times], at) => {
    const price = captureOf(at, name);
    if (times === 1) seats.push({ seat: at, id: at, price });
    else areas.push({ area: at, id: at, capacity: times, price });
  });
  return totalCents({ seats, areas });
}

const places = 300;

/** Every amount with three hundred decimals, added up digit by digit. */
function added(lines: readonly Line[]): bigint {
  let sum = 0n;
  for (const [name, times] of lines) {
    const [whole = '0', decimals = ''] = (/^ *(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? '0').split('.');
    for (let time = 0; time < times; time++) sum += BigInt(whole + decimals + '0'.repeat(places - decimals.length));
  }
  const hundredths = sum
    .toString()
    .padStart(places + 1, '0')
    .slice(0, 2 - places);
  const rest =
    sum
      .toString()
      .padStart(places, '0')
      .at(2 - places) ?? '0';
  return BigInt(hundredths) + (rest >= '5' ? 1n : 0n);
}

const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
const name = fc.oneof(
  fc.constantFrom('0.005', '1000000000000', '12.50 EUR', '50', 'free', '.5', '0.1', '9999999999999.99'),
  fc.tuple(digits(16), digits(4)).map(([whole, decimals]) => `${whole}.${decimals} EUR`),
  fc.tuple(digits(120), digits(120)).map(([whole, decimals]) => `${whole}.${decimals}`),
  digits(255),
);
const lines = fc.array(fc.tuple(name, fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 300 }))), { maxLength: 12 });

describe('the total of a cart', () => {
  test('is the exact sum of any amounts, rounded once, half up', () => {
    fc.assert(
      fc.property(lines, (cart) => {
        expect(BigInt(total(cart))).toBe(added(cart));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<[Line[], number | bigint]>([
    [[], 0],
    [[['0.005', 3]], 2],
    [[['0.005', 1]], 1],
    [[['0.004', 1]], 0],
    [[['0.0049999999', 1]], 0],
    [[['1000000000000', 1]], 100_000_000_000_000],
    [[['1000000000000', 10]], 1_000_000_000_000_000n],
    [[['9999999999999.99', 1]], 999_999_999_999_999],
    [
      [
        ['90071992547409.93', 1],
        ['0.001', 1],
      ],
      9_007_199_254_740_993n,
    ],
  ])('of %j is %s hundredths', (cart, cents) => {
    expect(total(cart)).toBe(cents);
  });

  test('is a number as long as dividing it by 100 shows all its digits', () => {
    const wrong = Array.from({ length: 2_000 }, (_, at) => 999_999_999_999_999 - at * 7).filter(
      (cents) => (cents / 100).toFixed(2).replace('.', '') !== String(cents) || String(cents / 100).length > 16,
    );
    expect(wrong).toEqual([]);
  });
});
