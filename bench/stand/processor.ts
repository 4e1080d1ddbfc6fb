/**
 * Processor time and memory of processes, and processor time of the machine, from the kernel's counters; null on systems
 * without them.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const ticksPerSecond = 100;
const pollMs = 100;
const idleShare = 0.05;
const restMsMax = 20_000;

/** Processor seconds that a process has used since it started; null where the system does not tell. */
export async function processorSeconds(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process; null where the system does not tell. */
export async function residentBytes(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = text.match(/^VmRSS:\s+(\d+) kB$/m) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/**
 * Seconds of all processors since the machine started, and the seconds that its host has stolen; null where unknown.
 */
export async function machineSeconds(): Promise<{ readonly all: number; readonly stolen: number } | null> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => null);
  const [, fields] = text?.match(/^cpu +(.*)$/m) ?? [];
  if (fields === undefined) return null;
  // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user.
  const seconds = fields.split(' ').map((ticks) => Number(ticks) / ticksPerSecond);
  return { all: seconds.slice(0, 8).reduce((sum, part) => sum + part, 0), stolen: seconds[7] ?? 0 };
}

/** Processor seconds of a process and its children; children that have ended are not counted. */
export async function familySeconds(pid: number): Promise<number | null> {
  const own = await processorSeconds(pid);
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null);
  if (own === null || text === null) return own;
  const children = await Promise.all(text.split(' ').filter(Boolean).map(Number).map(processorSeconds));
  return children.reduce<number>((sum, seconds) => sum + (seconds ?? 0), own);
}

/** Waits until a process and its children have nothing left to do, so that the next round is not charged for it. */
export async function untilIdle(pid: number): Promise<void> {
  const until = performance.now() + restMsMax;
  let before = await familySeconds(pid);
  let quietLooks = 0;
  while (before !== null && quietLooks < 3 && performance.now() < until) {
    await pause(pollMs);
    const now = await familySeconds(pid);
    if (now === null) return;
    quietLooks = (now - before) * 1000 <= pollMs * idleShare * 2 ? quietLooks + 1 : 0;
    before = now;
  }
}
