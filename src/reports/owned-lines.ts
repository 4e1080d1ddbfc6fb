/**
 * The lines of a cart that its session still has, for reports and lists of orders. A cart is a record of the purchase: what
 * the organization has taken back is still in it. Pure.
 */
import { areSameCaptures } from '#domain/pricing/price.ts';
import type { AreaLine } from '#domain/session/session.ts';
import type { ReportedCart } from '#storage/reports/reported-events.ts';

/** Some of a line's places, and the slot of the allotment that has given them, 0 for the public. */
export interface OwnedPart {
  readonly line: AreaLine;
  readonly places: number;
  readonly slot: number;
}

/**
 * The places of areas, line by line. Lines of one area that captured no type share what is left, the oldest first; what
 * allotments have given is taken to be in the first lines.
 */
export function ownedParts({ areas, owned, lostAreas }: ReportedCart): readonly OwnedPart[] {
  if (areas.length === 0) return [];
  const untyped = new Map<number, number>();
  const given = new Map<number, (readonly [slot: number, places: number])[]>();
  for (const [area, { places, typed, given: parts }] of owned) {
    untyped.set(area, places - typed.reduce((sum, [, count]) => sum + count, 0));
    given.set(area, [...parts]);
  }
  const parts: OwnedPart[] = [];
  for (const line of areas) {
    const { area, capacity, price } = line;
    if (lostAreas.includes(area)) continue;
    const known = owned.get(area);
    let places = capacity;
    if (known !== undefined && price.ticketType !== undefined) {
      places = known.typed.find(([capture]) => areSameCaptures(capture, price))?.[1] ?? 0;
    } else if (known !== undefined) {
      places = Math.min(capacity, untyped.get(area) ?? 0);
      untyped.set(area, (untyped.get(area) ?? 0) - places);
    }
    parts.push(...splitByGiver(line, places, given.get(area) ?? []));
  }
  return parts;
}

/** Takes from `given` what it uses. */
function* splitByGiver(line: AreaLine, places: number, given: (readonly [number, number])[]): Generator<OwnedPart> {
  let left = places;
  for (let [first] = given; first !== undefined && left > 0; [first] = given) {
    const [slot, count] = first;
    const part = Math.min(left, count);
    yield { line, places: part, slot };
    left -= part;
    if (part < count) given[0] = [slot, count - part];
    else given.shift();
  }
  if (left > 0) yield { line, places: left, slot: 0 };
}
