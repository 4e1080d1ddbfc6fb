/** Reads the whole numbers that a person has typed. */
import { text } from './texts.ts';

/** The whole number in the text; null: it is empty. Throws a `RangeError` for the person when it is none in bounds. */
export function wholeNumber(name: string, entered: string, min: number, max: number): number | null {
  if (entered.trim() === '') return null;
  const number = Number(entered);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new RangeError(text('wholeNumberFrom', { name, min, max }));
}
