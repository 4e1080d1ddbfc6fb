/**
 * Draws the names of sections and areas and the texts of the background over a map, so that they can be read at every
 * scale. A section's name stands beside its seats where there is room, so that it covers none. Leaves out names that
 * would overlap.
 */
import type { Camera } from './camera.ts';
import { drawDecorations } from './decorations.ts';
import type { Box } from './plan.ts';
import type { Scene, SectorLook } from './renderer.ts';
import { seatsFrom } from './scene-painter.ts';
import { inkOn, type MapColours } from './theme.ts';
import { placeBeside } from './title-places.ts';
import { fitting, lineHeight, smallSize, type TitleText, textOf, titleFontOf } from './title-text.ts';
import { lettersIn, shortTitles } from './title-words.ts';
import { UnitNames } from './unit-names.ts';

/** Above this distance between seats on the screen a person looks at seats, and a name must not cover them. */
const coversUpTo = 9;
/** With more sections than these, names beside them would be a puzzle: each name is drawn on its section. */
const besideMax = 12;
/** The part of a section's width that its whole name may take. Sections that are turned have less room than their box. */
const wholeNameMax = 0.6;
/** The largest width of a title, relative to its area or section. */
const widthMax = { area: 0.96, surface: 0.96, section: 1.04 } as const;
/** The part of a section's height that its surface surely has, also where it is curved. */
const surfaceHeight = 0.8;

interface Title {
  readonly x: number;
  readonly y: number;
  readonly text: TitleText & { readonly isNoted: boolean };
}

/** How a title is told from what is under it. */
type Ground = 'plate' | 'halo' | 'none';

export class Titles {
  #scene: Scene | null = null;
  #sectors: readonly SectorLook[] = [];
  #shorts: readonly string[] = [];
  /** Whether names leave out the words that they share, at the present scale. */
  #isShort = false;
  #scale = 0;
  /** In coordinates of the plan, for the present scale. Null: there is no place beside the seats. */
  readonly #beside = new Map<number, Title | null>();
  /** The frames of the titles beside seats, in coordinates of the plan. */
  #taken: Box[] = [];
  readonly #units = new UnitNames();

  load(scene: Scene): void {
    this.#scene = scene;
    this.#scale = 0;
    this.#units.load(scene);
  }

  setSectors(sectors: readonly SectorLook[]): void {
    const isSame = sectors.every(({ title, note }, at) => {
      return title === this.#sectors[at]?.title && note === this.#sectors[at]?.note;
    });
    this.#sectors = sectors;
    if (isSame) return;
    this.#shorts = shortTitles(sectors.map(({ title }) => title));
    this.#scale = 0;
  }

  /** In CSS pixels; the context is scaled to them. */
  draw(context: CanvasRenderingContext2D, camera: Camera, colours: MapColours): void {
    const scene = this.#scene;
    if (scene === null) return;
    const size = lettersIn(camera.width, camera.height);
    if (camera.view.scale !== this.#scale) {
      this.#beside.clear();
      this.#taken = [];
      this.#scale = camera.view.scale;
      this.#isShort = this.#needsShort(context, camera, scene, size);
    }
    drawDecorations(context, camera, scene, colours, size);
    for (const { sector, box } of scene.backdrop.areas) {
      const title = this.#inside(context, camera, sector, box, widthMax.area, size);
      const beside = title === null ? this.#besideOf(context, camera, scene, sector, box, size) : null;
      if (title !== null) drawTitle(context, title, colours, 'none', inkOn(this.#sectors[sector]?.fill ?? '#ffffff'));
      else this.#drawBeside(context, camera, beside, colours);
    }
    for (const [sector, { box }] of scene.geometry.sectors.entries()) {
      if (box !== null && isSeen(camera, box)) this.#drawSection(context, camera, scene, colours, sector, box, size);
    }
    this.#units.draw(context, camera, colours, size, this.#taken);
  }

  /** All names or none: some blocks with a whole name and some without would look like two kinds. */
  #needsShort(context: CanvasRenderingContext2D, { view }: Camera, { geometry }: Scene, size: number): boolean {
    return this.#sectors.some(({ title }, sector) => {
      const box = geometry.sectors[sector]?.box;
      if (box == null || this.#shorts[sector] === title) return false;
      return textOf(context, [title], false, size).width > box.width * view.scale * wholeNameMax;
    });
  }

