/**
 * Reads something from the archive of an event. The file must be the one that was written when the event left the database: another file
 * at its place is not believed.
 */
import type { CommonQueryMethods } from 'slonik';
import { BrokenInvariant } from '#collections/assert.ts';
import { findArchive } from '../catalog/archived-events.ts';
import { UnreadableSnapshot } from '../journal/snapshot-parts.ts';
import { type Archive, openArchive } from './archive-reader.ts';
import { BadArchive } from './format.ts';

export type NoArchive =
  | { readonly outcome: 'unknown' }
  /** The file cannot be read, for this reason. */
  | { readonly outcome: 'unreadable'; readonly reason: string };

export async function readArchive<Found>(
  connection: CommonQueryMethods,
  eventNumber: number,
  read: (archive: Archive) => Promise<Found>,
): Promise<Found | NoArchive> {
  const kept = await findArchive(connection, eventNumber);
  if (kept === null) return { outcome: 'unknown' };
  try {
    const archive = await openArchive(kept.file);
    if (!archive.digest.equals(kept.digest)) throw new BadArchive('the file is not the one that was written');
    return await read(archive);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { outcome: 'unreadable', reason };
  }
}

/** Null: the error says nothing about the file. Callers of the API read it, so it has no path. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BadArchive || error instanceof UnreadableSnapshot) return error.message;
  if (error instanceof BrokenInvariant) return `it cannot be replayed: ${error.message}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'the file is not in its place';
  return code === 'EACCES' || code === 'EISDIR' || code === 'ENOTDIR' ? 'the file cannot be opened' : null;
}
