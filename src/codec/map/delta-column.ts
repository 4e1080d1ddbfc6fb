/**
 * Delta encoding of a column of numbers for the public map; the first number is absolute. Sums in double precision as
 * the readers do: a number is restored exactly if any difference leads to it, otherwise within one rounding of the
 * larger of two neighbours. Rounding errors never accumulate.
 */
const shortDigitsMax = 3;

export class DeltaColumn {
  #text = '';
  /** The number that a reader of the text has reached. */
  #reached = 0;

  add(value: number): void {
    const step = stepBetween(this.#reached, value);
    this.#text += this.#text === '' ? step : `,${step}`;
    this.#reached += Number(step);
  }

  /** As a JSON array. */
  toString(): string {
    return `[${this.#text}]`;
  }
}

/** The shortest of a few decimal texts for the difference that leads from one number to the other. */
function stepBetween(from: number, to: number): string {
  const exact = to - from;
  if (Number.isInteger(exact) && from + exact === to) return String(exact);
  for (let digits = 1; digits <= shortDigitsMax; digits++) {
    const short = exact.toFixed(digits);
    if (from + Number(short) === to) return short;
  }
  return String(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, exact)));
}
