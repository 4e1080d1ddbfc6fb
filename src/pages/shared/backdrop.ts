/**
 * The layer under the seats: the background of the layout, drawn as an image so that nothing in it can run, and the
 * shapes of the general-admission areas, which are taken out of the background because they change colour and can be
 * pressed.
 */
import { type BackdropText, darken, textOf } from './backdrop-look.ts';
import type { Box, Plan } from './plan.ts';

export interface AreaShape {
  /** Index of the sector. */
  readonly sector: number;
  /** In coordinates of the plan. */
  readonly path: Path2D;
  readonly box: Box;
}

export interface Backdrop {
  /** Fills `viewBox`. Null: there is nothing to draw. */
  readonly image: CanvasImageSource | null;
  readonly viewBox: Box;
  readonly areas: readonly AreaShape[];
  /** Taken out of the picture: the map draws them so that they can be read. */
  readonly texts: readonly BackdropText[];
  /** The boxes of areas, and of shapes with a text. Names of sections are not drawn over them. */
  readonly solids: readonly Box[];
}

/** The background's own row labels. They are removed: the map draws row labels with the seats. */
const rowLabels = '#sm-row-labels';
const areaAttribute = 'data-gos-id';

/** Never rejects: a picture that cannot be drawn is left out. */
export async function readBackdrop(plan: Plan, isDark: boolean): Promise<Backdrop> {
  const { svg, viewBox } = plan.background;
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = document.documentElement;
  if (root.localName !== 'svg') return { image: null, viewBox, areas: [], texts: [], solids: [] };
  const areas = [...root.querySelectorAll(`[${areaAttribute}]`)].flatMap((shape) => areaOf(plan, shape));
  root.querySelector(rowLabels)?.remove();
  if (isDark) darken(root);
  const texts = [...root.querySelectorAll('text')].flatMap((text) => textOf(text, isDark));
  // The usual font of an image is one with serifs.
  if (!root.hasAttribute('font-family')) root.setAttribute('font-family', 'system-ui, sans-serif');
  root.setAttribute('viewBox', `${viewBox.x} ${viewBox.y} ${viewBox.width} ${viewBox.height}`);
  root.setAttribute('width', String(viewBox.width));
  root.setAttribute('height', String(viewBox.height));
  const image = root.childElementCount === 0 ? null : await imageOf(new XMLSerializer().serializeToString(root));
  const solids = [...areas.map(({ box }) => box), ...texts.flatMap(({ solid }) => solid ?? [])];
  return { image, viewBox, areas, texts, solids };
}

/** Takes an area's shape, and the name written over it, out of the picture. */
function areaOf(plan: Plan, shape: Element): AreaShape[] {
  const sector = plan.sectorById.get(Number(shape.getAttribute(areaAttribute)));
  if (sector === undefined) return [];
  const label = shape.nextElementSibling;
  if (label?.localName === 'text' && label.textContent === plan.sectors[sector]?.name) label.remove();
  const drawn = outlineOf(shape);
  if (drawn === null) return [];
  shape.remove();
  return [{ sector, ...drawn }];
}

function outlineOf(shape: Element): { path: Path2D; box: Box } | null {
  const number = (name: string): number => Number(shape.getAttribute(name) ?? 0);
  const path = new Path2D();
  let box: Box;
  if (shape.localName === 'rect') {
    box = { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
    path.roundRect(box.x, box.y, box.width, box.height, number('rx'));
  } else if (shape.localName === 'ellipse') {
    const [cx, cy, rx, ry] = [number('cx'), number('cy'), number('rx'), number('ry')];
    box = { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry };
    path.ellipse(cx, cy, rx, ry, 0, 0, 2 * Math.PI);
  } else {
    const numbers = (shape.getAttribute('points') ?? '').split(/[\s,]+/).map(Number);
    const xs = numbers.filter((_, at) => at % 2 === 0);
    const ys = numbers.filter((_, at) => at % 2 === 1);
    if (ys.length < 3 || !numbers.every(Number.isFinite)) return null;
    for (const [at, y] of ys.entries()) path.lineTo(xs[at] as number, y);
    path.closePath();
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    box = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  }
  return turned(path, box, shape.getAttribute('transform'));
}

/** The service turns shapes with `rotate(degrees x y)`, and in no other way. */
function turned(path: Path2D, box: Box, transform: string | null): { path: Path2D; box: Box } {
  const [, degrees, x, y] = /^rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)$/.exec(transform ?? '')?.map(Number) ?? [];
  if (degrees === undefined || x === undefined || y === undefined) return { path, box };
  const matrix = new DOMMatrix().translate(x, y).rotate(degrees).translate(-x, -y);
  const rotated = new Path2D();
  rotated.addPath(path, matrix);
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ].map(([cornerX, cornerY]) => matrix.transformPoint(new DOMPoint(cornerX, cornerY)));
  const [left, top] = [Math.min(...corners.map((one) => one.x)), Math.min(...corners.map((one) => one.y))];
  const [right, bottom] = [Math.max(...corners.map((one) => one.x)), Math.max(...corners.map((one) => one.y))];
  return { path: rotated, box: { x: left, y: top, width: right - left, height: bottom - top } };
}

async function imageOf(svg: string): Promise<CanvasImageSource | null> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  image.src = address;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
