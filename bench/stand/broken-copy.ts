/**
 * A copy of the project with deliberate mistakes, run in place of the real one: tests and drills have to notice them. A
 * mistake replaces text that occurs exactly once in its file; otherwise an error is thrown. Never touches the project
 * itself.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './project.ts';

export interface Mistake {
  /** Path from the project's root. */
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

const copied = ['src', 'actors', 'workers', 'test', 'bench', 'package.json', 'tsconfig.json'];

/** How often the mistake's text is in its file. */
export function occurrences({ file, text }: Mistake): number {
  return occurrencesIn(projectRoot, file, text);
}

/** Copies the project and returns the copy's folder. The copy shares the project's packages; the caller removes it. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'usher-copy-'));
  for (const name of copied) cpSync(join(projectRoot, name), join(copy, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

/**
 * Applies the mistakes to a copy in order; returns a function that undoes them. Throws when a text does not occur once.
 */
export function breakCopy(copy: string, mistakes: readonly Mistake[]): () => void {
  const originals = mistakes.map(({ file }) => readFileSync(join(copy, file), 'utf8'));
  for (const { file, text, replacement } of mistakes) {
    const times = occurrencesIn(copy, file, text);
    if (times !== 1) throw new Error(`${file} has '${text}' ${times} times, not once`);
    const path = join(copy, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(text, () => replacement),
    );
  }
  return () => {
    for (const [at, { file }] of mistakes.entries()) writeFileSync(join(copy, file), originals[at] as string);
  };
}

function occurrencesIn(root: string, file: string, text: string): number {
  return readFileSync(join(root, file), 'utf8').split(text).length - 1;
}
