/**
 * The colours that an organization can give to the pages of its buyers, and the pairs of colours that must stay readable. The service
 * checks a brand with it, the console shows the same figures, and the page sets the colours. Pure.
 */
import { contrastOf } from './contrast.ts';

export const themes = ['light', 'dark'] as const;
export type ThemeName = (typeof themes)[number];

/** By the variables of the style sheets that each of them sets. */
const variables = {
  accent: ['--accent'],
  accentInk: ['--accent-ink'],
  paper: ['--paper'],
  card: ['--card', '--raised'],
  ink: ['--ink'],
  inkQuiet: ['--ink-quiet'],
} as const;

export type BrandColour = keyof typeof variables;
export const brandColours = Object.keys(variables) as readonly BrandColour[];
/** An absent colour, or null, is that of the page. */
export type ThemeColours = { readonly [Colour in BrandColour]?: string | null | undefined };
export type BrandColours = { readonly [Theme in ThemeName]?: ThemeColours | null | undefined };

/** The page's own, which stand on those of a brand or below them. No brand changes them. */
type FixedColour = 'hover' | 'inkSoft' | 'good' | 'warn' | 'danger';
export type PairedColour = BrandColour | FixedColour;

/** As the style sheets of the buyer's page have them. */
export const pageColours: Readonly<Record<ThemeName, Readonly<Record<PairedColour, string>>>> = {
  light: {
    ...{
      accent: '#16191f',
      accentInk: '#ffffff',
      paper: '#f1f2f4',
      card: '#ffffff',
      ink: '#16191f',
      inkQuiet: '#5a6272',
    },
    ...{ hover: '#f3f4f7', inkSoft: '#465065', good: '#176c42', warn: '#8a4b08', danger: '#b4232c' },
  },
  dark: {
    ...{
      accent: '#f3f4f6',
      accentInk: '#14171d',
      paper: '#12151b',
      card: '#171b22',
      ink: '#f3f4f6',
      inkQuiet: '#a5aebd',
    },
    ...{ hover: '#232934', inkSoft: '#c0c8d6', good: '#84dcab', warn: '#f4c27a', danger: '#ff9d9d' },
  },
};

/** WCAG 2, AA, for text of any size. */
export const contrastMin = 4.5;

/** Text, and what it stands on. */
const pairs: readonly (readonly [PairedColour, PairedColour])[] = [
  ['accentInk', 'accent'],
  ['ink', 'paper'],
  ['ink', 'card'],
  ['inkQuiet', 'paper'],
  ['inkQuiet', 'card'],
  ['ink', 'hover'],
  ['inkSoft', 'card'],
  ['good', 'card'],
  ['warn', 'card'],
  ['danger', 'card'],
];

export interface Contrast {
  readonly text: PairedColour;
  readonly ground: PairedColour;
  /** 1 to 21. */
  readonly ratio: number;
  readonly isEnough: boolean;
}

export function colourOf(theme: ThemeName, given: ThemeColours, colour: PairedColour): string {
  return (given as { readonly [Colour in PairedColour]?: string | null })[colour] ?? pageColours[theme][colour];
}

/** Of all pairs of a theme. A colour that is given must be `#rrggbb`. */
export function contrastsOf(theme: ThemeName, given: ThemeColours): Contrast[] {
  return pairs.map(([text, ground]) => {
    const ratio = contrastOf(colourOf(theme, given, text), colourOf(theme, given, ground));
    return { text, ground, ratio, isEnough: ratio >= contrastMin };
  });
}

/** Rounded down: what is not enough must not look like enough. */
export function ratioText(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}

/** The variables of the style sheets that a brand sets. */
export function variablesOf(given: ThemeColours): Readonly<Record<string, string>> {
  const set = brandColours.flatMap((colour) => {
    const value = given[colour];
    return value == null ? [] : variables[colour].map((name) => [name, value] as const);
  });
  return Object.fromEntries(set);
}
