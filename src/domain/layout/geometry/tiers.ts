/**
 * Puts blocks around the stage: side by side in tiers, each rotated so that its rows face the stage, the whole about as
 * wide as high. Blocks keep their order, from the stage outwards and in each tier from left to right. Promises that no
 * two overlap: each has its own angle in its tier, and each tier starts behind the farthest corner of the previous one.
 */
import { aisle, EndpointDeps, type Point, type Rectangle, radians, turned } from './rectangle.ts';

/** The size of a block with its margin. */
export interface Footprint {
  readonly width: number;
  readonly height: number;
}

/** Position and rotation of a block. */
export interface Pose {
  /** The middle of its footprint. */
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise. */
  readonly angle: number;
}

/** The parameters of a house, which are varied to find the best one. */
interface Plan {
  /** The centre of all tiers. */
  readonly centre: Point;
  readonly firstRadius: number;
  /** How far the tiers extend to either side of the axis, in radians. */
  readonly angle: number;
}

interface House {
  readonly poses: readonly Pose[];
  /**
   * Average share of the angle that tiers leave empty; the last tier counts twice, because its gap is the most visible.
   */
  readonly gaps: number;
}

/** A tier at least this full is spread over the whole angle; any other tier stands in the middle. */
const fullEnough = 0.6;
/** Factors on the smallest possible distance between the first tier and its centre. */
const radiusFactors = [1, 1.3, 1.7, 2.2, 3, 4, 6, 9, 14, 22] as const;
/** Beyond this angle the stage is in the middle of the house; up to it, the stage is in front. */
const frontAngleMax = 70;
const angleSteps = [
  ...Array.from({ length: 28 }, (_, step) => 15 + 2 * step),
  ...Array.from({ length: 9 }, (_, step) => 82 + 6 * step),
];
/** With more blocks than this only a few houses are tried: 10,000 blocks take about 10 ms per house. */
const blocksToTryAll = 200;
const fewAngles = [40, 60, 82, 106, 130] as const;
const fewFactors = [1, 2.2, 6] as const;
const [shapeWeight, roomWeight, gapsWeight] = [1, 0.6, 0.8];

/** `inside`: stage and floor, which stay free. `angleMax`: how far the house may extend to either side, in degrees. */
export function arrangeTiers(blocks: readonly Footprint[], inside: Rectangle, angleMax: number): readonly Pose[] {
  const free = Math.hypot(inside.width, inside.height) / 2 + aisle;
  const middle = { x: inside.x + inside.width / 2, y: inside.y + inside.height / 2 };
  const covered = blocks.reduce((sum, { width, height }) => sum + (width + aisle) * (height + aisle), 0);
  let best: readonly Pose[] = [];
  let least = Infinity;
  const isLarge = blocks.length > blocksToTryAll;
  for (const angle of isLarge ? fewAngles : angleSteps) {
    if (angle > angleMax) continue;
    for (const factor of isLarge ? fewFactors : radiusFactors) {
      const firstRadius = free * factor;
      // The circle that must stay free touches the first tier in the middle.
      const back = angle <= frontAngleMax ? firstRadius - free : 0;
      const plan = { centre: { x: middle.x, y: middle.y - back }, firstRadius, angle: radians(angle) };
      const house = build(blocks, plan);
      const cost = costOf(blocks, house, inside, covered);
      if (cost >= least) continue;
      least = cost;
      best = house.poses;
    }
  }
  return best;
}

/** Low when the house is about as wide as high, little space is lost, and tiers are full. */
function costOf(blocks: readonly Footprint[], house: House, inside: Rectangle, covered: number): number {
  const all = new EndpointDeps();
  all.add(inside);
  for (const [at, { x, y, angle }] of house.poses.entries()) {
    const { width, height } = blocks[at] as Footprint;
    all.add(turned({ x: x - width / 2, y: y - height / 2, width, height }, angle));
  }
  const { width, height } = all.box ?? inside;
  const shape = Math.abs(Math.log(width / height));
  const room = Math.log((width * height) / covered);
  return shapeWeight * shape + roomWeight * room + gapsWeight * house.gaps;
}

function build(blocks: readonly Footprint[], { centre, firstRadius, angle }: Plan): House {
  const poses: Pose[] = [];
  let radius = firstRadius;
  let gaps = 0;
  let tiers = 1;
  while (poses.length < blocks.length) {
    const tier = tierOf(blocks, poses.length, radius, angle);
    const gap = 1 - Math.min(1, takenBy(tier, radius) / angle);
    gaps += poses.length + tier.length === blocks.length ? 2 * gap : gap;
    tiers++;
    for (const pose of posesOf(tier, centre, radius, angle)) poses.push(pose);
    radius = outerRadiusOf(tier, radius) + aisle;
  }
  return { poses, gaps: gaps / tiers };
}

function outerRadiusOf(tier: readonly Footprint[], radius: number): number {
  return tier.reduce((outer, { width, height }) => Math.max(outer, Math.hypot(radius + height, width / 2)), 0);
}

/** Half of the angle that a block and its share of the aisles take up. */
function halfAngleOf({ width }: Footprint, radius: number): number {
  return Math.atan((width + aisle) / 2 / radius);
}

/** Half of the angle that all blocks of the tier take up. */
function takenBy(tier: readonly Footprint[], radius: number): number {
  return tier.reduce((sum, block) => sum + halfAngleOf(block, radius), 0);
}

/** The next blocks that fit into the tier, at least one. */
function tierOf(blocks: readonly Footprint[], from: number, radius: number, angle: number): readonly Footprint[] {
  let taken = 0;
  let to = from;
  for (; to < blocks.length; to++) {
    taken += halfAngleOf(blocks[to] as Footprint, radius);
    if (to > from && taken > angle) break;
  }
  return blocks.slice(from, to);
}

function posesOf(tier: readonly Footprint[], centre: Point, radius: number, angle: number): readonly Pose[] {
  const taken = takenBy(tier, radius);
  const isSpread = tier.length > 1 && taken > angle * fullEnough;
  const slack = isSpread ? Math.max(0, angle - taken) / (tier.length - 1) : 0;
  let at = -taken - slack * (tier.length - 1);
  return tier.map((block) => {
    const half = halfAngleOf(block, radius);
    const direction = at + half;
    at = direction + half + 2 * slack;
    const distance = radius + block.height / 2;
    return {
      x: centre.x + distance * Math.sin(direction),
      y: centre.y + distance * Math.cos(direction),
      angle: (-direction * 180) / Math.PI,
    };
  });
}
