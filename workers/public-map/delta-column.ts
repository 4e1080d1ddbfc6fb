/**
 * A column of numbers as differences, the first one absolute, as the public map has it. Adds up as its readers do, in
 * double precision: a number comes back exactly wherever a difference leads there at all, otherwise to within one
 * rounding of the larger of two neighbours; what is lost is never carried on.
 */
const shortDigitsMax = 3;

export class DeltaColumn {
  #text = '';
  /** Where a reader of the text is by now. */
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

/** The shortest of a few decimal texts that leads from one number to the other. */
function stepBetween(from: number, to: number): string {
  const exact = to - from;
  if (Number.isInteger(exact) && from + exact === to) return String(exact);
  for (let digits = 1; digits <= shortDigitsMax; digits++) {
    const short = exact.toFixed(digits);
    if (from + Number(short) === to) return short;
  }
  return String(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, exact)));
}
