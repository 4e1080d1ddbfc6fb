/** Finds the worker processes of a service that runs with several, to kill or to freeze one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The process ids of the workers of a parent process, in ascending order. */
export function workerPids(parent: number): Promise<readonly number[]> {
  return childrenOf(parent, /^usher worker \d+\s*$/);
}

/** The process ids of its processes that are not workers yet, in ascending order. */
export function preparedPids(parent: number): Promise<readonly number[]> {
  return childrenOf(parent, /main\.ts worker\s*$/);
}

async function childrenOf(parent: number, wanted: RegExp): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,stat=,args=']);
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , ppid, state, args = '']) => Number(ppid) === parent && !state?.startsWith('Z') && wanted.test(args))
    .map(([, pid]) => Number(pid))
    .sort((a, b) => a - b);
}
