/**
 * How many places of a GA area may this session take? The counterpart of `mayTake` for places, which have no names. When
 * less is free than the shares of an area are due, because the organization took places or the layout shrank, the
 * allotment with the smallest number keeps its places first.
 */
import type { EventState } from '../event-state.ts';
import type { Session } from '../session/session.ts';
import type { Share } from './area-shares.ts';
import type { Asking } from './audience.ts';
import { audienceOf } from './may-take.ts';
import { heldByAllotment } from './session-cap.ts';

/** A share with its free places. */
interface FreeShare {
  readonly share: Share;
  readonly free: number;
}

/** The free places of each share, ascending by slot. */
export function freeSharesOf({ allotments, areas }: EventState, area: number): readonly FreeShare[] {
  const shares = allotments?.shares.of(area) ?? [];
  let left = areas[area]?.available ?? 0;
  return shares.map((share) => {
    const free = Math.max(0, Math.min(left, share.places - share.takenTotal));
    left -= free;
    return { share, free };
  });
}

/** Free places of the area that the audience may take. */
export function freePlaces(state: EventState, audience: Asking, area: number): number {
  const { available } = state.areaAt(area);
  if (audience === null || state.allotments?.shares.of(area).length === 0) return available;
  let kept = 0;
  for (const { share, free } of freeSharesOf(state, area)) if (!isPermitted(audience, share)) kept += free;
  return available - kept;
}

/**
 * What a session may take of the areas that one call names, with the number that its allotments allow it in all. One
 * object for one call: places of one area count in the next.
 */
export class PlaceClaims {
  readonly #state: EventState;
  readonly #session: Session;
  readonly #seats: readonly number[];
  #held: Map<number, number> | null = null;

  /** `seats`: that the call takes as well. */
  constructor(state: EventState, session: Session, seats: readonly number[]) {
    this.#state = state;
    this.#session = session;
    this.#seats = seats;
  }

  /** Whether `more` places of the area are free for the session. */
  canTake(area: number, more: number): boolean {
    const { available } = this.#state.areaAt(area);
    const isForAll = this.#session.counter === true || this.#state.allotments?.shares.of(area).length === 0;
    if (available < more || isForAll) return available >= more;
    const kept = freeSharesOf(this.#state, area).reduce((sum, { free }) => sum + free, 0);
    const given = this.#partsOf(area, more).reduce((sum, [, places]) => sum + places, 0);
    return given + Math.max(0, available - kept) >= more;
  }

  /** The consequence: the places are the session's, of its allotments first and of the public last. */
  take(area: number, places: number): void {
    for (const [share, part] of this.#partsOf(area, places)) {
      this.#state.allotments?.shares.take(share, this.#session.ordinal, part);
    }
  }

  /** The parts of `places` that the session's allotments give. */
  #partsOf(area: number, places: number): readonly (readonly [share: Share, places: number])[] {
    const { allotments } = this.#state;
    const audience = audienceOf(this.#state, this.#session);
    if (allotments === null || audience === null || allotments.shares.of(area).length === 0) return [];
    this.#held ??= heldByAllotment(allotments, this.#session, this.#seats);
    const parts: (readonly [Share, number])[] = [];
    let left = places;
    for (const { share, free } of freeSharesOf(this.#state, area)) {
      if (!isPermitted(audience, share)) continue;
      const slot = allotments.slotOfShare(share);
      const held = this.#held.get(slot) ?? 0;
      const maxSeats = allotments.bySlot(slot)?.maxSeatsPerSession ?? Number.POSITIVE_INFINITY;
      const part = Math.min(left, free, Math.max(0, maxSeats - held));
      if (part === 0) continue;
      parts.push([share, part]);
      this.#held.set(slot, held + part);
      left -= part;
    }
    return parts;
  }
}

/** When the session could take `more` places of the area, because allotments open for it; null: never, or unknown. */
export function openingOfPlaces(state: EventState, session: Session, area: number, more: number): number | null {
  const { allotments } = state;
  if (allotments === null || allotments.shares.of(area).length === 0) return null;
  let missing = more - freePlaces(state, audienceOf(state, session), area);
  const openings = freeSharesOf(state, area).flatMap(({ share, free }) => {
    const allotment = allotments.bySlot(allotments.slotOfShare(share));
    const isFor =
      allotment?.access === 'PUBLIC' || (allotment?.access === 'PASS' && session.allotments?.includes(allotment.id));
    if (allotment?.phase !== 'WAITING' || !isFor || allotment.opensAt === null) return [];
    return [{ at: allotment.opensAt, free }];
  });
  for (const { at, free } of openings.sort((a, b) => a.at - b.at)) {
    missing -= free;
    if (missing <= 0) return at;
  }
  return null;
}

function isPermitted({ permits }: NonNullable<Asking>, { slot, part }: Share): boolean {
  return permits[part?.to ?? slot] === 1;
}
