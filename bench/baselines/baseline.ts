/** Starts a baseline in a process of its own and stops it again. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { scriptOf } from '../stand/project.ts';
import type { Announcement, LoopReport } from './announcement.ts';

export interface Baseline {
  readonly baseUrl: string;
  readonly pid: number;
  /** 99th percentile of the loop's delay since the last call, including the 10 ms between two samples. */
  loopP99Ms(): Promise<number>;
  stop(): void;
}

const programs = {
  'bare-koa': new URL('./bare-koa.ts', import.meta.url),
  'raw-socket': new URL('./raw-socket.ts', import.meta.url),
  constants: new URL('./constants.ts', import.meta.url),
  'journal-only': new URL('./journal-only.ts', import.meta.url),
  relay: new URL('./relay.ts', import.meta.url),
  'row-locks': new URL('./row-locks.ts', import.meta.url),
  'redis-script': new URL('./redis-script.ts', import.meta.url),
} as const;

/** `settings` become the environment of the process. Rejects when it ends before it listens. */
export async function startBaseline(
  name: keyof typeof programs,
  settings: Readonly<Record<string, string>> = {},
): Promise<Baseline> {
  const child: ChildProcess = fork(programs[name], {
    execArgv: [...scriptOf('start').nodeArguments],
    env: { ...process.env, ...settings },
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the ${name} baseline ended`)));
  ended.catch(() => {});
  const heard = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  const { baseUrl } = (await heard()) as Announcement;
  return {
    baseUrl,
    pid: child.pid!,
    loopP99Ms: async () => {
      child.send('loop');
      return ((await heard()) as LoopReport).loopP99Ms;
    },
    stop: () => child.disconnect(),
  };
}