  #drawSection(
    context: CanvasRenderingContext2D,
    camera: Camera,
    scene: Scene,
    colours: MapColours,
    sector: number,
    box: Box,
    size: number,
  ): void {
    const look = this.#sectors[sector];
    if (look === undefined || look.title === '') return;
    const spot = spotOf(scene, sector, box);
    const isSurface = camera.pitchOnScreen < seatsFrom;
    const isFar = camera.pitchOnScreen <= coversUpTo * size;
    const isMany = isFar && scene.geometry.sectors.length > besideMax;
    const whole = isSurface ? this.#inside(context, camera, sector, flat(spot), widthMax.surface, size, 'whole') : null;
    const beside = whole === null && !isMany ? this.#besideOf(context, camera, scene, sector, box, size) : null;
    if (whole !== null) {
      drawTitle(context, whole, colours, 'none', inkOn(look.fill));
    } else if (beside !== null) {
      this.#drawBeside(context, camera, beside, colours);
    } else if (isFar) {
      const title = this.#inside(context, camera, sector, spot, widthMax.section, size, 'name');
      const ground = isSurface ? 'none' : 'plate';
      if (title !== null) drawTitle(context, title, colours, ground, isSurface ? inkOn(look.fill) : colours.ink);
    }
  }

  #drawBeside(context: CanvasRenderingContext2D, camera: Camera, title: Title | null, colours: MapColours): void {
    if (title === null) return;
    const [x, y] = camera.toScreen(title.x, title.y);
    drawTitle(context, { ...title, x, y }, colours, 'halo', colours.ink);
  }

  #besideOf(
    context: CanvasRenderingContext2D,
    camera: Camera,
    scene: Scene,
    sector: number,
    box: Box,
    size: number,
  ): Title | null {
    const kept = this.#beside.get(sector);
    if (kept !== undefined) return kept;
    const found = this.#findBeside(context, camera, scene, this.#sectors[sector] as SectorLook, box, size);
    this.#beside.set(sector, found);
    return found;
  }

  #findBeside(
    context: CanvasRenderingContext2D,
    camera: Camera,
    scene: Scene,
    { title, note }: SectorLook,
    box: Box,
    size: number,
  ): Title | null {
    if (title === '') return null;
    const tries = [
      ...(note === '' ? [] : [{ lines: [title, note], letters: size }]),
      { lines: [title], letters: size },
    ];
    for (const { lines, letters } of [...tries, { lines: [title], letters: size * smallSize }]) {
      const isNoted = lines.length > 1;
      const text = textOf(context, lines, isNoted, letters);
      const { plan, geometry, grid, backdrop } = scene;
      const hall = { plan, geometry, grid, solids: backdrop.solids };
      const frame = placeBeside(hall, camera, box, text, this.#taken);
      if (frame === null) continue;
      this.#taken.push(frame);
      return { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, text: { ...text, isNoted } };
    }
    return null;
  }

  /** A title within a box of the plan. `words`: `whole` without an ellipsis, `name` without the note. */
  #inside(
    context: CanvasRenderingContext2D,
    camera: Camera,
    sector: number,
    box: Box,
    widthTimesMax: number,
    size: number,
    words: 'all' | 'whole' | 'name' = 'all',
  ): Title | null {
    const { title = '', note = '' } = this.#sectors[sector] ?? {};
    if (title === '') return null;
    const { scale } = camera.view;
    const short = this.#isShort ? (this.#shorts[sector] ?? title) : title;
    const wording = { title, note: words !== 'name' && short === title ? note : '', short };
    const text = fitting(
      context,
      wording,
      box.width * scale * widthTimesMax,
      box.height * scale + 4,
      size,
      words !== 'whole',
    );
    const [x, y] = camera.toScreen(box.x + box.width / 2, box.y + box.height / 2);
    return text === null ? null : { x, y, text };
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

function flat({ x, y, width, height }: Box): Box {
  return { x, y: y + (height * (1 - surfaceHeight)) / 2, width, height: height * surfaceHeight };
}

/** With a generous margin, for a title beside the box. */
function isSeen(camera: Camera, { x, y, width, height }: Box): boolean {
  const margin = 200;
  const [left, top] = camera.toScreen(x, y);
  const [right, bottom] = camera.toScreen(x + width, y + height);
  return right > -margin && bottom > -margin && left < camera.width + margin && top < camera.height + margin;
}

function drawTitle(
  context: CanvasRenderingContext2D,
  { x, y, text }: Title,
  colours: MapColours,
  ground: Ground,
  ink: string,
): void {
  const { lines, width, height, size, isNoted } = text;
  if (ground === 'plate') {
    context.beginPath();
    context.roundRect(x - width / 2, y - height / 2, width, height, 7 * size);
    context.fillStyle = colours.label;
    context.globalAlpha = 0.9;
    context.fill();
    context.globalAlpha = 1;
  }
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4 * size;
  context.strokeStyle = colours.paper;
  const first = y - ((lines.length - 1) * lineHeight * size) / 2;
  for (const [at, line] of lines.entries()) {
    const top = first + at * lineHeight * size + 0.5;
    context.font = titleFontOf(at, isNoted, size);
    if (ground === 'halo') context.strokeText(line, x, top);
    const isQuiet = isNoted && at > 0 && ground !== 'none';
    context.fillStyle = isQuiet ? colours.quietInk : ink;
    context.fillText(line, x, top);
  }
}
