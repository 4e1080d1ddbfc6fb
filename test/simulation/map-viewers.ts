/**
 * Browsers that follow live maps in a simulated cluster: each reads the offer, follows the event at some machine, loses
 * its connection now and then, and resumes at another one. After a reset one of two keeps its stream while it reads the
 * offer again, and resumes by the last event of its stream, as browsers do; the other follows anew. Checks after every
 * change that the map drawn from the offer and the changes is what the journal gives at that record, and that no record is
 * told before it is in the journal.
 */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { type Offer, offerOf } from '#domain/offer.ts';
import type { ChangeData } from '#live/stream-text.ts';
import type { Sink } from '#live/viewer.ts';
import type { DrawnMap } from '../support/map-viewer.ts';
import { offeredMap } from '../support/offered-map.ts';
import { recordOf, type SimulatedEvent } from './database.ts';
import type { Machine } from './machine.ts';
import type { NodeProcess } from './node-process.ts';
import type { RunContext } from './run-context.ts';
import type { RunRecord } from './run-record.ts';

const viewersPerEvent = 2;
const retryMs = 200;

export class MapViewers {
  readonly #viewers: readonly MapViewer[];

  constructor(context: RunContext, runRecord: RunRecord, machines: readonly Machine[]) {
    this.#viewers = [...context.database.events.values()].flatMap((event) => {
      const truth = new Truth(event);
      return Array.from(
        { length: viewersPerEvent },
        (_, at) => new MapViewer(context, runRecord, machines, truth, at % 2 === 0),
      );
    });
  }

  start(): void {
    for (const viewer of this.#viewers) void viewer.start();
  }

  /** Whether every viewer draws the end of its event's journal. */
  get areCurrent(): boolean {
    return this.#viewers.every(({ isCurrent }) => isCurrent);
  }

  /** After the faults: every viewer must be current. */
  checkEnd(): void {
    for (const viewer of this.#viewers) viewer.checkEnd();
  }
}

/** The map at each record of one event's journal, by a replay of the whole journal. */
class Truth {
  readonly event: SimulatedEvent;
  readonly #state: EventState;
  readonly #texts = [''];

  constructor(event: SimulatedEvent) {
    this.event = event;
    this.#state = new EventState(event.seatMap);
  }

  at(seq: number): string {
    while (this.#texts.length <= seq) {
      const record = this.event.records[this.#texts.length - 1];
      if (record === undefined) return 'no such record';
      try {
        replay(this.#state, recordOf(record));
      } catch (error) {
        return `no map: record ${record.seq} cannot be replayed, ${(error as Error).message}`;
      }
      this.#texts.push(textOf(offeredMap(offerOf(this.#state, record.at))));
    }
    return this.#texts[seq] as string;
  }
}

const nothing = JSON.stringify([[], []]);

function textOf({ bookable, places }: DrawnMap): string {
  return JSON.stringify([[...bookable].sort(), [...places].sort()]);
}

class MapViewer {
  readonly #context: RunContext;
  readonly #runRecord: RunRecord;
  readonly #machines: readonly Machine[];
  readonly #truth: Truth;
  /** After a reset it goes on with its stream. */
  readonly #stays: boolean;
  #drawing: DrawnMap | null = null;
  /** The last record that the viewer has been told everything up to. */
  #seq = 0;
  /** The record of the offer that it read last; its stream may not have come there. */
  #drawnSeq = 0;
  /** Changes that came while the offer is being read. */
  #later: ChangeData[] = [];
  /** The prices must be read again, up to this record at least. */
  #resetSeq = 0;
  #isReading = false;
  #hasFollowed = false;
  /** The last stream ended because nothing can be booked. */
  #isClosed = false;
  /** The connection in use; events of an earlier one are ignored. */
  #connection: object | null = null;

  constructor(context: RunContext, runRecord: RunRecord, machines: readonly Machine[], truth: Truth, stays: boolean) {
    this.#context = context;
    this.#stays = stays;
    this.#runRecord = runRecord;
    this.#machines = machines;
    this.#truth = truth;
  }

  async start(): Promise<void> {
    await this.#readAnew();
    this.#connect();
  }

  get isCurrent(): boolean {
    const due = this.#truth.at(this.#truth.event.headSeq);
    if (this.#isClosed && due === nothing) return true;
    return this.#drawing !== null && !this.#isReading && textOf(this.#drawing) === due;
  }

  checkEnd(): void {
    if (!this.isCurrent) this.#report(`a viewer stays at record ${this.#seq} of ${this.#truth.event.headSeq}`);
  }

  /** Reads the whole offer, from any machine, until it is as new as the reset asks for. */
  async #read(): Promise<void> {
    this.#isReading = true;
    for (;;) {
      const offer = await this.#readOffer();
      if (offer !== null && offer.seq >= this.#resetSeq) {
        this.#drawing = offeredMap(offer);
        this.#drawnSeq = offer.seq;
        break;
      }
      await this.#context.pause(retryMs);
    }
    this.#isReading = false;
    for (const change of this.#later) if (change.seq > this.#drawnSeq) this.#drawing?.apply({ data: change });
    this.#later = [];
    this.#check(Math.max(this.#seq, this.#drawnSeq));
  }

  /** The next stream follows from what it reads. */
  async #readAnew(): Promise<void> {
    await this.#read();
    this.#seq = this.#drawnSeq;
  }

  async #readOffer(): Promise<Offer | null> {
    const { eventNumber } = this.#truth.event.plan;
    const process = this.#context.random.pick(this.#machines).process;
    if (process === null) return null;
    const waiting = new Promise<null>((resolve) => this.#context.timeline.after(3_000, () => resolve(null)));
    const asking = process.ask(eventNumber, { kind: 'read-offer', known: null }).catch(() => null);
    const answer = await Promise.race([asking, waiting]);
    return answer?.ok === true && answer.reply.kind === 'offer' ? answer.reply.offer : null;
  }

  #connect(): void {
    const { random, timeline, trace } = this.#context;
    const process = random.pick(this.#machines).process;
    if (process === null || process.lifetime.isPaused || (this.#isReading && !this.#stays)) {
      timeline.after(retryMs, () => this.#connect());
      return;
    }
    trace.count('viewer connects');
    const connection = {};
    this.#connection = connection;
    let leave = (): void => undefined;
    const lost = (): void => {
      if (this.#connection !== connection) return;
      process.resets.delete(lost);
      this.#connection = null;
      leave();
      timeline.after(random.between(1, 500), () => this.#connect());
    };
    process.resets.add(lost);
    this.#lose = lost;
    leave = this.#follow(process, connection);
    if (this.#connection !== connection) leave();
    // Browsers also lose connections for reasons of their own.
    timeline.after(random.between(500, 8_000), () => {
      if (!this.#context.hasNoFaults) lost();
    });
  }

  #lose: () => void = () => undefined;

  #follow(process: NodeProcess, connection: object): () => void {
    const { eventNumber } = this.#truth.event.plan;
    const sink: Sink = {
      waitingBytes: 0,
      write: ({ text }) => {
        if (this.#connection === connection) this.#hear(text.toString());
      },
      end: () => void this.#context.timeline.after(1, () => this.#connection === connection && this.#lose()),
      cut: () => void this.#context.timeline.after(1, () => this.#connection === connection && this.#lose()),
    };
    const mayKnowMore = this.#stays && this.#hasFollowed;
    this.#hasFollowed = true;
    return process.boards.watch({ eventNumber, after: this.#seq, mayKnowMore, address: null }, sink);
  }

  #hear(text: string): void {
    for (const block of text.split('\n\n')) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null');
      if (name === 'reset') this.#reset(data.seq);
      if (name === 'change') this.#change(data);
      if (name === 'closed') this.#isClosed = true;
    }
  }

  #reset(seq: number): void {
    this.#context.trace.count('viewer reset');
    this.#resetSeq = seq;
    this.#isClosed = false;
    this.#seq = seq;
    if (!this.#stays) this.#lose();
    if (!this.#isReading) void (this.#stays ? this.#read() : this.#readAnew());
  }

  #change(data: ChangeData): void {
    this.#context.trace.count('viewer change');
    this.#seq = data.seq;
    if (this.#isReading) this.#later.push(data);
    else this.#drawing?.apply({ data });
    // Until its stream has come to what it read, the map is of no single record.
    if (this.#seq >= this.#drawnSeq) this.#check(this.#seq);
  }

  #check(seq: number): void {
    const { event } = this.#truth;
    if (seq > event.headSeq) this.#report(`a viewer is told record ${seq}, before the journal has it`);
    else if (this.#drawing !== null && !this.#isReading && textOf(this.#drawing) !== this.#truth.at(seq))
      this.#report(`a viewer's map at record ${seq} is not the journal's`);
  }

  #report(says: string): void {
    this.#runRecord.report(`event ${this.#truth.event.plan.eventNumber}: ${says}`);
  }
}
