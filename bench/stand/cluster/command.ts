/** Runs a program to its end and returns its output. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { spawnTethered, type TetherOptions } from '../tether.ts';

/** Resolves with the program's output. Throws the end of its error output when it fails. */
export async function runToEnd(command: string, args: readonly string[], options: TetherOptions): Promise<string> {
  const child = spawnTethered(command, args, options);
  child.ref();
  for (const pipe of child.stdio) (pipe as Socket | null)?.ref();
  let said = '';
  let complained = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (complained += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${complained.trim().slice(-2_000)}`);
  return said;
}
