/** The state of a connection that is stored at its socket and shared by all modules that manage connections. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DirectResponse } from './direct-response.ts';

export type Connection = Socket & {
  /** The answer in flight. Node stores its own answers under this name. */
  _httpMessage?: ServerResponse | DirectResponse | null;
  /** Bytes of further requests have been read and wait until the answer in flight is complete. */
  hasMore?: boolean;
};
