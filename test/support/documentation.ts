/** The examples of the documentation as they are printed, and a shell that runs them against a service of the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** The code blocks of a page in this language, in their order, without their indentation. `page`: its path from the root. */
export async function examplesOf(page: string, language: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].flatMap(([, indent = '', found, code = '']) =>
    found === language ? [code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')] : [],
  );
}

/** Replaces a text of the documentation, such as an address; it must be there. */
export function inPlaceOf(example: string, replaced: Readonly<Record<string, string>>): string {
  let text = example;
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`the example does not contain '${from}'`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

export interface Shell extends AsyncDisposable {
  /** Everything that the example has printed so far. */
  readonly output: () => string;
  /** Resolves once the output contains the text; rejects with the output when the example ends before. */
  printed(text: string): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Runs the example in bash. Its streams never end: dispose it. */
export function runExample(example: string, env: Readonly<Record<string, string>> = {}): Shell {
  const child: ChildProcess = spawn('bash', ['-u', '-c', example], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: curl ends with its shell.
    detached: true,
  });
  let output = '';
  let hasEnded = false;
  const waiting = new Set<() => void>();
  const heard = (piece: Buffer): void => {
    output += piece.toString();
    for (const check of waiting) check();
  };
  child.stdout?.on('data', heard);
  child.stderr?.on('data', heard);
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true;
    for (const check of waiting) check();
    return code as number | null;
  });
  return {
    output: () => output,
    ended,
    printed: (text) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const check = (): void => {
        if (output.includes(text)) resolve();
        else if (hasEnded) reject(new Error(`the example ended without '${text}':\n${output}`));
      };
      waiting.add(check);
      check();
      return promise.finally(() => waiting.delete(check));
    },
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded) process.kill(-(child.pid as number), 'SIGKILL');
      await ended;
    },
  };
}
