/**
 * Turns a stored shape, which may be any JSON object, into SVG. Reads a few known members, each only if it is valid;
 * everything else is ignored.
 */
import { type Box, Extent, turned } from './extent.ts';
import { type Attributes, colourOf, element } from './svg.ts';

export type StoredShape = Readonly<Record<string, unknown>>;

export interface MapShape {
  readonly box: Box;
  /** True for a shape that covers an area, false for text only. */
  readonly isSolid: boolean;
  /** As SVG; `marks` are added to its attributes. */
  draw(marks: Attributes): string;
}

/** Coordinates beyond this are invalid. */
const farthest = 1e9;
const pointsMax = 10_000;
const textLengthMax = 500;
const fontSizeDefault = 16;
const fontSizeMin = 8;
/** Approximate width of a letter, relative to its height. */
const letterWidth = 0.6;
const strokeWidthMax = 1_000;
export const letterColour = '#374151';

/** The drawable form of a shape, or null. */
export function mapShapeOf(shape: StoredShape): MapShape | null {
  const kind = kindOf(shape);
  if (kind === 'text') return lettersOf(shape);
  const points = pointsOf(shape);
  const box = boxOf(shape);
  if (kind === 'line') return lineOf(shape, points ?? diagonalOf(box));
  if (points !== null && (kind === 'polygon' || kind === 'polyline')) return outlineOf(shape, kind, points);
  if (box === null) return textOf(shape.text) === null ? null : lettersOf(shape);
  return withText(
    shape,
    box,
    kind === 'circle' || kind === 'ellipse' ? ellipseOf(shape, box) : rectangleOf(shape, box),
  );
}

/** Fill and stroke of a shape, with defaults. */
function paintOf(shape: StoredShape): Attributes {
  const width = numberOf(shape.strokeWidth);
  return {
    fill: colourOf(shape.fill) ?? '#e5e7eb',
    stroke: colourOf(shape.stroke) ?? '#9ca3af',
    'stroke-width': width === null ? null : Math.max(0, Math.min(strokeWidthMax, width)),
    opacity: fractionOf(shape.opacity),
  };
}

/** The style of a text; null members follow from its box. */
interface Letters {
  readonly angle?: number | null;
  readonly fontSize?: number | null;
  readonly colour?: string | null;
}

/** Text in the middle of a box, as large as fits with some space; it receives no pointer events. */
export function labelOf(text: string, box: Box, { angle, fontSize, colour }: Letters = {}): string {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const middle = { 'text-anchor': 'middle', 'dominant-baseline': 'central', 'pointer-events': 'none' };
  const look = { 'font-size': fontSize ?? fittingSize(text, box), fill: colour ?? letterColour };
  return element('text', { x, y, ...look, transform: rotation(angle ?? 0, box), ...middle }, text);
}

function fittingSize(text: string, { width, height }: Box): number {
  return Math.max(fontSizeMin, Math.min(height * 0.25, (width * 0.8) / (letterWidth * text.length)));
}

/** Some editors store a scale instead of a size. */
function fontSizeOf({ fontSize, fontScale }: StoredShape): number | null {
  const scale = sizeOf(fontScale);
  return sizeOf(fontSize) ?? (scale === null ? null : scale * fontSizeDefault);
}

function rotation(degrees: number, { x, y, width, height }: Box): string | null {
  return degrees === 0 ? null : `rotate(${degrees} ${x + width / 2} ${y + height / 2})`;
}

function rectangleOf(shape: StoredShape, box: Box): MapShape {
  const angle = numberOf(shape.angle) ?? 0;
  const { x, y, width, height } = box;
  const own = { ...paintOf(shape), rx: sizeOf(shape.rx), x, y, width, height, transform: rotation(angle, box) };
  return { box: turned(box, angle), isSolid: true, draw: (marks) => element('rect', { ...marks, ...own }) };
}

function ellipseOf(shape: StoredShape, box: Box): MapShape {
  const angle = numberOf(shape.angle) ?? 0;
  const [rx, ry] = [box.width / 2, box.height / 2];
  const own = { ...paintOf(shape), cx: box.x + rx, cy: box.y + ry, rx, ry, transform: rotation(angle, box) };
  return { box: turned(box, angle), isSolid: true, draw: (marks) => element('ellipse', { ...marks, ...own }) };
}

/** Adds the shape's text in its middle, if it has one. */
function withText(shape: StoredShape, box: Box, solid: MapShape): MapShape {
  const text = textOf(shape.text);
  if (text === null) return solid;
  const look = { angle: numberOf(shape.angle), fontSize: fontSizeOf(shape), colour: colourOf(shape.textColor) };
  const letters = labelOf(text, box, look);
  return { ...solid, draw: (marks) => solid.draw(marks) + letters };
}

