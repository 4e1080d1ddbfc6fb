/** Runs programs to their end. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { spawnTethered, type TetherOptions } from '../tether.ts';

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
}

/** Resolves with the program's output. Throws the end of its error output when it fails. */
export async function runToEnd(command: string, args: readonly string[], options: TetherOptions = {}): Promise<string> {
  const { code, said, complained } = await endOf(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${complained.trim().slice(-2_000)}`);
  return said;
}

/** Resolves when the program has ended, however that is. */
export async function endOf(command: string, args: readonly string[], options: TetherOptions = {}): Promise<Ended> {
  const child = spawnTethered(command, args, options);
  child.ref();
  for (const pipe of child.stdio) (pipe as Socket | null)?.ref();
  let said = '';
  let complained = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (complained += chunk));
  const [code] = await once(child, 'close');
  return { code, said, complained };
}
