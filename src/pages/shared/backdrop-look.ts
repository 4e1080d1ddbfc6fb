/**
 * How the background of a layout looks on a map: its texts, which are taken out of the picture, and its colours in the
 * dark theme. Pale shapes become dark ones of the same hue.
 */
import type { Box } from './plan.ts';
import { inkOn, mapColours, mixed } from './theme.ts';

export interface BackdropText {
  readonly text: string;
  /** The middle. */
  readonly x: number;
  readonly y: number;
  readonly fontSize: number;
  /** Degrees. */
  readonly angle: number;
  /** Null: the usual colour of texts. */
  readonly ink: string | null;
  /** The box of its shape; null: it stands alone. */
  readonly solid: Box | null;
}

/**
 * The colours that the service gives to shapes without a colour of their own, and their replacements in the dark theme.
 */
const darkColours: ReadonlyMap<string, string> = new Map([
  ['#e5e7eb', '#272d38'],
  ['#9ca3af', '#4a5365'],
]);
/** The colour of texts without one of their own. */
const usualInk = '#374151';
const hex = /^#[0-9a-f]{6}$/;
/** The part of a shape's hue in its colour in the dark theme. */
const hueShare = 0.26;

/** Replaces the colours of shapes. */
export function darken(root: Element): void {
  const { paper } = mapColours(true);
  for (const shape of root.querySelectorAll('[fill], [stroke]')) {
    if (shape.localName === 'text') continue;
    const [fill, stroke] = [colourIn(shape, 'fill'), colourIn(shape, 'stroke')];
    const usual = darkColours.get(fill);
    const isPale = hex.test(fill) && isLight(fill);
    // The stroke has more of the hue than a pale fill.
    const hue = hex.test(stroke) && !darkColours.has(stroke) ? stroke : fill;
    if (usual !== undefined) shape.setAttribute('fill', usual);
    else if (isPale) shape.setAttribute('fill', mixed(paper, hue, hueShare));
    if (darkColours.has(stroke)) shape.setAttribute('stroke', darkColours.get(stroke) as string);
    else if (isPale && hex.test(stroke)) shape.setAttribute('stroke', mixed(paper, stroke, 0.6));
  }
}

function colourIn(shape: Element, name: 'fill' | 'stroke'): string {
  return shape.getAttribute(name)?.toLowerCase() ?? '';
}

/** Whether dark letters are easier to read on it. */
function isLight(colour: string): boolean {
  return inkOn(colour) !== '#ffffff';
}

/** Takes a text of the service's own kind, with one size and a middle, out of the picture; leaves any other there. */
export function textOf(element: Element, isDark: boolean): BackdropText[] {
  const number = (name: string): number => Number(element.getAttribute(name) ?? Number.NaN);
  const [x, y, fontSize] = [number('x'), number('y'), number('font-size')];
  const text = element.textContent?.trim() ?? '';
  const isPlain = element.childElementCount === 0 && element.getAttribute('text-anchor') === 'middle' && text !== '';
  if (!isPlain || !Number.isFinite(x + y + fontSize)) {
    if (isDark && colourIn(element, 'fill') === usualInk) element.setAttribute('fill', mapColours(true).quietInk);
    return [];
  }
  const below = element.previousElementSibling;
  const solid = below === null ? null : boxOf(below);
  const isInside = solid !== null && isWithin(solid, x, y);
  const own = colourIn(element, 'fill');
  const ground = isInside && below !== null ? colourIn(below, 'fill') : mapColours(isDark).paper;
  const angle = Number(/^rotate\(([-\d.]+)/.exec(element.getAttribute('transform') ?? '')?.[1] ?? 0);
  element.remove();
  return [
    {
      ...{ text, x, y, fontSize, angle },
      ink: inkFor(own, ground),
      solid: isInside ? solid : null,
    },
  ];
}

/** Its own colour where that can be read on the ground. */
function inkFor(own: string, ground: string): string | null {
  if (!hex.test(ground)) return hex.test(own) ? own : null;
  return hex.test(own) && isLight(own) !== isLight(ground) ? own : inkOn(ground);
}

/** The box of a rectangle or an ellipse that was not turned. */
function boxOf(shape: Element): Box | null {
  const number = (name: string): number => Number(shape.getAttribute(name) ?? 0);
  if (shape.localName === 'rect') {
    return { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
  }
  if (shape.localName !== 'ellipse') return null;
  const [rx, ry] = [number('rx'), number('ry')];
  return { x: number('cx') - rx, y: number('cy') - ry, width: 2 * rx, height: 2 * ry };
}

function isWithin({ x, y, width, height }: Box, atX: number, atY: number): boolean {
  return atX >= x && atY >= y && atX <= x + width && atY <= y + height;
}
