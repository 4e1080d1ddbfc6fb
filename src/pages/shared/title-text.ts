/**
 * The words of a title in the room that it has: the name with its note, the name alone, in two lines, or with an
 * ellipsis. Where many names begin with the same words, these can be left out. Never words that several titles share.
 */

export const titleFont = 'system-ui, sans-serif';

export interface TitleText {
  readonly lines: readonly string[];
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The size of the letters relative to the usual ones. */
  readonly size: number;
}

interface Wording {
  readonly title: string;
  /** '' for none. */
  readonly note: string;
  /** The title, or the title without the words that it shares with others. */
  readonly short: string;
}

const titleSize = 12.5;
const noteSize = 11.5;
export const lineHeight = 15.5;
const sidePadding = 4;
const padding = 6;
/** Names are drawn this small before they are cut. */
export const smallSize = 0.8;
/** A name is shortened to no fewer letters than these. */
const lettersMin = 6;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** `size`: of all letters, from 1; `line`: from 0, a note is never the first. */
export function titleFontOf(line: number, isNoted: boolean, size: number): string {
  const isNote = isNoted && line > 0;
  return isNote ? `400 ${noteSize * size}px ${titleFont}` : `600 ${titleSize * size}px ${titleFont}`;
}

/** A text with these lines, whatever its room is. */
export function textOf(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  isNoted: boolean,
  size: number,
): TitleText {
  const widths = lines.map((line, at) => {
    context.font = titleFontOf(at, isNoted, size);
    return context.measureText(line).width;
  });
  const width = Math.max(...widths) + 2 * sidePadding * size;
  return { lines, width, height: (lines.length * lineHeight + padding) * size, size };
}

/**
 * The most telling text for this room; null: no text that tells this title from others fits. `canCut`: an ellipsis may
 * stand for the end of the name.
 */
export function fitting(
  context: CanvasRenderingContext2D,
  { title, note, short }: Wording,
  width: number,
  height: number,
  size: number,
  canCut: boolean,
): (TitleText & { readonly isNoted: boolean }) | null {
  const small = size * smallSize;
  const names = short === title ? [[title], halves(title)] : [[short]];
  const tries: (readonly [lines: readonly string[], isNoted: boolean, size: number])[] = [
    ...(note === '' ? [] : [[[title, note], true, size] as const]),
    ...names.map((lines) => [lines, false, size] as const),
    ...names.map((lines) => [lines, false, small] as const),
  ];
  for (const [lines, isNoted, letterSize] of tries) {
    const text = textOf(context, lines, isNoted, letterSize);
    if (text.width <= width && text.height <= height) return { ...text, isNoted };
  }
  if (short !== title || !canCut) return null;
  const whole = textOf(context, [title], false, small);
  const cut = shortened(title, (width - 2 * sidePadding * small) / (whole.width - 2 * sidePadding * small));
  if (cut === null || whole.height > height) return null;
  return { ...textOf(context, [cut], false, small), isNoted: false };
}

/** A name in two lines of nearly equal length; one line when it is one word. */
function halves(title: string): readonly string[] {
  const words = title.split(' ');
  const cuts = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const);
  const lengthOf = (lines: readonly string[]): number => Math.max(...lines.map(({ length }) => length));
  return cuts.reduce<readonly string[]>((best, cut) => (lengthOf(cut) < lengthOf(best) ? cut : best), [title]);
}

/** The beginning of a name that fits into this part of its width; null when it would be too short to recognize. */
function shortened(title: string, part: number): string | null {
  const all = Array.from(letters.segment(title), ({ segment }) => segment);
  const kept = Math.floor(all.length * part * 0.9) - 1;
  return kept < lettersMin ? null : `${all.slice(0, kept).join('').trimEnd()}…`;
}
