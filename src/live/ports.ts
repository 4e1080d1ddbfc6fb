/** The ports of the live maps, so that a simulation can run them on its own clock and network. */
import type { Engine } from '#actors/engine.ts';
import type { Clock, Log } from '#actors/ports.ts';

export interface LiveMeter {
  /** One round: how long its writes took, and the time since the round before. */
  round(seconds: number, intervalSeconds: number): void;
  written(bytes: number): void;
  cut(): void;
}

export interface LiveWorld {
  readonly engine: Engine;
  /** This node's id, under which an event's owner announces news to it. */
  readonly self: string;
  /** Actor time. */
  readonly clock: Pick<Clock, 'now'>;
  /** The monotonic clock. */
  readonly time: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Runs the task in a later iteration of the event loop, after other input. */
  readonly later: (task: () => void) => void;
  /** Whether the event's journal ends with this record. */
  readonly isHead: (eventNumber: number, seq: number) => Promise<boolean>;
  readonly meter: LiveMeter;
  readonly log: Log;
}

export interface LiveSettings {
  /** For how long changes are gathered. */
  readonly tickMs: number;
  /** Viewers of this node. */
  readonly viewersMax: number;
  /** Viewers of one client address; 0: no limit. */
  readonly viewersPerAddressMax: number;
}
