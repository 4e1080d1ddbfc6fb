/**
 * Gives coordinates to everything in a layout's body that has none: counted rows, sections, standing areas, a stage.
 * Sections stand in tiers around the stage, standing areas on the floor in front of it. Never moves a coordinate that
 * the caller has given. The same body always gives the same plan.
 */
import type { DraftSection, LayoutDraft } from '../layout-draft.ts';
import { Block, type BlockRow } from './block.ts';
import { areaFootprint, floorOf } from './floor.ts';
import { behind, bounded, boxOfBlock, givenSeats } from './given.ts';
import {
  aisle,
  areApart,
  around,
  EndpointDeps,
  type Point,
  type Rectangle,
  radians,
  rounded,
  seatPitch,
  sectionMargin,
  turned,
} from './rectangle.ts';
import { arrangeTiers, type Footprint, type Pose } from './tiers.ts';

/** How far sections go around the stage, by their number: degrees to either side. */
const spreads = [
  { sectionsMax: 6, angle: 60 },
  { sectionsMax: 15, angle: 85 },
  { sectionsMax: Infinity, angle: 130 },
] as const;
/** With the caller's own seats inside, generated sections stay behind them. */
const spreadBehind = 60;
/**
 * Up to this many placed boxes, counted rows are put behind the listed seats of their section; comparing more boxes
 * would take too long.
 */
const joinsMax = 500;
const stageWidthMin = 220;
/** Width of the floor divided by its depth; the second value is for a plan that has only a floor. */
const floorShape = 2.2;
const floorShapeAlone = 1.3;

/** A row of a block, with its index in the draft. */
interface DraftRow extends BlockRow {
  readonly row: number;
}

interface Stand {
  readonly section: DraftSection;
  readonly rows: readonly DraftRow[];
  readonly block: Block;
}

export function arrange(draft: LayoutDraft): void {
  new Arrangement(draft).run();
}

class Arrangement {
  readonly #draft: LayoutDraft;
  /** Sections to place around the stage. */
  #stands: Stand[] = [];
  readonly #floor: DraftSection[] = [];
  /** Everything that the caller has placed. */
  readonly #fixed: Rectangle[] = [];

  constructor(draft: LayoutDraft) {
    this.#draft = draft;
  }

  run(): void {
    const blockRows = this.#rowsOfBlocks();
    const given = givenSeats(this.#draft);
    for (const box of given.values()) this.#fix(box);
    for (const [at, section] of this.#draft.sections.entries()) {
      if (section.ga) this.#takeArea(section);
      else this.#takeStand(section, blockRows.get(at) ?? []);
    }
    this.#joinGivenSeats(given);
    this.#arrangeHouse();
    this.#draft.placeRows();
  }

  /** By section. Rows with coordinates of their own are placed here. */
  #rowsOfBlocks(): ReadonlyMap<number, readonly DraftRow[]> {
    const { rows, sections } = this.#draft;
    const found = new Map<number, DraftRow[]>();
    for (const [row, isGenerated] of rows.isGenerated.entries()) {
      if (!isGenerated) continue;
      const at = rows.sections[row] as number;
      if (!Number.isNaN(rows.xs[row]) || !Number.isNaN(rows.ys[row])) {
        this.#placeRow(row, sections[at] as DraftSection);
        continue;
      }
      const one = { row, position: rows.positions[row] as number, seatCount: rows.seatCounts[row] as number };
      const known = found.get(at);
      if (known === undefined) found.set(at, [one]);
      else known.push(one);
    }
    return found;
  }

