/**
 * Moves events that have been over for long into archive files by itself, on the node that does the common jobs: one event
 * at a time, in the order of their numbers. An event that fails is logged and tried again in the next round. Stops between
 * events; an event that a crash interrupted is archived anew, or its removal is finished by the next start.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#actors/ports.ts';
import { findQuiet } from '#storage/catalog/archived-events.ts';
import { Rounds } from '#storage/database/rounds.ts';
import { type ArchivalSteps, moveToArchive } from './event-archival.ts';

export interface ArchiverWorld extends ArchivalSteps {
  readonly folder: string;
  readonly afterDays: number;
  readonly log: Log;
}

const dayMs = 24 * 3_600_000;
const everyMs = 10 * 60_000;

export class Archiver {
  readonly #world: ArchiverWorld;
  #rounds: Rounds | null = null;
  #isStopping = false;

  constructor(world: ArchiverWorld) {
    this.#world = world;
  }

  /** `isMine`: whether this node does the common jobs now. */
  start(isMine: () => boolean): void {
    this.#rounds = new Rounds(everyMs, async () => {
      if (isMine()) await this.archiveAll();
    });
    this.#rounds.start();
    void this.#rounds.now();
  }

  /** Resolves when the event in progress is done. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await this.#rounds?.close();
  }

  /** Archives every event that is due. Never rejects. */
  async archiveAll(): Promise<void> {
    const { pool, now, folder, afterDays, log } = this.#world;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (let above = 0; !this.#isStopping; ) {
        const event = await findQuiet(pool, { above, now: now(), quietSince: now() - afterDays * dayMs });
        if (event === null) return;
        await this.#archive(event.number, join(folder, `${event.id}.usher`));
        above = event.number;
      }
    } catch (error) {
      log.warn({ err: error }, 'old events could not be archived and are tried again');
    }
  }

  async #archive(eventNumber: number, file: string): Promise<void> {
    const { log } = this.#world;
    try {
      const { bytes, report } = await moveToArchive(this.#world, eventNumber, file);
      log.info({ event: eventNumber, file, bytes, records: report.records }, 'an old event is in an archive now');
    } catch (error) {
      log.warn({ event: eventNumber, reason: String(error) }, 'an old event could not be archived and is tried again');
    }
  }
}
