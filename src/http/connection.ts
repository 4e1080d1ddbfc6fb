/** What is kept at a connection's socket for all who look after connections: what is owed to its client. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DirectResponse } from './direct-response.ts';

export type Connection = Socket & {
  /** The answer in flight. Node keeps its own under this name. */
  _httpMessage?: ServerResponse | DirectResponse | null;
  /** Bytes of further requests have been read and wait until the answer in flight has been given. */
  hasMore?: boolean;
};
