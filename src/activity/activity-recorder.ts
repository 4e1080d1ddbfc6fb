/**
 * Samples the activity of the events that are live on this node, every five seconds, for plots of the last hour. Reads
 * only counters that events keep anyway. Promises bounded memory: an event without activity is not recorded, and at most
 * 256 events are, 10 MB. The samples are gone with the process; they stay here when the event moves to another node.
 */
import type { EventTally } from '#actors/event-tally.ts';
import type { Clock } from '#actors/ports.ts';
import type { KeptSamples } from '#cluster/ports.ts';
import type { EventTotals } from '#domain/event-totals.ts';
import type { AppendFigures, AppendWindow } from './append-window.ts';
import { emptySample, rowsMax, type Sample, SampleRing, stepMs } from './sample-table.ts';

const eventsMax = 256;
/** An event that was active within so many steps is not dropped when there are too many events. */
const keptSteps = 12;

interface LiveEvent {
  readonly tally: Readonly<EventTally>;
  readonly totals: EventTotals;
}

interface Recording {
  readonly ring: SampleRing;
  /** The actor's tally. An actor that was loaded again has another one, which counts from 0. */
  tally: Readonly<EventTally> | null;
  /** The counts of the tally at the last sample. */
  counted: Tallied;
  /** The last slot in which anything happened. */
  activeSlot: number;
}

type Tallied = Record<(typeof tallied)[number], number>;

const tallied = ['created', 'holds', 'checkouts', 'confirmations', 'expiries'] as const;
const nothing: Tallied = { created: 0, holds: 0, checkouts: 0, confirmations: 0, expiries: 0 };

export interface RecorderWorld {
  /** The live events by number. */
  readonly actors: ReadonlyMap<number, LiveEvent>;
  /** Actor time, which all nodes share. */
  readonly clock: Clock;
  readonly appends: Pick<AppendWindow, 'take'>;
}

export class ActivityRecorder implements KeptSamples {
  readonly #world: RecorderWorld;
  readonly #recordings = new Map<number, Recording>();
  #cancel: () => void = () => undefined;

  constructor(world: RecorderWorld) {
    this.#world = world;
  }

  /** Takes a sample at the end of each step until it is closed. */
  start(): void {
    const next = (this.#slot + 1) * stepMs;
    this.#cancel = this.#world.clock.wakeAt(next, () => {
      this.#sample();
      this.start();
    });
  }

  close(): void {
    this.#cancel();
  }

  samplesOf(eventNumber: number): Uint32Array<ArrayBuffer> {
    return this.#recordings.get(eventNumber)?.ring.table(this.#slot) ?? new Uint32Array(0);
  }

  get #slot(): number {
    return Math.floor(this.#world.clock.now() / stepMs);
  }

  #sample(): void {
    const slot = this.#slot;
    const appends = this.#world.appends.take();
    for (const [eventNumber, { ring }] of this.#recordings) {
      if (ring.newest <= slot - rowsMax) this.#recordings.delete(eventNumber);
    }
    for (const [eventNumber, event] of this.#world.actors) {
      const recording = this.#recordings.get(eventNumber) ?? this.#begin(eventNumber, event, slot);
      if (recording !== null) record(recording, event, slot, appends);
    }
  }

  #begin(eventNumber: number, event: LiveEvent, slot: number): Recording | null {
    if (isQuiet(event) || !this.#makeRoom(slot)) return null;
    const recording = { ring: new SampleRing(), tally: null, counted: nothing, activeSlot: slot };
    this.#recordings.set(eventNumber, recording);
    return recording;
  }

  /** Drops the recording that has been quiet for longest when there are too many; false when all are active. */
  #makeRoom(slot: number): boolean {
    if (this.#recordings.size < eventsMax) return true;
    let quietest: number | null = null;
    let since = slot - keptSteps;
    for (const [eventNumber, { activeSlot }] of this.#recordings) {
      if (activeSlot >= since) continue;
      quietest = eventNumber;
      since = activeSlot;
    }
    return quietest !== null && this.#recordings.delete(quietest);
  }
}

function record(recording: Recording, { tally, totals }: LiveEvent, slot: number, appends: AppendFigures): void {
  const before = recording.tally === tally ? recording.counted : nothing;
  const sample: Sample = {
    ...emptySample(),
    ...appends,
    active: totals.sessions.ACTIVE,
    pending: totals.sessions.PENDING_PAYMENT,
    waiting: totals.tickets?.WAITING ?? 0,
    admitted: totals.tickets?.ADMITTED ?? 0,
  };
  for (const name of tallied) {
    sample[name] = tally[name] - before[name];
    if (sample[name] > 0) recording.activeSlot = slot;
  }
  recording.tally = tally;
  recording.counted = { ...tally };
  recording.ring.write(slot, sample);
}

/** Nothing has happened since the event was loaded, and it has no live session and no waiting buyer. */
function isQuiet(event: LiveEvent): boolean {
  if (tallied.some((name) => event.tally[name] > 0)) return false;
  const { sessions, tickets } = event.totals;
  return sessions.ACTIVE + sessions.PENDING_PAYMENT + (tickets?.WAITING ?? 0) + (tickets?.ADMITTED ?? 0) === 0;
}
