/** The arithmetic behind the benchmark's figures. */
import {
  flatness,
  growthExponent,
  median,
  medianInterval,
  medianRatio,
  mediansInTurn,
  saturation,
} from '../../bench/reporting/statistics.ts';

describe('a median', () => {
  test('is the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 7])).toBe(6);
  });

  test('is unknown if one value is unknown, or without values', () => {
    expect(median([1, null, 3])).toBeNull();
    expect(median([])).toBeNull();
  });
});

describe('the interval of a median', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => count - at);

  test.each([
    [6, [1, 6]],
    [25, [8, 18]],
    [100, [40, 61]],
  ])('of %d values has the bounds of the sign test', (count, bounds) => {
    expect(medianInterval(upTo(count))).toEqual(bounds);
  });

  test('is unknown with too few values', () => {
    expect(medianInterval(upTo(5))).toBeNull();
    expect(medianInterval([])).toBeNull();
  });
});

describe('a ratio of rounds', () => {
  test('pairs rounds that are adjacent in time, so that a slow moment affects both', () => {
    expect(medianRatio([100, 10, 90], [200, 20, 100])).toBe(0.5);
  });

  test('is unknown when rounds cannot be paired or the divisor is 0', () => {
    expect(medianRatio([1, 2], [1])).toBeNull();
    expect(medianRatio([1], [0])).toBeNull();
  });
});

describe('medians of interleaved measurements', () => {
  test('are not distorted by slow minutes that affect a whole column', () => {
    // Two sizes that cost the same: plain medians, 20 and 10, would say that one costs twice as much.
    expect(
      mediansInTurn([
        [10, 20, 30],
        [10, 10, 30],
      ]),
    ).toEqual([15, 15]);
  });

  test('keep a difference that every column has', () => {
    const [low, high] = mediansInTurn([
      [10, 30, 20],
      [20, 60, 40],
    ]) as [number, number];
    expect(high / low).toBeCloseTo(2);
  });

  test('are unknown if one value is unknown', () => {
    expect(
      mediansInTurn([
        [1, null],
        [2, 2],
      ]),
    ).toEqual([null, null]);
    expect(mediansInTurn([])).toEqual([]);
  });
});

describe('a curve', () => {
  test('that is constant has an exponent of 0 and a flatness of 1', () => {
    const points = [10, 100, 1_000].map((x) => [x, 4] as const);
    expect(growthExponent(points)).toBeCloseTo(0);
    expect(flatness(points)).toBe(1);
  });

  test('that is linear has an exponent of 1, a quadratic one an exponent of 2', () => {
    const sizes = [1, 10, 100];
    expect(growthExponent(sizes.map((x) => [x, 3 * x]))).toBeCloseTo(1);
    expect(growthExponent(sizes.map((x) => [x, 5 * x * x]))).toBeCloseTo(2);
  });

  test('of one point, or of one size, has no exponent', () => {
    expect(growthExponent([[1, 1]])).toBeNull();
    expect(
      growthExponent([
        [2, 1],
        [2, 3],
      ]),
    ).toBeNull();
    expect(flatness([[1, 1]])).toBeNull();
  });

  test('saturates at the highest rate that was reached', () => {
    const points = [
      [100, 100],
      [200, 198],
      [300, 240],
    ] as const;
    expect(saturation(points)).toBe(200);
    expect(saturation([[300, 100]])).toBeNull();
  });
});
