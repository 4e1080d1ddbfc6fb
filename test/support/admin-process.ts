/** The operator's commands, each run as a process of its own. */
import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../src/admin/main.ts', import.meta.url));

export interface AdminOutcome {
  /** The exit code. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Variables = Readonly<Record<string, string>>;

/** Runs a command to its end. `variables`: the settings. */
export function runAdmin(line: readonly string[], variables: Variables): Promise<AdminOutcome> {
  const { promise, resolve } = Promise.withResolvers<AdminOutcome>();
  startAdmin(line, variables, resolve);
  return promise;
}

/** Starts a command, for a test that kills it. */
export function startAdmin(
  line: readonly string[],
  variables: Variables,
  ended: (outcome: AdminOutcome) => void = () => {},
): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...variables };
  return execFile(process.execPath, [program, ...line], { env }, (error, out, err) => {
    ended({ code: error === null ? 0 : Number(error.code), out, err });
  });
}
