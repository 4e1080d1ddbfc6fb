/**
 * Clients that send a request and never read, with a receive buffer as small as the kernel allows, so that nearly all of
 * an answer stays with the kernel of the server. They need Python: Node cannot set the buffer. Without it they are
 * clients of Node that pause, and the report says so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { closeAll, openUnread } from './raw-connections.ts';

const program = join(import.meta.dirname, 'small-receivers.py');
const secondsMax = 240;

export interface UnreadClients {
  /** What they are, for the report. */
  readonly what: string;
  close(): void;
}

/** What a client sends, and whether it closes its sending side then. */
export type ClientKind = readonly [text: string, isClosing: boolean];

/** Opens clients, which are of each kind in turn. */
export async function openUnreadClients(
  port: number,
  count: number,
  kinds: readonly ClientKind[],
): Promise<UnreadClients> {
  return (await pythonClients(port, count, kinds)) ?? (await nodeClients(port, count, kinds));
}

/** Null: there is no Python. */
async function pythonClients(port: number, count: number, kinds: readonly ClientKind[]): Promise<UnreadClients | null> {
  const child = spawn('python3', [program, ...[port, count, secondsMax].map(String)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  child.stdin.write(`${kinds.map((kind) => JSON.stringify(kind)).join('\n')}\n\n`);
  // Its output ends with it, whether it could be started or not.
  const [text] = await Promise.race([once(child.stdout, 'data'), once(child, 'close'), once(child, 'error')]).catch(
    () => [null],
  );
  if (String(text).trim() !== 'sent') return null;
  return { what: 'with a receive buffer of 2,304 bytes', close: () => child.stdin.end() };
}

async function nodeClients(port: number, count: number, kinds: readonly ClientKind[]): Promise<UnreadClients> {
  const sockets = await openUnread(port, count);
  for (const [place, socket] of sockets.entries()) {
    const [text, isClosing] = kinds[place % kinds.length] as ClientKind;
    if (isClosing) socket.end(text);
    else socket.write(text);
  }
  return { what: 'with the usual receive buffer, because there is no python3', close: () => closeAll(sockets) };
}
