/**
 * Begins the streams of one event's viewers: the record that a viewer knows, then everything that it missed. Promises
 * that a text that several viewers need is made once for each record of the map. Promises also that making and writing
 * these texts takes at most a share of the event loop's time, however many records viewers name: one text can hold
 * every seat of the event.
 */
import type { Clock } from '#actors/ports.ts';
import type { KnownMap } from './known-map.ts';
import type { Pacer } from './pacer.ts';
import { change, comment, hello, type Piece, reset } from './stream-text.ts';
import type { Viewer } from './viewer.ts';

/** A viewer is served at once unless the pacer's next free time is farther away than this. */
const burstMs = 8;

export interface CatchUpParts {
  readonly time: Clock;
  readonly tickMs: number;
  /** For the texts of all events of the node. */
  readonly pacer: Pacer;
  /** The stream of the viewer begins with these pieces. */
  readonly begin: (viewer: Viewer, pieces: readonly Piece[]) => void;
}

export class CatchUps {
  readonly #parts: CatchUpParts;
  /** The texts that lead to the map as it is, by the record that they begin after. */
  readonly #texts = new Map<number, Piece>();
  /** Viewers whose stream has not begun yet. */
  readonly #waiting = new Set<Viewer>();
  #isWaiting = false;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  get waiting(): ReadonlySet<Viewer> {
    return this.#waiting;
  }

  remove(viewer: Viewer): void {
    this.#waiting.delete(viewer);
  }

  /** Call when the map's record has changed. */
  mapChanged(): void {
    this.#texts.clear();
  }

  /** Begins the viewer's stream, now or soon. */
  add(viewer: Viewer, map: KnownMap): void {
    if (this.#begin(viewer, map)) return;
    this.#waiting.add(viewer);
    if (!this.#isWaiting) void this.#serve(map);
  }

  async #serve(map: KnownMap): Promise<void> {
    const { time, pacer } = this.#parts;
    this.#isWaiting = true;
    while (this.#waiting.size > 0) {
      await new Promise<void>((resolve) => void time.wakeAt(Math.max(pacer.freeAt, time.now() + 1), resolve));
      for (const viewer of this.#waiting) {
        if (!this.#begin(viewer, map)) break;
        this.#waiting.delete(viewer);
      }
    }
    this.#isWaiting = false;
  }

  /** False: it has to wait. */
  #begin(viewer: Viewer, map: KnownMap): boolean {
    const { after } = viewer;
    const { begin, tickMs, pacer, time } = this.#parts;
    if (after === null) begin(viewer, [hello(map.seq, map.seq, tickMs)]);
    else {
      const start = map.startFor(after, viewer.mayKnowMore);
      // The viewer keeps its position until the reset. The position may be no record at all, so the answer does not repeat it.
      if (start === null) {
        viewer.noteReset();
        begin(viewer, [hello(null, map.seq, tickMs), reset(map.seq)]);
      } else if (start === map.seq) begin(viewer, [hello(after, after, tickMs)]);
      else {
        // A text that was made before counts as well: the kernel copies it for each viewer.
        const startedAt = time.now();
        if (pacer.freeAt > startedAt + burstMs) return false;
        begin(viewer, [hello(after, after, tickMs), this.#textAfter(start, map)]);
        pacer.spent(time.now(), time.now() - startedAt);
      }
    }
    return true;
  }

  #textAfter(start: number, map: KnownMap): Piece {
    const known = this.#texts.get(start);
    if (known !== undefined) return known;
    const missed = map.changesAfter(start);
    const isNothing = missed.freed.length + missed.taken.length + missed.areas.length === 0;
    const text = isNothing ? comment : change(missed);
    this.#texts.set(start, text);
    return text;
  }
}
