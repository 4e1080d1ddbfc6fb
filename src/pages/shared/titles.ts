/**
 * Draws the names of sections and areas over a map, at the same size for every scale. Leaves out names that would
 * overlap.
 */
import type { Camera } from './camera.ts';
import type { Box } from './plan.ts';
import type { MapColours, Scene, SectorLook } from './renderer.ts';

/** Above this distance between seats on the screen a person looks at seats, and names of sections would cover them. */
const titlesUpTo = 9;
const font = 'system-ui, sans-serif';
const padding = 7;
const sidePadding = 5;
const titleSize = 12.5;
const noteSize = 11.5;
const lineHeight = 15;
/** A name is shortened to no fewer letters than these. */
const lettersMin = 6;
/** The largest width of a title, relative to its area or section. */
const widthMax = { area: 0.96, section: 1.08 } as const;

interface Title {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly lines: readonly string[];
}

/** In CSS pixels; the context is scaled to them. */
export function drawTitles(
  context: CanvasRenderingContext2D,
  camera: Camera,
  scene: Scene,
  colours: MapColours,
  sectors: readonly SectorLook[],
): void {
  const taken: Box[] = [];
  for (const area of scene.backdrop.areas) {
    const title = titleIn(context, camera, sectors[area.sector], area.box, widthMax.area);
    if (title !== null) drawLines(context, title, colours);
  }
  if (camera.pitchOnScreen > titlesUpTo) return;
  for (const [sector, { box }] of scene.geometry.sectors.entries()) {
    const title =
      box === null ? null : titleIn(context, camera, sectors[sector], spotOf(scene, sector, box), widthMax.section);
    if (title === null) continue;
    const frame = frameOf(title);
    if (frame.x + frame.width < 0 || frame.y + frame.height < 0) continue;
    if (frame.x > camera.width || frame.y > camera.height || taken.some((other) => touches(frame, other))) continue;
    taken.push(frame);
    drawPlate(context, title, frame, colours);
  }
}

/**
 * A box around the middle seat of the middle row. The middle of a curved section's own box may be outside of the
 * section.
 */
function spotOf({ plan }: Scene, sector: number, box: Box): Box {
  const rows = plan.sectors[sector]?.rows ?? [];
  const seats = plan.rows[rows[Math.floor((rows.length - 1) / 2)] ?? -1]?.seats ?? [];
  const middle = seats[Math.floor((seats.length - 1) / 2)];
  const next = seats[Math.floor(seats.length / 2)];
  if (middle === undefined || next === undefined) return box;
  const [x, y] = [
    ((plan.xs[middle] as number) + (plan.xs[next] as number)) / 2,
    ((plan.ys[middle] as number) + (plan.ys[next] as number)) / 2,
  ];
  return { x: x - box.width / 2, y: y - box.height / 2, width: box.width, height: box.height };
}

function titleIn(
  context: CanvasRenderingContext2D,
  camera: Camera,
  look: SectorLook | undefined,
  box: Box,
  widthTimesMax: number,
): Title | null {
  if (look === undefined || look.title === '') return null;
  const [x, y] = camera.toScreen(box.x + box.width / 2, box.y + box.height / 2);
  const [width, height] = [box.width * camera.view.scale, box.height * camera.view.scale];
  const lines = look.note === '' || height < 2 * lineHeight + padding ? [look.title] : [look.title, look.note];
  const widths = lines.map((line, at) => {
    context.font = fontOf(at);
    return context.measureText(line).width + 2 * sidePadding;
  });
  // The second line is left out where only the name fits.
  if (lines.length === 2 && Math.max(...widths) > width * widthTimesMax) {
    lines.pop();
    widths.pop();
  }
  const room = width * widthTimesMax;
  const needed = Math.max(...widths);
  if (height < lineHeight) return null;
  if (needed <= room) return { x, y, width: needed, lines };
  const short = shortened(look.title, (room - 2 * sidePadding) / (needed - 2 * sidePadding));
  return short === null ? null : { x, y, width: room, lines: [short] };
}

/** The beginning of a name that fits into this part of its width; null when it would be too short to recognize. */
function shortened(title: string, part: number): string | null {
  const letters = [...title];
  const kept = Math.floor(letters.length * part * 0.9) - 1;
  return kept < lettersMin ? null : `${letters.slice(0, kept).join('').trimEnd()}…`;
}

function fontOf(line: number): string {
  return line === 0 ? `600 ${titleSize}px ${font}` : `400 ${noteSize}px ${font}`;
}

function frameOf({ x, y, width, lines }: Title): Box {
  const height = lines.length * lineHeight + padding;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function drawPlate(context: CanvasRenderingContext2D, title: Title, frame: Box, colours: MapColours): void {
  const { label, labelEdge } = colours;
  context.beginPath();
  context.roundRect(frame.x, frame.y, frame.width, frame.height, 8);
  context.fillStyle = label;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = labelEdge;
  context.stroke();
  drawLines(context, title, colours);
}

function drawLines(context: CanvasRenderingContext2D, { x, y, lines }: Title, colours: MapColours): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const first = y - ((lines.length - 1) * lineHeight) / 2;
  for (const [at, line] of lines.entries()) {
    context.font = fontOf(at);
    context.fillStyle = at === 0 ? colours.ink : colours.quietInk;
    context.fillText(line, x, first + at * lineHeight + 0.5);
  }
}

function touches(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width + 4 &&
    other.x < one.x + one.width + 4 &&
    one.y < other.y + other.height + 4 &&
    other.y < one.y + one.height + 4
  );
}
