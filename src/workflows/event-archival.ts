/**
 * Archives one event: writes the file, replays it, and only then removes the event's rows. The order keeps the event
 * whole in one place at least: after a crash it is still in the database, or its removal has begun and the next start
 * finishes it as that of a deleted event. Archiving changes nothing that an organization has sold, so the feed has no
 * change for it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openArchive } from '#storage/archive/archive-reader.ts';
import { type EventArchive, writeEventArchive } from '#storage/archive/event-archive.ts';
import { type ArchiveReport, verifyArchive } from '#storage/archive/verify-archive.ts';
import { beginArchival, whyNotOver } from '#storage/catalog/archived-events.ts';
import type { Notifications } from '#storage/database/notifications.ts';
import { finishRemoval, type RemovalSteps } from './event-removal.ts';

export interface ArchivalSteps extends RemovalSteps {
  readonly notifications: Pick<Notifications, 'applied'>;
  /** Projects all records of the event. */
  readonly settle: (eventNumbers: readonly number[]) => Promise<void>;
  /** Actor time. */
  readonly now: () => number;
}

/** The event stays as it is. The message is for the operator. */
class ArchivalRefused extends Error {
  override readonly name = 'ArchivalRefused';
}

const attemptsMax = 20;
const pollMs = 250;

/**
 * Writes the archive of an event of any state; a file that is there is replaced. The projection of an event that is on
 * sale is behind for moments: it is waited for, and in the end `settle` is asked for it.
 */
export async function writeArchive(
  { pool, settle }: Pick<ArchivalSteps, 'pool' | 'settle'>,
  eventNumber: number,
  file: string,
): Promise<EventArchive> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const archive = await writeEventArchive(pool, eventNumber, file);
    if (archive !== null) return archive;
    if (attempt === attemptsMax / 2) await settle([eventNumber]);
    else await pause(pollMs);
  }
  throw new ArchivalRefused('the event is too busy: its projection is always behind its journal');
}

/** Writes the archive of an event that is over, and removes the event's rows. Rejects with `ArchivalRefused` when it is not over. */
export async function moveToArchive(
  steps: ArchivalSteps,
  eventNumber: number,
  file: string,
): Promise<EventArchive & { readonly report: ArchiveReport }> {
  await waitUntilOver(steps, eventNumber);
  const written = await writeArchive(steps, eventNumber, file);
  const report = await verifyArchive(await openArchive(file));
  const [finding] = report.findings;
  if (finding !== undefined) throw new ArchivalRefused(`the written file contradicts itself: ${finding}`);
  const { headSeq } = written.heading;
  const { pool, now } = steps;
  const reason = await beginArchival(pool, { eventNumber, headSeq, file, digest: written.digest }, now());
  if (reason !== null) throw refusalOf(reason);
  // Otherwise this node would read the rows of the event that it remembers while they are removed.
  await steps.notifications.applied('event', written.heading.eventId);
  await finishRemoval(steps, eventNumber);
  return { ...written, report };
}

/** Loads the event when something in it is due: its actor decides that now. */
async function waitUntilOver({ pool, settle, now }: ArchivalSteps, eventNumber: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const not = await whyNotOver(pool, eventNumber, now());
    if (not === null) return;
    if (!not.isDue || attempt === attemptsMax) throw refusalOf(not.reason);
    await settle([eventNumber]);
    await pause(pollMs);
  }
}

function refusalOf(reason: string): ArchivalRefused {
  return new ArchivalRefused(`the event stays: ${reason}`);
}
