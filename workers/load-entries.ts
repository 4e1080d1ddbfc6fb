/**
 * Loads the code of a thread before its first task, so that code that cannot be loaded stops the start instead of
 * failing requests later. Rejects with the name of the entry that could not be loaded.
 */
import { basename } from 'node:path';

/** `entries`: file URLs. */
export default async function loadEntries(entries: readonly string[]): Promise<void> {
  for (const entry of entries) {
    try {
      await import(entry);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`a worker thread cannot load workers/${basename(entry)}: ${reason}`);
    }
  }
}
