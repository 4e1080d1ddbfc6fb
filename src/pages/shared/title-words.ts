/** The size of the letters on a map, and the words of names that many sections share. Pure. */

/** So many titles have to begin with the same words before these are left out. */
const sharedMin = 3;

/** The view at which letters have their usual size, in CSS pixels; a very large screen is looked at from farther away. */
const usualView = { width: 1300, height: 850 };
const lettersMax = 1.8;

/** The size of all letters on a map, from 1, for a view of this size. */
export function lettersIn(width: number, height: number): number {
  return Math.min(lettersMax, Math.max(1, Math.min(width / usualView.width, height / usualView.height)));
}

/** Each title without the first words that it shares with others: "A8" for "Block A8" among many blocks. */
export function shortTitles(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const title of titles) {
    for (const beginning of beginnings(title)) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  }
  const shorts = titles.map((title) => {
    const shared = beginnings(title).findLast((beginning) => (counts.get(beginning) ?? 0) >= sharedMin);
    return shared === undefined ? title : title.slice(shared.length).trim();
  });
  // "Left" of "Stalls Left" and of "Balcony Left" would be the same.
  const times = new Map<string, number>();
  for (const short of shorts) times.set(short, (times.get(short) ?? 0) + 1);
  return shorts.map((short, at) => (times.get(short) === 1 ? short : (titles[at] ?? '')));
}

/** All words but the last, all but the last two, and so on, the shortest first; each with the space after it. */
function beginnings(title: string): string[] {
  const spaces = Array.from(title.trimEnd().matchAll(/\s+/g), ({ index, 0: space }) => index + space.length);
  return spaces.filter((end) => end > 0).map((end) => title.slice(0, end));
}
