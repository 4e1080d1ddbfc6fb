/**
 * A project outside of this one that has installed the packages: from the files that `npm pack` makes, with what it needs
 * of the registry. Node's own variables of this run are not passed on.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

export interface Consumer {
  readonly folder: string;
  /** Runs a program in its folder; resolves with what it prints, rejects with all of it. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}

/** Whether npm can reach its registry. */
export async function hasRegistry(): Promise<boolean> {
  try {
    await run('npm', ['view', 'react', 'version', '--fetch-retries=0', '--fetch-timeout=5000'], { timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/** `others`: packages of the registry, with their versions. */
export async function makeConsumer(others: readonly string[]): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-consumer-'));
  const packed = await Promise.all(['client', 'map'].map((name) => pack(name, folder)));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packed, ...others], { cwd: folder });
  return {
    folder,
    run: async (program, ...args) => {
      try {
        return (await run(program, [...args], { cwd: folder })).stdout;
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
      }
    },
    write: async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The path of the packed file. */
async function pack(name: string, into: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], {
    cwd: join(root, 'packages', name),
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  return join(into, filename);
}
