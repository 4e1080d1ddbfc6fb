/**
 * The live map of one event on this node: one subscription at the event's owner for any number of viewers. Gathers changes
 * for a tick, encodes them once and writes the same bytes to all viewers. Promises that every viewer gets all
 * changes after the record it named, in order, or a reset; and that only durable changes are sent: the owner answers
 * when they are in its journal. Never decides anything about seats.
 */
import type { MapChanges } from '#domain/map-changes.ts';
import { CatchUps } from './catch-ups.ts';
import { KnownMap, type News } from './known-map.ts';
import type { Pacer } from './pacer.ts';
import type { LiveSettings, LiveWorld } from './ports.ts';
import { change, closed, comment, hello, type Piece, reset } from './stream-text.ts';
import type { Viewer } from './viewer.ts';

/**
 * After a quiet time the first change is gathered for this part of a tick: 10,000 writes take 140 ms themselves, and
 * clients that act at once are heard within a few milliseconds.
 */
const firstGather = 0.5;
/** Without news the journal's head is read this often: a notice may be lost, and the owner may have died. */
const lookMs = 1_000;
const commentMs = 15_000;
/** The pause after a question that was not answered. */
const retryMs = 250;
/** Viewers written to before other input is handled; about 6 ms. */
const writesPerTurn = 500;
/** A board without viewers is kept: browsers that lost their connection come back. */
const lingerMs = 5_000;
/** Viewers ahead of this board wait for at most so many questions. */
const arrivalGapMs = 20;

export interface BoardParts {
  readonly world: LiveWorld;
  readonly settings: LiveSettings;
  readonly pacer: Pacer;
  /** For the texts that viewers begin with. */
  readonly catchUpPacer: Pacer;
  readonly eventNumber: number;
  /** Called once: the board is of no use any more. */
  readonly onOver: () => void;
}

export class Board {
  readonly #parts: BoardParts;
  readonly #viewers = new Set<Viewer>();
  /** Viewers that know nothing yet, or more than this board. */
  readonly #arrivals = new Set<Viewer>();
  #map: KnownMap | null = null;
  #closesAt: number | null = null;
  readonly #catchUps: CatchUps;
  #newsAt: number | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #roundAt = Number.NEGATIVE_INFINITY;
  #writtenAt: number;
  #emptyAt: number;
  #isOver = false;
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
    if (this.#isDeserted) this.#emptyAt = this.#now;
  }

  /** The owner has more to read, or the nodes have changed. */
  poke(): void {
    if (this.#newsAt !== null) return;
    this.#newsAt = this.#now;
    this.#nudge();
  }

  /** Ends all streams with a last piece of each viewer's own. */
  async end(lastWords: () => Piece): Promise<void> {
    this.#over();
    const all = [...this.#viewers, ...this.#arrivals, ...this.#catchUps.waiting];
    await this.#inTurns(all, (viewer) => {
      viewer.write(lastWords());
      viewer.end();
    });
  }

  get #now(): number {
    return this.#parts.world.time.now();
  }

  get #isDeserted(): boolean {
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
    if (this.#isDeserted) dueAt = Math.min(dueAt, this.#emptyAt + lingerMs);
    // With news they wait for the tick, so that arrivals do not cause more rounds of writes.
    if (this.#arrivals.size > 0 && this.#newsAt === null) dueAt = Math.min(dueAt, this.#askedAt + arrivalGapMs);
    if (this.#newsAt !== null) {
      const gatheredAt = this.#newsAt + settings.tickMs * firstGather;
      dueAt = Math.min(dueAt, Math.max(gatheredAt, this.#roundAt + settings.tickMs, pacer.freeAt));
    }
    return Math.max(dueAt, this.#askedAt + arrivalGapMs);
  }

  async #step(): Promise<void> {
    if (this.#isDeserted && this.#now >= this.#emptyAt + lingerMs) {
      this.#over();
      return;
    }
    if (this.#now >= this.#writtenAt + commentMs) await this.#tellAll(() => comment);
    this.#askedAt = this.#now;
    const before = this.#newsAt;
    try {
      if (await this.#isQuiet()) return;
      this.#newsAt = null;
      await this.#follow();
    } catch (error) {
      const { world, eventNumber } = this.#parts;
      world.log.debug({ event: eventNumber, err: error }, 'a live map could not be read');
      this.#newsAt ??= before ?? this.#now;
      this.#askedAt = this.#now + retryMs;
    }
  }

  /** Asks the owner if there may be news; otherwise reads only the journal's head, which does not load the event. */
  async #isQuiet(): Promise<boolean> {
    const { world, eventNumber } = this.#parts;
    const isSignless = this.#newsAt === null && this.#arrivals.size === 0 && this.#map !== null;
    const isClosing = this.#closesAt !== null && this.#closesAt <= world.clock.now();
    if (!isSignless || isClosing || this.#map === null) return false;
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
    await this.#inTurns([...this.#arrivals], (viewer) => {
      if (this.#arrivals.delete(viewer)) this.#catchUps.add(viewer, map);
    });
  }

  /** The answer of the owner, or why there is nothing to follow. */
  async #read(): Promise<MapChanges | string> {
    const { world, eventNumber } = this.#parts;
    const ask = async (since: number | null): Promise<MapChanges | string> => {
      const answer = await world.engine.ask(eventNumber, { kind: 'read-map-changes', since, watcher: world.self });
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
      viewer.write(hello(null, viewer.after ?? seq, this.#parts.settings.tickMs));
    }
    await this.end(() => closed(errorCode));
  }

  #over(): void {
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

  /** A viewer whose map may be of a record within the gap has to read the prices again; the others need the differences. */
  async #tellNews(news: News, seq: number, leavesGap: boolean): Promise<void> {
    if (news === null && !leavesGap) return;
    this.#roundAt = this.#now;
    const again = reset(seq);
    const differences = news === null || news === 'reset' ? null : change(news);
    await this.#tellAll((viewer) => {
      if (news !== 'reset' && !(leavesGap && viewer.readsAlone)) return differences;
      viewer.mustRead();
      return again;
    });
  }

  /** Null: nothing for this viewer. */
  async #tellAll(pieceFor: (viewer: Viewer) => Piece | null): Promise<void> {
    const intervalMs = this.#now - this.#writtenAt;
    this.#writtenAt = this.#now;
    const costMs = await this.#inTurns([...this.#viewers], (viewer) => {
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

  /** Acts on each viewer, with other input handled in between. Resolves with the time that it took. */
  async #inTurns(viewers: readonly Viewer[], act: (viewer: Viewer) => void): Promise<number> {
    const { world, pacer } = this.#parts;
    let costMs = 0;
    for (let first = 0; first < viewers.length; first += writesPerTurn) {
      if (first > 0) await new Promise<void>((resolve) => world.later(resolve));
      const startedAt = this.#now;
      for (const viewer of viewers.slice(first, first + writesPerTurn)) act(viewer);
      const spentMs = this.#now - startedAt;
      pacer.spent(this.#now, spentMs);
      costMs += spentMs;
    }
    return costMs;
  }
}
