/** Starts a baseline in a process of its own and stops it again. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Announcement } from './announcement.ts';

export interface Baseline {
  readonly baseUrl: string;
  readonly pid: number;
  stop(): void;
}

const programs = {
  'bare-koa': new URL('./bare-koa.ts', import.meta.url),
  'row-locks': new URL('./row-locks.ts', import.meta.url),
} as const;

/** `settings` become the environment of the process. Rejects when it ends before it listens. */
export async function startBaseline(
  name: keyof typeof programs,
  settings: Readonly<Record<string, string>> = {},
): Promise<Baseline> {
  const child: ChildProcess = fork(programs[name], { env: { ...process.env, ...settings } });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the ${name} baseline did not start`)));
  const [{ baseUrl }] = (await Promise.race([once(child, 'message'), ended])) as [Announcement];
  ended.catch(() => {});
  return { baseUrl, pid: child.pid!, stop: () => child.disconnect() };
}