function outlineOf(shape: StoredShape, kind: 'polygon' | 'polyline', points: readonly Point[]): MapShape {
  const extent = new Extent();
  for (const [x, y] of points) extent.addPoint(x, y);
  const { box } = extent;
  const angle = numberOf(shape.angle) ?? 0;
  const text = points.map(([x, y]) => `${x},${y}`).join(' ');
  const own = { ...paintOf(shape), points: text, transform: rotation(angle, box) };
  return { box: turned(box, angle), isSolid: true, draw: (marks) => element(kind, { ...marks, ...own }) };
}

/** An open line without fill. */
function lineOf(shape: StoredShape, points: readonly Point[] | null): MapShape | null {
  if (points === null) return null;
  const { fill: _, ...line } = shape;
  const { box, draw } = outlineOf({ ...line, fill: 'none' }, 'polyline', points);
  return { box, isSolid: false, draw };
}

function diagonalOf(box: Box | null): readonly Point[] | null {
  if (box === null) return null;
  return [
    [box.x, box.y],
    [box.x + box.width, box.y + box.height],
  ];
}

/** Text in the middle of its box, or starting at its position without a box. */
function lettersOf(shape: StoredShape): MapShape | null {
  const text = textOf(shape.text);
  const [x, y] = [coordinateOf(shape.left ?? shape.x), coordinateOf(shape.top ?? shape.y)];
  if (text === null || x === null || y === null) return null;
  const angle = numberOf(shape.angle) ?? 0;
  const colour = colourOf(shape.textColor) ?? colourOf(shape.fill);
  const given = boxOf(shape);
  if (given !== null) {
    const label = labelOf(text, given, { angle, fontSize: fontSizeOf(shape) ?? fontSizeDefault, colour });
    return { box: turned(given, angle), isSolid: false, draw: () => label };
  }
  const size = fontSizeOf(shape) ?? fontSizeDefault;
  const box = { x, y, width: text.length * size * letterWidth, height: size };
  const look = { 'font-size': size, fill: colour ?? letterColour, transform: rotation(angle, box) };
  const draw = (marks: Attributes) => element('text', { ...marks, x, y: y + size, ...look }, text);
  return { box: turned(box, angle), isSolid: false, draw };
}

const kinds = ['rect', 'circle', 'ellipse', 'polygon', 'polyline', 'line', 'text'] as const;
type Kind = (typeof kinds)[number];

/** From `shapeType` or `type`, case-insensitive. */
function kindOf({ type, shapeType }: StoredShape): Kind {
  for (const name of [shapeType, type]) {
    const word = typeof name === 'string' ? name.toLowerCase() : '';
    const kind = word === 'label' ? 'text' : kinds.find((one) => one === word);
    if (kind !== undefined) return kind;
  }
  return 'rect';
}

function boxOf(shape: StoredShape): Box | null {
  const radius = sizeOf(shape.radius);
  const width = sizeOf(shape.width) ?? (radius === null ? null : radius * 2);
  const height = sizeOf(shape.height) ?? (radius === null ? null : radius * 2);
  const [x, y] = [coordinateOf(shape.left ?? shape.x), coordinateOf(shape.top ?? shape.y)];
  return x === null || y === null || width === null || height === null ? null : { x, y, width, height };
}

type Point = readonly [x: number, y: number];

/** A list of `{x, y}` or `[x, y]`, converted to coordinates on the plan; null when it is no such list. */
function pointsOf(shape: StoredShape): readonly Point[] | null {
  const { points: value } = shape;
  if (!Array.isArray(value) || value.length < 2 || value.length > pointsMax) return null;
  const points: Point[] = [];
  for (const one of value as readonly unknown[]) {
    if (typeof one !== 'object' || one === null) return null;
    const [x, y] = Array.isArray(one) ? one : [(one as StoredShape).x, (one as StoredShape).y];
    const point = [coordinateOf(x), coordinateOf(y)] as const;
    if (point[0] === null || point[1] === null) return null;
    points.push([point[0], point[1]]);
  }
  const own = boxOf(shape);
  if (own === null || !areInside(points, own)) return points;
  return points.map(([x, y]) => [own.x + x, own.y + y]);
}

/** Whether points are relative to the corner of their shape's box: they start at (0, 0) and span exactly its size. */
function areInside(points: readonly Point[], own: Box): boolean {
  const extent = new Extent();
  for (const [x, y] of points) extent.addPoint(x, y);
  const { box } = extent;
  const near = (one: number, other: number) => Math.abs(one - other) <= 1;
  if (near(box.x, own.x) && near(box.y, own.y)) return false;
  return near(box.x, 0) && near(box.y, 0) && near(box.width, own.width) && near(box.height, own.height);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= farthest ? value : null;
}

function coordinateOf(value: unknown): number | null {
  const number = numberOf(value);
  return number === null ? null : Math.round(number * 1000) / 1000;
}

/** A length above 0. */
function sizeOf(value: unknown): number | null {
  const number = coordinateOf(value);
  return number === null || number <= 0 ? null : number;
}

function fractionOf(value: unknown): number | null {
  const number = numberOf(value);
  return number === null ? null : Math.max(0, Math.min(1, number));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, textLengthMax) : null;
}
