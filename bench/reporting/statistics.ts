/** The arithmetic of the figures: medians, ratios within rounds, flatness and growth of curves. Pure. */

export type Point = readonly [x: number, y: number];

/** The median; null when any value is missing or there is none. */
export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0 || sorted.length < values.length) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Bounds between which the median of all possible values lies with a probability of 95 %, whatever their distribution:
 * two of the sorted values (the sign test). Null for fewer than 6 values, whose extremes are not far enough apart.
 */
export function medianInterval(values: readonly number[]): readonly [low: number, high: number] | null {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  let below = 0;
  /** Probability that at most `below` of the values are under the median. */
  let tail = 0;
  for (let term = 0.5 ** count; tail + term <= 0.025; term *= (count - below + 1) / below) {
    tail += term;
    below++;
  }
  return below === 0 ? null : [sorted[below - 1]!, sorted[count - below]!];
}

/**
 * Median of the ratios within rounds: the two values of a round are measured shortly after each other, under the same
 * conditions. Null when the lists have different lengths.
 */
export function medianRatio(
  values: readonly (number | null)[],
  baselineRounds: readonly (number | null)[],
): number | null {
  if (values.length !== baselineRounds.length) return null;
  return median(values.map((value, round) => quotient(value, baselineRounds[round] ?? null)));
}

/**
 * The median of each row, when the values of one column were measured in turn. Every value is first divided by the
 * median of its column, so that a slow minute of the machine, which affects a whole column, does not distort a row. All
 * are null when any value is missing.
 */
export function mediansInTurn(rows: readonly (readonly (number | null)[])[]): readonly (number | null)[] {
  const columns = rows[0]?.map((_, column) => median(rows.map((row) => row[column] ?? null))) ?? [];
  const overall = median(columns);
  return rows.map((row) => {
    const related = median(row.map((value, column) => quotient(value, columns[column] ?? null)));
    return related === null || overall === null ? null : related * overall;
  });
}

/** Null when either is unknown or nothing can be divided. */
export function quotient(value: number | null, baseline: number | null): number | null {
  return value === null || baseline === null || baseline === 0 ? null : value / baseline;
}

/** How far a curve is from flat: its highest y over its lowest, 1 for flat. Null without two points. */
export function flatness(points: readonly Point[]): number | null {
  const heights = points.map(([, y]) => y);
  return points.length < 2 ? null : quotient(Math.max(...heights), Math.min(...heights));
}

/**
 * The exponent of the power law that fits best, by least squares over logarithms: 0 is flat, 1 grows in proportion.
 * Null without two different x. All values are above zero.
 */
export function growthExponent(points: readonly Point[]): number | null {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const spread = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return quotient(
    logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0),
    logs.length < 2 ? null : spread,
  );
}

/** The highest requested rate that was reached to within 5 %; null when none was. Points: requested, reached. */
export function saturation(points: readonly Point[]): number | null {
  const reached = points.filter(([asked, got]) => got >= asked * 0.95).map(([asked]) => asked);
  return reached.length === 0 ? null : Math.max(...reached);
}
