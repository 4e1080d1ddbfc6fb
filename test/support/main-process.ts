/** The service as the README starts it, in a process of its own: its settings, its output, and its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ports } from '#wiring/listeners.ts';
import { portsInLog } from './ports-in-log.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/**
 * `ready`: the ports, once it is ready. `ended`: the exit code, or the signal's name. `options`: of the command line; a lazy
 * start takes half the processor time.
 */
export function startMain(variables: Readonly<Record<string, string>>, options: readonly string[] = ['--lazy']) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [program, ...options], {
    env: { PATH, NODE_COMPILE_CACHE, WORKERS: '1', PORT: '0', OPERATIONS_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  const ready = Promise.withResolvers<Ports>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
    const ports = portsInLog(said.out);
    if (ports !== null) ready.resolve(ports);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  void ended.then((end) => ready.reject(new Error(`ended with ${end}: ${said.err}`)));
  ready.promise.catch(() => undefined);
  return { child, said, ready: ready.promise, ended };
}
