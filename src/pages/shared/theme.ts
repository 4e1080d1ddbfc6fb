/**
 * The light and the dark theme: which of them the person prefers, and the colours of maps in it. Neighbours in the
 * series of colours differ in lightness too, for people with colour blindness.
 */
import { type BrandColours, type ThemeName, variablesOf } from './brand-colours.ts';
import { channels, luminance } from './contrast.ts';

/** Colours of the map itself. */
export interface MapColours {
  readonly paper: string;
  /** Under the seats of a section. */
  readonly floor: string;
  readonly ink: string;
  readonly quietInk: string;
  readonly label: string;
  readonly labelEdge: string;
  readonly focus: string;
  readonly focusGap: string;
}

const light: MapColours = {
  paper: '#f1f2f4',
  floor: '#ffffff',
  ink: '#16191f',
  quietInk: '#5a6272',
  label: '#ffffff',
  labelEdge: '#d5d9e0',
  focus: '#1d4ed8',
  focusGap: '#ffffff',
};

const dark: MapColours = {
  paper: '#12151b',
  floor: '#1c212a',
  ink: '#f3f4f6',
  quietInk: '#a5aebd',
  label: '#1c212a',
  labelEdge: '#3a4250',
  focus: '#93b4ff',
  focusGap: '#0c0e12',
};

/** In the order in which they are used. No two neighbours have the same lightness. */
const series: Readonly<Record<'light' | 'dark', readonly string[]>> = {
  light: ['#6247c4', '#0f8f7e', '#2b6fd6', '#d9822b', '#b8397f', '#5f8f1f', '#c4452f', '#2f5f86', '#a0782a', '#7b6a9c'],
  dark: ['#a08bf0', '#3cc4b0', '#6ea6ff', '#f0a653', '#ee7fb6', '#a3cf5c', '#f28672', '#86b6dc', '#dcb862', '#bdaede'],
};

/** The variables of the style sheets that another site may set, and the colour of the map that each of them sets too. */
const changeable: Readonly<Record<string, keyof MapColours | null>> = {
  '--accent': null,
  '--accent-ink': null,
  '--paper': 'paper',
  '--card': 'floor',
  '--raised': 'label',
  '--ink': 'ink',
  '--ink-quiet': 'quietInk',
  '--line': 'labelEdge',
  '--focus': 'focus',
  '--radius': null,
  '--font': null,
};
const colourShape = /^#[0-9a-f]{6}$/i;
const seriesShape = /^--series-(\d)$/;

type Variables = Readonly<Record<string, string>>;

/** What another site has set; it wins over the brand. */
let ofHost: Variables = {};
let ofBrand: Readonly<Record<ThemeName, Variables>> | null = null;
let own: Partial<MapColours> = {};
let ownSeries = new Map<number, string>();
let listeners: (() => void)[] = [];

/** Replaces what another site has set. Unknown names are left out; the map takes colours as `#rrggbb` only. */
export function overrideColours(variables: unknown): void {
  const given = Object.entries(typeof variables === 'object' ? (variables ?? {}) : {});
  ofHost = Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  setColours();
}

/** The colours of the organization's brand, below those of another site, for the theme that the person prefers at any time. */
export function brandColours({ light, dark }: BrandColours): void {
  if (ofBrand === null) matchMedia(darkQuery).addEventListener('change', setColours);
  ofBrand = { light: variablesOf(light ?? {}), dark: variablesOf(dark ?? {}) };
  setColours();
}

function setColours(): void {
  const { style } = document.documentElement;
  for (const name of Object.keys(changeable)) style.removeProperty(name);
  [own, ownSeries] = [{}, new Map()];
  for (const [name, value] of Object.entries({ ...ofBrand?.[prefersDark() ? 'dark' : 'light'], ...ofHost })) {
    const isColour = colourShape.test(value);
    const place = seriesShape.exec(name)?.[1];
    const inMap = changeable[name];
    if (Object.hasOwn(changeable, name)) style.setProperty(name, value);
    if (isColour && inMap != null) own = { ...own, [inMap]: value };
    if (isColour && place !== undefined) ownSeries.set(Number(place), value);
  }
  for (const listener of listeners) listener();
}

const darkQuery = '(prefers-color-scheme: dark)';

export function prefersDark(): boolean {
  return matchMedia(darkQuery).matches;
}

/** Calls the listener when the person's preference or the colours of another site change. Returns a function that ends this. */
export function onThemeChange(listener: () => void): () => void {
  const query = matchMedia(darkQuery);
  query.addEventListener('change', listener);
  listeners.push(listener);
  return () => {
    query.removeEventListener('change', listener);
    listeners = listeners.filter((one) => one !== listener);
  };
}

export function mapColours(isDark: boolean): MapColours {
  return { ...(isDark ? dark : light), ...own };
}

/** The colour at a place of the series, from 0. Begins again after ten. */
export function seriesColour(place: number, isDark: boolean): string {
  const colours = isDark ? series.dark : series.light;
  const at = place % colours.length;
  return ownSeries.get(at) ?? (colours[at] as string);
}

/** The style sheet's name for the colour at a place of the series, once `shareSeries` was called. */
export function seriesVariable(place: number): string {
  return `--series-${place % series.light.length}`;
}

/** Gives the colours of the series to the style sheets, for the theme that the person prefers at any time. */
export function shareSeries(): void {
  const share = (): void => {
    for (const place of series.light.keys()) {
      document.documentElement.style.setProperty(seriesVariable(place), seriesColour(place, prefersDark()));
    }
  };
  share();
  onThemeChange(share);
}

/** The one of black and white that is easier to read on a colour, as `#rrggbb`. */
export function inkOn(colour: string): string {
  return luminance(colour) > 0.3 ? '#11141a' : '#ffffff';
}

/** A colour between two, both `#rrggbb`; `part` of the second from 0 to 1. */
export function mixed(one: string, other: string, part: number): string {
  const [from, to] = [channels(one), channels(other)];
  const mix = from.map((value, at) => Math.round(value + ((to[at] as number) - value) * part));
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
