/** Transforms of SVG: the text of a `transform` as one matrix, and points moved by it. */
import type { Point } from '#domain/layout/geometry/rectangle.ts';

/** a, b, c, d, e, f as SVG has them. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];
const textLengthMax = 2_000;
const step = /\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]{0,400})\)[\s,]*/y;

/** `outer` after `inner`. */
export function product(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function moved([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Null: the text is no transform. */
export function matrixOf(text: string | undefined): Matrix | null {
  if (text === undefined || text.trim() === '') return identity;
  if (text.length > textLengthMax) return null;
  let result: Matrix = identity;
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return null;
    const numbers = (found[2] as string)
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const matrix = numbers.every(Number.isFinite) ? matrixOfStep(found[1] as string, numbers) : null;
    if (matrix === null) return null;
    result = product(result, matrix);
  }
  return result;
}

function matrixOfStep(name: string, numbers: readonly number[]): Matrix | null {
  const [first = 0, second, third] = numbers;
  switch (name) {
    case 'matrix':
      return numbers.length === 6 ? (numbers as unknown as Matrix) : null;
    case 'translate':
      return [1, 0, 0, 1, first, second ?? 0];
    case 'scale':
      return [first, 0, 0, second ?? first, 0, 0];
    case 'rotate':
      return rotation(first, { x: second ?? 0, y: third ?? 0 });
    case 'skewX':
      return [1, 0, Math.tan((first * Math.PI) / 180), 1, 0, 0];
    default:
      return [1, Math.tan((first * Math.PI) / 180), 0, 1, 0, 0];
  }
}

function rotation(degrees: number, { x, y }: Point): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}
