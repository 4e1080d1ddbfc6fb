/** Breaks a copy of the project with one mutant and lets the simulation, or a test, look at the copy. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edit, Mutant } from './mutant-list.ts';

const projectRoot = join(import.meta.dirname, '../..');
const copied = ['src', 'actors', 'workers', 'test', 'bench', 'package.json', 'tsconfig.json'];

export interface Verdict {
  readonly isKilled: boolean;
  readonly seconds: number;
  /** What was seen first. */
  readonly says: string;
}

/** How often the edit's text is in its file. */
export function occurrences({ file, text }: Edit): number {
  return readFileSync(join(projectRoot, file), 'utf8').split(text).length - 1;
}

/** A copy of the project that shares its packages; to be removed by the caller. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'usher-mutant-'));
  for (const name of copied) cpSync(join(projectRoot, name), join(copy, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

/** Tries a mutant in the copy with up to `seeds` seeds, and mends the copy. */
export function tryMutant(copy: string, { edits, test }: Mutant, seeds: number, secondsMax: number): Verdict {
  const originals = edits.map(({ file }) => readFileSync(join(copy, file), 'utf8'));
  for (const { file, text, replacement } of edits) {
    const path = join(copy, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(text, () => replacement),
    );
  }
  const start = performance.now();
  const args = test === undefined ? simulation(seeds) : jest(test);
  const run = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: secondsMax * 1000 });
  const seconds = (performance.now() - start) / 1000;
  for (const [at, { file }] of edits.entries()) writeFileSync(join(copy, file), originals[at] as string);
  const output = `${run.stdout}\n${run.stderr}`;
  const found = test === undefined ? /^seed .*|Error: .*/m : /● .*|FAIL .*/;
  const says = run.signal === null ? (output.match(found)?.[0] ?? '') : 'ran out of time';
  return { isKilled: run.status === 1 && says !== '', seconds, says: says.slice(0, 150) };
}

function simulation(seeds: number): readonly string[] {
  return ['test/simulation/simulate.ts', '--seeds', String(seeds), '--quiet', '--failures', '1'];
}

function jest(test: string): readonly string[] {
  return ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', test];
}
