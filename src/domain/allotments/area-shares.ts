/**
 * The places that GA areas give to allotments, and which sessions have taken them. A place has no name, so a share is a
 * number of places, and each session's part of it is a number too. Changed only by facts. What an area has beyond its
 * shares is the public's.
 */

import type { ReleaseCause } from './allotment.ts';

/** Some places of one area for one allotment. */
export interface Share {
  readonly slot: number;
  /** Taken ones included. */
  places: number;
  /** Its own release, without the rest of its allotment; null: it goes where its allotment goes. */
  part: ShareRelease | null;
  /** By session ordinal: the places that it holds or has bought. */
  readonly taken: Map<number, number>;
  /** The sum of those. */
  takenTotal: number;
}

export interface ShareRelease {
  /** Slot of the allotment that got the places; 0: the public. */
  readonly to: number;
  readonly cause: ReleaseCause;
}

/** As a snapshot stores it. */
export type ShareImage = readonly [
  area: number,
  slot: number,
  places: number,
  part: ShareRelease | null,
  taken: readonly (readonly [session: number, places: number])[],
];

const none: readonly Share[] = [];

export class AreaShares {
  /** By area, ascending by slot. */
  readonly #byArea = new Map<number, Share[]>();

  get isEmpty(): boolean {
    return this.#byArea.size === 0;
  }

  /** Ascending by slot; empty: all places of the area are the public's. */
  of(area: number): readonly Share[] {
    return this.#byArea.get(area) ?? none;
  }

  /** Indices of the areas that have shares. */
  areas(): Iterable<number> {
    return this.#byArea.keys();
  }

  /** Exactly these places are the allotment's afterwards. What sessions have taken of them stays counted. */
  fill(slot: number, places: readonly (readonly [area: number, places: number])[]): void {
    const given = new Map(places);
    for (const area of [...this.#byArea.keys()]) if (!given.has(area)) this.#remove(area, slot);
    for (const [area, amount] of given) {
      const share = this.#byArea.get(area)?.find((one) => one.slot === slot);
      if (share === undefined) this.#add(area, { slot, places: amount, part: null, taken: new Map(), takenTotal: 0 });
      else Object.assign(share, { places: amount, part: null });
    }
  }

  /** The allotment is gone: its places, and those that were released to it, are the public's. */
  removeSlot(slot: number): void {
    for (const area of [...this.#byArea.keys()]) {
      this.#remove(area, slot);
      for (const share of this.of(area)) if (share.part?.to === slot) share.part = { ...share.part, to: 0 };
    }
  }

  take(share: Share, session: number, places: number): void {
    share.taken.set(session, (share.taken.get(session) ?? 0) + places);
    share.takenTotal += places;
  }

  /** The session gives back `places` of the area: those of its shares first, the public's last. */
  give(area: number, session: number, places: number): void {
    let left = places;
    for (const share of this.of(area)) {
      const back = Math.min(left, share.taken.get(session) ?? 0);
      if (back === 0) continue;
      const kept = (share.taken.get(session) as number) - back;
      if (kept > 0) share.taken.set(session, kept);
      else share.taken.delete(session);
      share.takenTotal -= back;
      left -= back;
    }
  }

  /** Nobody has places of the area any more. */
  clear(area: number): void {
    for (const share of this.of(area)) {
      share.taken.clear();
      share.takenTotal = 0;
    }
  }

  image(): readonly ShareImage[] {
    return [...this.#byArea].flatMap(([area, shares]) =>
      shares.map(({ slot, places, part, taken }): ShareImage => [area, slot, places, part, [...taken]]),
    );
  }

  restore(images: readonly ShareImage[]): void {
    for (const [area, slot, places, part, taken] of images) {
      const takenTotal = taken.reduce((sum, [, amount]) => sum + amount, 0);
      this.#add(area, { slot, places, part, taken: new Map(taken), takenTotal });
    }
  }

  #add(area: number, share: Share): void {
    const shares = [...(this.#byArea.get(area) ?? []), share].sort((a, b) => a.slot - b.slot);
    this.#byArea.set(area, shares);
  }

  #remove(area: number, slot: number): void {
    const left = this.of(area).filter((share) => share.slot !== slot);
    if (left.length === 0) this.#byArea.delete(area);
    else this.#byArea.set(area, left);
  }
}
