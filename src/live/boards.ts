/**
 * All live maps of this node and their viewers. Promises at most one board per event and audience, and no more viewers
 * than the settings allow, in all and per client address. A draining node ends its streams and spreads the viewers' return.
 */
import { Board } from './board.ts';
import { Pacer } from './pacer.ts';
import type { LiveSettings, LiveWorld } from './ports.ts';
import { type Piece, retry } from './stream-text.ts';
import { type Sink, Viewer } from './viewer.ts';

/** Viewers of a draining node return spread over this time, and one more millisecond for each of them. */
const returnMs = 1_000;

/** Boards of one event. The public always gets one; another set of allotments only below this number. */
const audiencesMax = 64;

export interface Watching {
  readonly eventNumber: number;
  /** Ids of the allotments that the viewer's pass opens, ascending; absent: none. */
  readonly allotments?: readonly string[];
  /** The viewer knows all changes up to this record; null: it follows from now on. */
  readonly after: number | null;
  /**
   * The viewer resumes an earlier stream by the id of its last event. If it has read the prices after a reset there,
   * that id does not say of which record they were: its map may be of a later one than `after`.
   */
  readonly mayKnowMore?: boolean;
  /** Null: not known, and not limited. */
  readonly address: string | null;
}

export class Boards {
  readonly #world: LiveWorld;
  readonly #settings: LiveSettings;
  readonly #pacer = new Pacer();
  readonly #catchUpPacer = new Pacer();
  /** By event, then by the allotments of the audience. */
  readonly #boards = new Map<number, Map<string, Board>>();
  readonly #byAddress = new Map<string, number>();
  #viewers = 0;
  #isDraining = false;

  constructor(world: LiveWorld, settings: LiveSettings) {
    this.#world = world;
    this.#settings = settings;
  }

  get viewers(): number {
    return this.#viewers;
  }

  get events(): number {
    return this.#boards.size;
  }

  /** Why no further viewer is accepted; null: it is accepted. */
  refusalOf({
    eventNumber,
    allotments = [],
    address,
  }: Pick<Watching, 'eventNumber' | 'allotments' | 'address'>):
    | 'node is full'
    | 'event is full'
    | 'address is full'
    | null {
    const { viewersMax, viewersPerAddressMax } = this.#settings;
    if (this.#viewers >= viewersMax) return 'node is full';
    const ofEvent = this.#boards.get(eventNumber);
    const needsBoard = allotments.length > 0 && ofEvent?.has(String(allotments)) !== true;
    if (needsBoard && (ofEvent?.size ?? 0) >= audiencesMax) return 'event is full';
    if (address === null || viewersPerAddressMax === 0) return null;
    return (this.#byAddress.get(address) ?? 0) >= viewersPerAddressMax ? 'address is full' : null;
  }

  /** Adds a viewer; the returned function is called when its connection has closed. */
  watch({ eventNumber, allotments = [], after, mayKnowMore, address }: Watching, sink: Sink): () => void {
    const viewer = new Viewer(sink, after, mayKnowMore);
    if (this.#isDraining) {
      viewer.write(this.#goodbye());
      viewer.end();
      return () => undefined;
    }
    const board = this.#boards.get(eventNumber)?.get(String(allotments)) ?? this.#open(eventNumber, allotments);
    this.#count(address, 1);
    board.add(viewer);
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      board.remove(viewer);
      this.#count(address, -1);
    };
  }

  /** The event's owner has more to read. */
  changed(eventNumber: number): void {
    for (const board of this.#boards.get(eventNumber)?.values() ?? []) board.noteNews();
  }

  /** Events may have other owners now. */
  ownersChanged(): void {
    for (const board of this.#all()) board.noteNews();
  }

  /** Ends all streams; viewers come back to another node, spread over a time. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await this.restart();
  }

  /** Ends all streams and forgets their maps; viewers come back, spread over a time. */
  async restart(): Promise<void> {
    await Promise.all(this.#all().map((board) => board.end(() => this.#goodbye())));
  }

  #all(): readonly Board[] {
    return [...this.#boards.values()].flatMap((ofEvent) => [...ofEvent.values()]);
  }

  #goodbye(): Piece {
    return retry(Math.round(returnMs / 2 + this.#world.random() * (returnMs + this.#viewers)));
  }

  #open(eventNumber: number, allotments: readonly string[]): Board {
    const key = String(allotments);
    const ofEvent = this.#boards.get(eventNumber) ?? new Map<string, Board>();
    this.#boards.set(eventNumber, ofEvent);
    const board: Board = new Board({
      world: this.#world,
      settings: this.#settings,
      pacer: this.#pacer,
      catchUpPacer: this.#catchUpPacer,
      eventNumber,
      allotments,
      onOver: () => {
        if (ofEvent.get(key) === board) ofEvent.delete(key);
        if (ofEvent.size === 0 && this.#boards.get(eventNumber) === ofEvent) this.#boards.delete(eventNumber);
      },
    });
    ofEvent.set(key, board);
    board.start();
    return board;
  }

  #count(address: string | null, change: 1 | -1): void {
    this.#viewers += change;
    if (address === null) return;
    const count = (this.#byAddress.get(address) ?? 0) + change;
    if (count === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, count);
  }
}
