/** Thread entry: works off the queue of schema copies on a connection of its own, until it is empty. */
import { type CopyOutcome, copyQueued } from '#storage/schema-copy.ts';

/** Rejects when the database cannot be reached; what was begun is taken up again by whoever comes next. */
export default function cloneSchemas(connectionString: string): Promise<readonly CopyOutcome[]> {
  return copyQueued(connectionString);
}
