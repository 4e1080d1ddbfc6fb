/**
 * The result of a measurement for the report: figures, tables, plots, and the promises that were checked. Plain data.
 */

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

/** A promise and the figure that keeps or breaks it. */
export interface Check {
  readonly says: string;
  readonly figure: number | null;
  /** Null: the figure is unknown. */
  readonly isKept: boolean | null;
  /**
   * The same figure of a server that answers constants under the same load, in which changes wait for their records to be
   * durable: the part of the machine, the generator and PostgreSQL. Null: it is unknown; absent: the promise has none.
   */
  readonly floor?: number | null;
}

export interface Study {
  readonly title: string;
  readonly about: string;
  /** By name. Names stay the same from run to run, so that runs can be compared. */
  readonly figures: Readonly<Record<string, number | null>>;
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  readonly checks: readonly Check[];
}

export function atLeast(says: string, figure: number | null, limit: number): Check {
  return { says, figure, isKept: figure === null ? null : figure >= limit };
}

/** The check with its floor beside it. A floor never decides whether a promise is kept. */
export function above(floor: number | null, check: Check): Check {
  return { ...check, floor };
}

export function atMost(says: string, figure: number | null, limit: number): Check {
  return { says, figure, isKept: figure === null ? null : figure <= limit };
}