  /** Places the row in a straight line from its first seat, at its section's angle. */
  #placeRow(row: number, section: DraftSection): void {
    const { rows, seats } = this.#draft;
    const numberOr = (value: number | undefined, other: number | null) =>
      value === undefined || Number.isNaN(value) ? (other ?? 0) : value;
    const [x, y] = [numberOr(rows.xs[row], section.x), numberOr(rows.ys[row], section.y)];
    const angle = radians(section.angle ?? 0);
    const first = rows.firstSeats[row] as number;
    for (let seat = 0; seat < (rows.seatCounts[row] as number); seat++) {
      seats.xs[first + seat] = seat === 0 ? x : rounded(x + seat * seatPitch * Math.cos(angle));
      seats.ys[first + seat] = seat === 0 ? y : rounded(y + seat * seatPitch * Math.sin(angle));
    }
  }

  #takeArea(area: DraftSection): void {
    const isPlaced = area.x !== null || area.y !== null;
    if (area.isDrawn) {
      if (isPlaced) this.#fix({ x: area.x ?? 0, y: area.y ?? 0, width: area.width ?? 0, height: area.height ?? 0 });
      return;
    }
    const { width, height } = areaFootprint(area.capacity, lengthOf(area.width), lengthOf(area.height));
    if (lengthOf(area.width) === null) area.width = width;
    if (lengthOf(area.height) === null) area.height = height;
    if (!isPlaced) {
      this.#floor.push(area);
      return;
    }
    area.x ??= 0;
    area.y ??= 0;
    this.#fix({ x: area.x, y: area.y, width, height });
  }

  /** The coordinates of a placed section are the left end of its front row. */
  #takeStand(section: DraftSection, rows: readonly DraftRow[]): void {
    if (rows.length === 0) return;
    const stand = { section, rows, block: new Block(rows, section.curve) };
    if (section.x === null && section.y === null) {
      this.#stands.push(stand);
      return;
    }
    const { width, height } = stand.block.box;
    const [x, y] = [section.x ?? 0, section.y ?? 0];
    this.#standAt(stand, { x: x + width / 2, y: y + height / 2, angle: section.angle ?? 0 });
  }

  #standAt(stand: Stand, pose: Pose): void {
    this.#writeSeats(stand, pose);
    this.#fix(turned(boxOfBlock(stand.block, pose), pose.angle));
  }

  /** Puts the counted rows of a section that also has listed seats behind those seats, where there is room. */
  #joinGivenSeats(given: ReadonlyMap<DraftSection, Rectangle>): void {
    const others: Stand[] = [];
    for (const stand of this.#stands) {
      const own = given.get(stand.section);
      const box =
        own === undefined || this.#fixed.length > joinsMax ? null : behind(own, stand.block, stand.section.angle ?? 0);
      if (box === null || this.#fixed.some((one) => !areApart(one, box))) {
        others.push(stand);
        continue;
      }
      const angle = stand.section.angle ?? 0;
      this.#standAt(stand, { x: box.x + box.width / 2, y: box.y + box.height / 2, angle });
    }
    this.#stands = others;
  }

  #fix({ x, y, width, height }: Rectangle): void {
    this.#fixed.push({ x: bounded(x), y: bounded(y), width: bounded(width), height: bounded(height) });
  }

  #arrangeHouse(): void {
    const fixed = around(this.#fixed);
    const stage = this.#draft.decorations.find(({ type }) => type === 'stage');
    const given = stage === undefined || Number.isNaN(stage.left) ? null : boxOf(stage);
    const front = this.#frontOf(given, fixed);
    const areas = this.#floor.map(({ width, height }) => ({ width: width ?? 0, height: height ?? 0 }));
    const floor = floorOf(areas, this.#stands.length === 0 ? floorShapeAlone : floorShape);
    const floorWidth = around(floor)?.width ?? 0;
    const stageBox = given ?? stageAt(front, this.#stageWidth(floorWidth, fixed), fixed === null ? 0 : aisle);
    const floorTop = front.y + aisle + (fixed === null ? 0 : Math.max(0, fixed.y + fixed.height - front.y));
    const inside = new EndpointDeps();
    inside.add(stageBox);
    if (fixed !== null) inside.add(fixed);
    for (const [at, { x, y, width, height }] of floor.entries()) {
      const area = this.#floor[at] as DraftSection;
      area.x = rounded(front.x + x);
      area.y = rounded(floorTop + y);
      inside.add({ x: area.x, y: area.y, width, height });
    }
    this.#arrangeStands(inside.box ?? stageBox, fixed !== null);
    if (stage !== undefined && given === null) {
      const { x: left, y: top, width, height } = stageBox;
      Object.assign(stage, { left, top, width, height });
    }
    if (fixed === null && this.#stands.length + floor.length > 0) this.#draft.focalPoint ??= front;
  }

  /** The middle of the stage's front edge; the audience is below it. */
  #frontOf(stage: Rectangle | null, fixed: Rectangle | null): Point {
    if (stage !== null) return { x: rounded(stage.x + stage.width / 2), y: rounded(stage.y + stage.height) };
    const { focalPoint } = this.#draft;
    if (focalPoint !== null) return { x: bounded(focalPoint.x), y: bounded(focalPoint.y) };
    return fixed === null ? { x: 0, y: 0 } : { x: rounded(fixed.x + fixed.width / 2), y: rounded(fixed.y) };
  }

  /** The width of a generated stage follows from the floor in front of it, or from the sections around it. */
  #stageWidth(floorWidth: number, fixed: Rectangle | null): number {
    const covered = this.#stands.reduce((sum, { block: { box } }) => sum + box.width * box.height, 0);
    return Math.round(Math.max(stageWidthMin, floorWidth * 0.7, (fixed?.width ?? 0) * 0.4, Math.sqrt(covered) * 0.2));
  }

  #arrangeStands(inside: Rectangle, isBehind: boolean): void {
    const count = this.#stands.length;
    const spread = isBehind ? spreadBehind : (spreads.find(({ sectionsMax }) => count <= sectionsMax)?.angle ?? 0);
    const footprints = this.#stands.map(({ block: { box } }) => ({
      width: box.width + 2 * sectionMargin,
      height: box.height + 2 * sectionMargin,
    }));
    const poses = arrangeTiers(footprints, inside, spread);
    for (const [at, stand] of this.#stands.entries()) {
      const { x, y, angle: turn } = poses[at] as Pose;
      const { section } = stand;
      const angle = section.angle ?? Math.round(turn * 1000) / 1000;
      this.#writeSeats(stand, { x, y, angle });
      const { width, height } = footprints[at] as Footprint;
      section.angle = angle;
      section.width ??= rounded(width);
      section.height ??= rounded(height);
      section.x = rounded(x - width / 2);
      section.y = rounded(y - height / 2);
    }
  }

  /** Moves the middle of the block to the pose and rotates the block about it. */
  #writeSeats({ rows, block }: Stand, { x, y, angle }: Pose): void {
    const { seats, rows: all } = this.#draft;
    const [sine, cosine] = [Math.sin(radians(angle)), Math.cos(radians(angle))];
    const [middleX, middleY] = [block.box.x + block.box.width / 2, block.box.y + block.box.height / 2];
    for (const row of rows) {
      const first = all.firstSeats[row.row] as number;
      for (let seat = 0; seat < row.seatCount; seat++) {
        const own = block.seat(row, seat);
        const [across, away] = [own.x - middleX, own.y - middleY];
        seats.xs[first + seat] = rounded(x + across * cosine - away * sine);
        seats.ys[first + seat] = rounded(y + across * sine + away * cosine);
      }
    }
  }
}

function lengthOf(value: number | null): number | null {
  return value === null || value <= 0 ? null : value;
}

function boxOf({
  left,
  top,
  width,
  height,
}: {
  left: number;
  top: number;
  width: number | null;
  height: number | null;
}) {
  return { x: bounded(left), y: bounded(top), width: bounded(width ?? 0), height: bounded(height ?? 0) };
}

function stageAt(front: Point, width: number, gap: number): Rectangle {
  const height = Math.round(width * 0.28);
  return { x: rounded(front.x - width / 2), y: rounded(front.y - gap - height), width, height };
}
