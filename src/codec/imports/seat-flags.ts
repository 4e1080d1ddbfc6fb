/** The features of a seat as one text of words, such as `accessible wheelchair`: the column `flags` of a layout's table. */
import { type NamedFeatures, namedFeatures, seatFeatures } from '#domain/layout/seat-features.ts';

export const seatFlagNames = ['accessible', 'marked', ...seatFeatures] as const;
type SeatFlag = (typeof seatFlagNames)[number];
export type SeatFlags = Partial<Readonly<Record<SeatFlag, true>>>;

const namesByWord = new Map(seatFlagNames.map((name) => [name.toLowerCase(), name]));

/** The flags of a text, and the words that are none. Words are separated by spaces, commas, semicolons or bars. */
export function readFlags(text: string): { readonly flags: SeatFlags; readonly unknown: readonly string[] } {
  const flags: Partial<Record<SeatFlag, true>> = {};
  const unknown: string[] = [];
  for (const word of text.split(/[\s,;|]+/)) {
    const name = namesByWord.get(word.toLowerCase());
    if (name !== undefined) flags[name] = true;
    else if (word !== '') unknown.push(word);
  }
  return { flags, unknown };
}

/** The text from which `readFlags` makes the same flags. */
export function flagsText(accessible: boolean, marked: boolean, features: number): string {
  const flags: SeatFlags & NamedFeatures = {
    ...(accessible ? { accessible: true } : {}),
    ...(marked ? { marked: true } : {}),
    ...namedFeatures(features),
  };
  return seatFlagNames.filter((name) => flags[name] === true).join(' ');
}
