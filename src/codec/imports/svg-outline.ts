/**
 * The outline of an SVG element as points: rectangles, circles, ellipses, lines, polygons, and paths, whose curves become
 * straight lines. Promises at most `pointsMax` points.
 */
import type { Point } from '#domain/layout/geometry/rectangle.ts';

export type Attributes = Readonly<Record<string, string>>;

const pointsMax = 10_000;
const cornersOfCircle = 32;
/** How many numbers a command of a path takes; its end point is the last two. */
const numbersOf: Readonly<Record<string, number>> = { m: 2, l: 2, t: 2, h: 1, v: 1, c: 6, s: 4, q: 4, a: 7 };
const pathPart = /([a-zA-Z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/g;

/** Null: the element has no outline, or not a readable one. */
export function outlineOf(name: string, given: Attributes): readonly Point[] | null {
  const number = (attribute: string): number => Number.parseFloat(given[attribute] ?? '0');
  const [x, y] = [number('x'), number('y')];
  switch (name) {
    case 'rect': {
      const [right, bottom] = [x + number('width'), y + number('height')];
      return finite([
        { x, y },
        { x: right, y },
        { x: right, y: bottom },
        { x, y: bottom },
      ]);
    }
    case 'circle':
      return finite(ellipse({ x: number('cx'), y: number('cy') }, number('r'), number('r')));
    case 'ellipse':
      return finite(ellipse({ x: number('cx'), y: number('cy') }, number('rx'), number('ry')));
    case 'line':
      return finite([
        { x: number('x1'), y: number('y1') },
        { x: number('x2'), y: number('y2') },
      ]);
    case 'polygon':
    case 'polyline':
      return finite(pairs(given.points ?? ''));
    case 'path':
      return finite(pathPoints(given.d ?? ''));
    case 'text':
    case 'use':
    case 'image':
      return finite([{ x, y }]);
    default:
      return null;
  }
}

/** The middle of the box around points. */
export function middleOf(points: readonly Point[]): Point {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

function finite(points: readonly Point[] | null): readonly Point[] | null {
  if (points === null || points.length === 0 || points.length > pointsMax) return null;
  return points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? points : null;
}

function ellipse({ x, y }: Point, rx: number, ry: number): readonly Point[] {
  return Array.from({ length: cornersOfCircle }, (_, at) => {
    const angle = (at / cornersOfCircle) * 2 * Math.PI;
    return { x: x + rx * Math.cos(angle), y: y + ry * Math.sin(angle) };
  });
}

function pairs(text: string): readonly Point[] | null {
  const numbers = text
    .trim()
    .split(/[\s,]+/, 2 * pointsMax + 2)
    .map(Number);
  if (numbers.length % 2 === 1) return null;
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: numbers[2 * at] as number,
    y: numbers[2 * at + 1] as number,
  }));
}

/** The end points of a path's commands. */
function pathPoints(path: string): readonly Point[] | null {
  const points: Point[] = [];
  let command = '';
  let numbers: number[] = [];
  for (const [, letter, number] of path.matchAll(pathPart)) {
    if (points.length > pointsMax) return null;
    if (letter !== undefined) {
      if (numbers.length > 0) return null;
      if (letter.toLowerCase() !== 'z' && numbersOf[letter.toLowerCase()] === undefined) return null;
      command = letter;
      continue;
    }
    numbers.push(Number(number));
    if (numbers.length !== numbersOf[command.toLowerCase()]) {
      if (command === '' || command.toLowerCase() === 'z') return null;
      continue;
    }
    points.push(endOf(command, numbers, points.at(-1) ?? { x: 0, y: 0 }));
    numbers = [];
  }
  return points;
}

function endOf(command: string, numbers: readonly number[], { x, y }: Point): Point {
  const [ox, oy] = command === command.toLowerCase() ? [x, y] : [0, 0];
  if (command === 'h' || command === 'H') return { x: ox + (numbers[0] as number), y };
  if (command === 'v' || command === 'V') return { x, y: oy + (numbers[0] as number) };
  return { x: ox + (numbers.at(-2) as number), y: oy + (numbers.at(-1) as number) };
}
