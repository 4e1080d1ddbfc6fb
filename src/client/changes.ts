/**
 * Follows the feed of an organization's changes, on a server: by pages or by the stream. The changes of each event come
 * in the order of their `sequence`; between events no order is promised. A reader that stores each
 * `cursor` after its work, and begins with the stored one after a restart, misses nothing. At worst it sees the last
 * changes twice, with the same ids.
 */
import type { Client } from './client.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { components } from './openapi.d.ts';

export type Change = components['schemas']['Change'];
export type ChangeType = Change['type'];

export interface ChangesOptions extends Pick<ConnectionOptions, 'signal' | 'onConnection'> {
  /** A stored cursor, or `start` for the oldest kept change. Absent: only changes from now on. */
  readonly after?: string;
  /** Absent: all types. */
  readonly types?: readonly ChangeType[];
  readonly eventId?: string;
  /**
   * `pages`: up to `limit` changes at a time, by long polling. `stream`: each as it comes, over one connection. Default
   * `stream`.
   */
  readonly by?: 'pages' | 'stream';
  /** From 1 to 1,000; default 100. */
  readonly limit?: number;
}

export interface ChangeNews {
  /** Those of one event in their order. Empty: the cursor has moved past changes that the filter leaves out. */
  readonly changes: readonly Change[];
  /** Store it when the work for these changes is done, and begin again with it. */
  readonly cursor: string;
}

/** How long the service may wait for a change before it answers without one. */
const waitSeconds = 30;
const limitDefault = 100;
/** The pause after an empty page that came at once: a stopping node answers so, and reading on would be a busy loop. */
const restMs = 1_000;

/**
 * The changes, until the signal aborts. Throws a `ProblemError` for a problem that a repetition cannot
 * solve. With the code CURSOR_EXPIRED the service no longer keeps the changes after the cursor: read the present state.
 * With CURSOR_LOST the changes before the cursor are undone, because the service's database was restored: read it too.
 */
export function followChanges(
  client: Client,
  options: ChangesOptions = {},
): AsyncGenerator<ChangeNews, void, undefined> {
  return options.by === 'pages' ? followPages(client, options) : followStream(client, options);
}

async function* followPages(client: Client, options: ChangesOptions): AsyncGenerator<ChangeNews, void, undefined> {
  const { signal, limit = limitDefault } = options;
  const connection = new Connection({ ...options, clock: client.clock });
  const filters = filtersOf(options);
  let cursor = options.after;
  while (!connection.isEnded) {
    const query = { ...filters, ...(cursor === undefined ? {} : { after: cursor }), limit, waitSeconds };
    const askedAt = client.clock.now();
    const page = await connection.read(() =>
      client.GET('/api/private/v2.0/changes/', { params: { query }, ...(signal === undefined ? {} : { signal }) }),
    );
    if (page === null) continue;
    const { changes, next, hasMore } = page;
    const hasMoved = next !== cursor;
    cursor = next;
    if (hasMoved) yield { changes, cursor };
    if (changes.length > 0 || hasMore || client.clock.now() - askedAt >= restMs) continue;
    await client.clock.wait(restMs, signal).catch(() => {});
  }
}

async function* followStream(client: Client, options: ChangesOptions): AsyncGenerator<ChangeNews, void, undefined> {
  const { signal } = options;
  const connection = new Connection({ ...options, clock: client.clock });
  const filters = filtersOf(options);
  let cursor = options.after;
  while (!connection.isEnded) {
    const query = { ...filters, ...(cursor === undefined ? {} : { after: cursor }) };
    const open = () =>
      client.open('/api/private/v2.0/changes/stream', {
        params: { query },
        ...(signal === undefined ? {} : { signal }),
      });
    for await (const { id, data } of connection.messages(open)) {
      if (id === null) continue;
      cursor = id;
      yield { changes: data === '' ? [] : [JSON.parse(data) as Change], cursor };
    }
  }
}

function filtersOf({ types, eventId }: ChangesOptions): { types?: string; eventId?: string } {
  return {
    ...(types === undefined ? {} : { types: types.join(',') }),
    ...(eventId === undefined ? {} : { eventId }),
  };
}
