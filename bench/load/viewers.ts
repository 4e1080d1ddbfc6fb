/**
 * Viewers of one event's live map, in a process of their own, so that reading ten thousand streams neither delays the
 * measured server's loop nor the load. They never read the prices and never reconnect.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export type ViewerOrder =
  | { readonly do: 'open'; readonly port: number; readonly path: string; readonly count: number }
  /** Notes from now on when each viewer is told that these seats are taken. */
  | { readonly do: 'watch'; readonly seats: readonly number[] }
  | { readonly do: 'report' | 'tell-times' };

export interface ViewerReport {
  readonly bytes: number;
  readonly ended: number;
  readonly resets: number;
  /** When the first and the last viewer got its latest reset: microseconds of the monotonic clock, 0 for never. */
  readonly resetAt: readonly [first: number, last: number];
  /** The different results of folding `seatDigest` of every seat that a viewer was told of: one, if all agree. */
  readonly digests: readonly number[];
  /** Only for `tell-times`: by watched seat, the microsecond of the monotonic clock at each viewer, or 0. */
  readonly toldAt: readonly (readonly [seat: number, at: Float64Array])[];
}

/** Mixes the bits of a seat's id. A seat that is told twice, taken and freed, folds to nothing. */
export function seatDigest(seat: number): number {
  const mixed = Math.imul(seat ^ (seat >>> 15), 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 13), 0x85ebca6b);
}

export class Viewers {
  readonly #child: ChildProcess;

  private constructor() {
    this.#child = fork(new URL('./viewer-process.ts', import.meta.url), { serialization: 'advanced' });
  }

  /** Opens their streams; resolves when each has been greeted. */
  static async open(port: number, path: string, count: number): Promise<Viewers> {
    const viewers = new Viewers();
    await viewers.ask({ do: 'open', port, path, count });
    return viewers;
  }

  async ask(order: ViewerOrder): Promise<ViewerReport> {
    const over = new AbortController();
    const { signal } = over;
    const answered = once(this.#child, 'message', { signal }).then(([report]) => report as ViewerReport);
    const died = once(this.#child, 'exit', { signal }).then(() => {
      throw new Error('the process of the viewers died');
    });
    answered.catch(() => {});
    died.catch(() => {});
    this.#child.send(order);
    return await Promise.race([answered, died]).finally(() => over.abort());
  }

  /** Ends their streams; resolves when the process is gone. */
  async close(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}
