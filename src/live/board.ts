/**
 * The live map of one event and audience on this node: one subscription at the event's owner for any number of viewers. Gathers
 * changes for a tick, encodes them once and writes the same bytes to all viewers. Promises that every viewer gets all
 * changes after the record that it named, in order, or a reset. Promises also that only durable changes are sent: the
 * owner answers when they are in its journal. Never decides anything about seats.
 */
import type { MapChanges } from '#domain/map-changes.ts';
import { CatchUps } from './catch-ups.ts';
import { KnownMap, type News } from './known-map.ts';
import type { Pacer } from './pacer.ts';
import type { LiveSettings, LiveWorld } from './ports.ts';
import { change, closed, comment, hello, type Piece, reset } from './stream-text.ts';
import type { Viewer } from './viewer.ts';

/**
 * After a quiet time the first changes are gathered for this share of a tick only. Calls that clients make at the same
 * moment arrive within a few milliseconds, and writing to 10,000 viewers takes some 120 ms more.
 */
const firstGather = 0.5;
/** Without news the journal's head is read this often: a notice may be lost, and the owner may have died. */
const lookMs = 1_000;
const commentMs = 15_000;
/** The pause after a failed question to the owner. */
const retryMs = 250;
/** Viewers that are written to in one iteration of the event loop; about 6 ms. */
const writesPerIteration = 500;
/** A board without viewers is kept for this time: browsers that lost their connection come back. */
const lingerMs = 5_000;
/** The least time between two questions to the owner: every viewer that arrives may need one. */
const askGapMs = 20;

export interface BoardParts {
  readonly world: LiveWorld;
  readonly settings: LiveSettings;
  readonly pacer: Pacer;
  /** For the texts that viewers begin with. */
  readonly catchUpPacer: Pacer;
  readonly eventNumber: number;
  /** Ids of the allotments that its viewers' passes open; empty: they are the public. */
  readonly allotments: readonly string[];
  /** Called once, when the board has ended: it takes no more viewers. */
  readonly onOver: () => void;
}

export class Board {
  readonly #parts: BoardParts;
  readonly #viewers = new Set<Viewer>();
  /** Viewers that wait for the next answer of the owner: this board has no map yet, or they know a later record. */
  readonly #arrivals = new Set<Viewer>();
  #map: KnownMap | null = null;
  /** Actor time at which booking closes. */
  #closesAt: number | null = null;
  readonly #catchUps: CatchUps;
  /** When news was announced that has not been read yet; null: none was. */
  #newsAt: number | null = null;
  /** When the owner was asked, or the journal's head was read, for the last time. */
  #askedAt = Number.NEGATIVE_INFINITY;
  /** When the last round of changes began. */
  #roundAt = Number.NEGATIVE_INFINITY;
  /** When all viewers were written to for the last time. */
  #writtenAt: number;
  /** When the last viewer left. */
  #emptyAt: number;
  #isOver = false;
  /** Ends the sleep of the loop. */
  #nudge: () => void = () => undefined;

