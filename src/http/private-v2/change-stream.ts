/**
 * One reader of the feed's stream: writes the changes as server-sent events as they come, until the client disconnects
 * or the node stops. Reads the next page only when few bytes wait for the client (backpressure), so that a slow reader
 * costs little memory. The connection's write timeout cuts a client that reads nothing at all.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { textOfChange } from '#codec/answers/change.ts';
import type { Feed, FeedPage, FeedRequest } from '#feed/feed.ts';
import type { FeedReader, FeedReaders } from '#feed/feed-readers.ts';
import { comment, pieceOf, retry } from '#live/stream-text.ts';
import type { Sink } from '#live/viewer.ts';

const keepAliveMs = 15_000;
const retryMs = 2_000;
/** Bytes that may wait for a client before the next read. */
const waitingBytesMax = 256 * 1024;
const pollMs = 25;

export interface ChangeStream {
  readonly feed: Pick<Feed, 'read'>;
  readonly readers: FeedReaders;
  readonly request: FeedRequest;
  readonly sink: Sink;
}

/** Begins with the page; the returned function is called once the client has gone. */
export function followChanges(stream: ChangeStream, first: FeedPage): () => void {
  const { readers, request, sink } = stream;
  const reader = readers.open(request.organizationId);
  // Other readers may have joined since the first page was read.
  if (typeof reader === 'string') {
    sink.end();
    return () => {};
  }
  // Changes may have come since the first page was read.
  reader.wake();
  sink.write(retry(retryMs));
  void follow(stream, first, reader).finally(() => reader.release());
  return () => reader.end();
}

/** Never rejects: a stream that fails is cut, and the client connects again with its last id. */
async function follow({ feed, request, sink }: ChangeStream, first: FeedPage, reader: FeedReader): Promise<void> {
  try {
    let page = first;
    for (let before: string | null = null; !reader.hasEnded; before = page.next) {
      const text = textOf(page, before);
      if (text !== '') sink.write(pieceOf(text));
      while (sink.waitingBytes > waitingBytesMax && !reader.hasEnded) await pause(pollMs);
      if (!page.hasMore && !(await reader.news(keepAliveMs)) && !reader.hasEnded) sink.write(comment);
      if (reader.hasEnded) break;
      const next = await feed.read({ ...request, after: page.next });
      // The reader was too slow, or what it has read is undone: its next request is answered with the problem.
      if (typeof next === 'string') break;
      page = next;
    }
    sink.end();
  } catch {
    sink.cut();
  }
}

/** A message without data moves only the last event id: changes that the filter leaves out are not read again. */
function textOf({ changes, next }: FeedPage, before: string | null): string {
  const messages = changes.map(
    (change) => `id: ${change.cursor}\nevent: ${change.type}\ndata: ${textOfChange(change, 'occurredAt')}\n\n`,
  );
  if (next !== (changes.at(-1)?.cursor ?? before)) messages.push(`id: ${next}\n\n`);
  return messages.join('');
}
