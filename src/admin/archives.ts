/** `archive`, `archive restore`, `archive verify`, `archive list`: events in files of their own, outside the database. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Archive, openArchive } from '#storage/archive/archive-reader.ts';
import { restoreEvent } from '#storage/archive/restore-event.ts';
import { type ArchiveReport, verifyArchive } from '#storage/archive/verify-archive.ts';
import { listArchived } from '#storage/catalog/archived-events.ts';
import { findNamed } from '#storage/catalog/named-event.ts';
import { moveToArchive, writeArchive } from '#workflows/event-archival.ts';
import { BadUsage, type Run } from './command.ts';
import { withSecretKeys } from './database.ts';
import { withRegistry } from './registry.ts';

export const archive: Run = ([name = '', path = ''], { remove }) => {
  const file = resolve(path);
  if (existsSync(file)) throw new BadUsage(`${file} exists`);
  return withSecretKeys(async (database) => {
    const { pool, notifications, clock } = database.persistence;
    const event = await findNamed(pool, name);
    if (event === null) throw new Error(`there is no event ${name}`);
    await withRegistry(database, async (registry) => {
      const steps = {
        pool,
        notifications,
        settle: (eventNumbers: readonly number[]) => registry.settle(eventNumbers),
        forget: (eventNumber: number) => registry.forget(eventNumber),
        now: () => clock.now(),
      };
      const { heading, bytes } = await (remove === true ? moveToArchive : writeArchive)(steps, event.number, file);
      console.log(`event ${heading.eventId} up to record ${heading.headSeq}: ${bytes} bytes in ${file}`);
      if (remove === true) console.log('Its rows are deleted: its calls answer 410 until it is restored.');
    });
    return 0;
  });
};

export const restoreArchive: Run = ([path = '']) =>
  withSecretKeys(async ({ persistence }) => {
    const opened = await verified(path);
    if (opened.report.findings.length > 0) return contradicted(opened.report);
    await restoreEvent(persistence.pool, opened.archive);
    console.log(`event ${opened.archive.heading.eventId} is back: ${opened.report.orders} orders`);
    return 0;
  });

export const verifyArchiveFile: Run = async ([path = '']) => {
  const { archive: opened, report } = await verified(path);
  if (report.findings.length > 0) return contradicted(report);
  const { eventId, name, headSeq } = opened.heading;
  console.log(`event ${eventId} "${name}" up to record ${headSeq}: ${report.records} records, ${report.orders} orders`);
  if (report.ordersNotCompared > 0) {
    console.log(`${report.ordersNotCompared} of them ended before the oldest record and were not compared.`);
  }
  return 0;
};

export const listArchives: Run = () =>
  withSecretKeys(async ({ persistence }) => {
    const events = await listArchived(persistence.pool);
    for (const { id, archivedAt, name, file } of events) {
      console.log(`${id}  ${archivedAt.toISOString()}  ${JSON.stringify(name)}  ${file}`);
    }
    if (events.length === 0) console.log('No event is archived.');
    return 0;
  });

async function verified(path: string): Promise<{ readonly archive: Archive; readonly report: ArchiveReport }> {
  const opened = await openArchive(resolve(path));
  return { archive: opened, report: await verifyArchive(opened) };
}

function contradicted({ findings }: ArchiveReport): number {
  for (const finding of findings) console.error(finding);
  return 1;
}