  constructor(parts: BoardParts) {
    this.#parts = parts;
    this.#catchUps = new CatchUps({
      time: parts.world.time,
      tickMs: parts.settings.tickMs,
      pacer: parts.catchUpPacer,
      begin: (viewer, pieces) => this.#begin(viewer, pieces),
    });
    this.#emptyAt = this.#now;
    this.#writtenAt = this.#now;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Begins to follow the event. */
  start(): void {
    void this.#run();
  }

  add(viewer: Viewer): void {
    if (this.#map === null || (viewer.after ?? 0) > this.#map.seq) {
      this.#arrivals.add(viewer);
      this.#nudge();
    } else this.#catchUps.add(viewer, this.#map);
  }

  remove(viewer: Viewer): void {
    viewer.leave();
    this.#viewers.delete(viewer);
    this.#arrivals.delete(viewer);
    this.#catchUps.remove(viewer);
    if (this.#isEmpty) this.#emptyAt = this.#now;
  }

  /** There may be changes to read: the owner says so, or the event may have another owner. */
  noteNews(): void {
    if (this.#newsAt !== null) return;
    this.#newsAt = this.#now;
    this.#nudge();
  }

  /** Ends all streams. `makeLast` makes the last piece of each of them. */
  async end(makeLast: () => Piece): Promise<void> {
    this.#finish();
    const all = [...this.#viewers, ...this.#arrivals, ...this.#catchUps.waiting];
    await this.#inBatches(all, (viewer) => {
      viewer.write(makeLast());
      viewer.end();
    });
  }

  get #now(): number {
    return this.#parts.world.time.now();
  }

  get #isEmpty(): boolean {
    return this.#viewers.size + this.#arrivals.size + this.#catchUps.waiting.size === 0;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const dueAt = this.#dueAt();
      if (this.#now < dueAt) await this.#sleep(dueAt);
      else await this.#step();
    }
  }

  /** Resolves at the time, or earlier when something happens. */
  #sleep(until: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.world.time.wakeAt(until, resolve);
      this.#nudge = () => {
        cancel();
        resolve();
      };
    });
  }

  #dueAt(): number {
    const { settings, pacer, world } = this.#parts;
    let dueAt = Math.min(this.#askedAt + lookMs, this.#writtenAt + commentMs);
    if (this.#closesAt !== null) dueAt = Math.min(dueAt, this.#now + this.#closesAt - world.clock.now());
    if (this.#isEmpty) dueAt = Math.min(dueAt, this.#emptyAt + lingerMs);
    // With news, arrivals wait for the tick as well: otherwise each of them would cause a round of writes.
    if (this.#arrivals.size > 0 && this.#newsAt === null) dueAt = Math.min(dueAt, this.#askedAt + askGapMs);
    if (this.#newsAt !== null) {
      const gatheredAt = this.#newsAt + settings.tickMs * firstGather;
      dueAt = Math.min(dueAt, Math.max(gatheredAt, this.#roundAt + settings.tickMs, pacer.freeAt));
    }
    return Math.max(dueAt, this.#askedAt + askGapMs);
  }

  async #step(): Promise<void> {
    if (this.#isEmpty && this.#now >= this.#emptyAt + lingerMs) {
      this.#finish();
      return;
    }
    if (this.#now >= this.#writtenAt + commentMs) await this.#tellAll(() => comment);
    this.#askedAt = this.#now;
    const before = this.#newsAt;
    try {
      if (await this.#isUpToDate()) return;
      this.#newsAt = null;
      await this.#follow();
    } catch (error) {
      const { world, eventNumber } = this.#parts;
      world.log.debug({ event: eventNumber, err: error }, 'a live map could not be read');
      this.#newsAt ??= before ?? this.#now;
      this.#askedAt = this.#now + retryMs;
    }
  }

  /**
   * True: the owner need not be asked. Without any sign of a change the journal's head shows whether there was one.
   * Reading the head does not load the event; asking the owner does.
   */
  async #isUpToDate(): Promise<boolean> {
    const { world, eventNumber } = this.#parts;
    if (this.#map === null || this.#newsAt !== null || this.#arrivals.size > 0) return false;
    if (this.#closesAt !== null && this.#closesAt <= world.clock.now()) return false;
    return world.isHead(eventNumber, this.#map.seq);
  }

  async #follow(): Promise<void> {
    const changes = await this.#read();
    if (this.#isOver) return;
    if (typeof changes === 'string') return this.#close(changes);
    this.#closesAt = changes.closesAt;
    const seqBefore = this.#map?.seq;
    if (this.#map === null) this.#map = new KnownMap(changes);
    else {
      const leavesGap = this.#map.leavesGap(changes);
      const news = this.#map.take(changes);
      if (this.#map.seq !== seqBefore) this.#catchUps.mapChanged();
      await this.#tellNews(news, this.#map.seq, leavesGap);
    }
    const map = this.#map;
    await this.#inBatches([...this.#arrivals], (viewer) => {
      if (this.#arrivals.delete(viewer)) this.#catchUps.add(viewer, map);
    });
  }

  /** The answer of the owner, or why there is nothing to follow. */
  async #read(): Promise<MapChanges | string> {
    const { world, eventNumber, allotments } = this.#parts;
    const of = allotments.length === 0 ? {} : { allotments };
    const ask = async (since: number | null): Promise<MapChanges | string> => {
      const answer = await world.engine.ask(eventNumber, {
        ...{ kind: 'read-map-changes', since, watcher: world.self },
        ...of,
      } as const);
      if (!answer.ok) return 'EVENT_DELETED';
      if (answer.reply.kind !== 'map-changes') throw new Error(`expected map changes, got ${answer.reply.kind}`);
      return answer.reply.changes.closed ?? answer.reply.changes;
    };
    const changes = await ask(this.#map?.seq ?? null);
    if (typeof changes === 'string' || this.#map === null || this.#map.isContinuedBy(changes)) return changes;
    return ask(null);
  }

  async #close(errorCode: string): Promise<void> {
    const seq = this.#map?.seq ?? 0;
    for (const viewer of [...this.#arrivals, ...this.#catchUps.waiting]) {
      viewer.write(hello(null, seq, this.#parts.settings.tickMs));
    }
    await this.end(() => closed(errorCode));
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#nudge();
    this.#parts.onOver();
  }

  #begin(viewer: Viewer, pieces: readonly Piece[]): void {
    if (viewer.isGone) return;
    this.#viewers.add(viewer);
    for (const piece of pieces) this.#note(viewer.write(piece));
  }

  /**
   * `leavesGap`: changes may be missing in `news`. A viewer whose map may be of a record within the gap has to read the
   * prices again; the others need the differences.
   */
  async #tellNews(news: News, seq: number, leavesGap: boolean): Promise<void> {
    if (news === null && !leavesGap) return;
    this.#roundAt = this.#now;
    const again = reset(seq);
    const differences = news === null || news === 'reset' ? null : change(news);
    await this.#tellAll((viewer) => {
      if (news !== 'reset' && !(leavesGap && viewer.mayKnowMore)) return differences;
      viewer.noteReset();
      return again;
    });
  }

  /** Null: nothing for this viewer. */
  async #tellAll(pieceFor: (viewer: Viewer) => Piece | null): Promise<void> {
    const intervalMs = this.#now - this.#writtenAt;
    this.#writtenAt = this.#now;
    const costMs = await this.#inBatches([...this.#viewers], (viewer) => {
      const piece = pieceFor(viewer);
      if (piece !== null) this.#note(viewer.write(piece));
    });
    this.#parts.world.meter.round(costMs / 1000, intervalMs / 1000);
  }

  #note(written: number): void {
    const { meter } = this.#parts.world;
    if (written < 0) meter.cut();
    else meter.written(written);
  }

  /** Acts on each viewer; other input is handled between two batches. Resolves with the milliseconds that it took. */
  async #inBatches(viewers: readonly Viewer[], act: (viewer: Viewer) => void): Promise<number> {
    const { world, pacer } = this.#parts;
    let costMs = 0;
    for (let first = 0; first < viewers.length; first += writesPerIteration) {
      if (first > 0) await new Promise<void>((resolve) => world.later(resolve));
      const startedAt = this.#now;
      for (const viewer of viewers.slice(first, first + writesPerIteration)) act(viewer);
      const spentMs = this.#now - startedAt;
      pacer.spent(this.#now, spentMs);
      costMs += spentMs;
    }
    return costMs;
  }
}
