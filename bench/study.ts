/** What a measurement brings to the report: figures to compare, plots, tables, and what it was held against. Plain data. */

/** A line of a plot: points `[x, y]`. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
}

export interface Axis {
  readonly name: string;
  readonly isLogarithmic?: boolean;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A promise held against a figure. */
export interface Check {
  readonly says: string;
  readonly figure: number | null;
  /** Null: there was nothing to hold it against. */
  readonly isKept: boolean | null;
}

export interface Study {
  readonly title: string;
  readonly about: string;
  /** By a name that stays the same from run to run. */
  readonly figures: Readonly<Record<string, number | null>>;
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  readonly checks: readonly Check[];
}

export function atLeast(says: string, figure: number | null, limit: number): Check {
  return { says, figure, isKept: figure === null ? null : figure >= limit };
}

export function atMost(says: string, figure: number | null, limit: number): Check {
  return { says, figure, isKept: figure === null ? null : figure <= limit };
}
