/** Thread entry: processes the queue of schema clones on its own connection until the queue is empty. */
import { type CloneOutcome, cloneQueued } from '#workflows/schema-clone.ts';

/** Rejects when the database cannot be reached; a later run resumes unfinished clones. */
export default function cloneSchemas(connectionString: string): Promise<readonly CloneOutcome[]> {
  return cloneQueued(connectionString);
}
