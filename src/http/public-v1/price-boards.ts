/**
 * The current offer of each event as compressed text: one board per event and audience, shared by all readers. A board is valid for
 * a quarter of a second; then the event is asked once for all waiting readers, and the text is encoded again only if
 * something has changed. Shows only what is in the journal. For an event that did not change, the database is asked for its
 * journal's head instead, so that readers do not keep the event in memory.
 */
import type { Engine } from '#actors/engine.ts';
import type { Clock } from '#actors/ports.ts';
import type { Offer } from '#domain/offer.ts';
import { Cache } from '#storage/database/cache.ts';
import { CompressedText } from '../pipeline/compressed-text.ts';

/** An answer is at most this much older than the durable state, plus the time of one encoding. */
const boardMs = 250;
/** A board of 50,000 seats takes about 0.2 MB. */
const keptBytesMax = 128 * 1024 * 1024;
/** To be increased when the same offer is presented differently, so that tags change. */
const format = 2;

export interface Board {
  readonly tag: string;
  readonly text: CompressedText;
  readonly seq: number;
  /** Actor time at which the board becomes wrong without any change. */
  readonly closesAt: number | null;
  /** When the event or the database was last asked. */
  readonly askedAt: number;
  /** Whether the last check found no change. */
  readonly isQuiet: boolean;
}

export interface PriceBoardWorld {
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether the event's journal ends with this record. */
  readonly isHead: (eventNumber: number, seq: number) => Promise<boolean>;
  readonly encode: (offer: Offer) => Promise<Uint8Array>;
}

export class PriceBoards {
  readonly #world: PriceBoardWorld;
  readonly #boards = new Cache<string, Board | null>(
    keptBytesMax,
    (key) => this.#renew(key),
    ({ text }) => text.weight,
  );
  /** Boards that are being renewed. */
  readonly #former = new Map<string, Board>();

  constructor(world: PriceBoardWorld) {
    this.#world = world;
  }

  /** The database was restored: records may have another content than those with the same number before. */
  forget(): void {
    this.#boards.clear();
    this.#former.clear();
  }

  /**
   * The offer for readers whose pass opens these allotments, ascending by id. Null: the event no longer exists. Rejects
   * with a `Fault` when the event cannot be asked.
   */
  async read(eventNumber: number, allotments: readonly string[] = []): Promise<Board | null> {
    const key = [eventNumber, ...allotments].join(' ');
    const board = this.#boards.peek(key);
    if (board === undefined) return this.#boards.get(key);
    if (this.#isGood(board)) return board;
    this.#former.set(key, board);
    this.#boards.drop(key);
    return this.#boards.get(key);
  }

  #isGood({ askedAt, closesAt }: Board): boolean {
    const now = this.#world.clock.now();
    return now - askedAt < boardMs && !isPast(closesAt, now);
  }

  async #renew(key: string): Promise<Board | null> {
    const { engine, clock, encode } = this.#world;
    const [event, ...allotments] = key.split(' ');
    const eventNumber = Number(event);
    const askedAt = clock.now();
    const former = this.#former.get(key);
    this.#former.delete(key);
    const known = former === undefined || isPast(former.closesAt, askedAt) ? null : former;
    if (known?.isQuiet === true && (await this.#isAtRest(eventNumber, known))) return { ...known, askedAt };
    const as = allotments.length === 0 ? {} : { allotments };
    const answer = await engine.ask(eventNumber, { kind: 'read-offer', known: known?.seq ?? null, ...as });
    if (!answer.ok) return null;
    if (answer.reply.kind === 'sequence' && known !== null) return { ...known, askedAt, isQuiet: true };
    if (answer.reply.kind !== 'offer') throw new Error(`expected an offer, got ${answer.reply.kind}`);
    const { offer } = answer.reply;
    const { seq, closesAt } = offer;
    const tag = tagOf(offer);
    const text = await CompressedText.of(await encode(offer), 'brief');
    return { tag, text, seq, closesAt, askedAt, isQuiet: false };
  }

  /** When the database fails, the event is asked: its answer reports the problem. */
  #isAtRest(eventNumber: number, { seq }: Board): Promise<boolean> {
    return this.#world.isHead(eventNumber, seq).catch(() => false);
  }
}

function isPast(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}

/** Time alone can close an event, so the sequence number alone does not identify the content. */
function tagOf({ seq, epoch, isOpen }: Offer): string {
  return `"${format}-${seq}-${epoch}-${isOpen ? 'open' : 'closed'}"`;
}
