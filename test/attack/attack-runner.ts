/**
 * Runs attacks on a target one after the other and checks the bounds of each. After each one a session must be
 * creatable, and no request may have been answered with 500.
 */
import { Client } from '../../bench/stand/client.ts';
import { untilIdle } from '../../bench/stand/processor.ts';
import type { Attack } from './attack.ts';
import { MemoryWatch, Prober, residentMb, secondsUntil } from './measurements.ts';
import { Target } from './target.ts';

export interface AttackReport {
  readonly attack: Attack;
  readonly tried: string;
  readonly seconds: number;
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly silenceMs: number;
  /** From the end of the attack until its memory was back within the bound; null: never. */
  readonly recoverySeconds: number | null;
  /** Bounds that were broken, and faults. Empty: the target withstood. */
  readonly faults: readonly string[];
}

export interface AttackRunOptions {
  readonly attacks: readonly Attack[];
  readonly size: 'short' | 'full';
  /** Called after each attack. */
  readonly onReport?: (report: AttackReport) => void;
}

/**
 * Attacks a service of its own, and a new one after each attack with a fault. Rejects only when a service does not
 * start.
 */
export async function runAttacks({ attacks, size, onReport }: AttackRunOptions): Promise<readonly AttackReport[]> {
  let target = await Target.open();
  try {
    const reports: AttackReport[] = [];
    for (const attack of attacks) {
      if (reports.at(-1)?.faults.length) {
        await target.close();
        target = await Target.open();
      }
      const report = await runAttack(attack, target, size);
      reports.push(report);
      onReport?.(report);
    }
    return reports;
  } finally {
    await target.close();
  }
}

async function runAttack(attack: Attack, target: Target, size: 'short' | 'full'): Promise<AttackReport> {
  const { bounds } = attack;
  const { service } = target;
  await attack.prepare?.(target);
  await untilIdle(service.pid);
  const beforeMb = await residentMb(service.pid);
  const errorsBefore = await internalErrors(target);
  const memory = new MemoryWatch(service.pid);
  const prober = new Prober(service.baseUrl);
  const startedAt = performance.now();
  const { tried, faults } = await attack.run(target, size).catch((error: Error) => ({
    tried: 'it broke off',
    faults: [`the attack broke off: ${error.message}`],
  }));
  const seconds = (performance.now() - startedAt) / 1000;
  const limitMb = beforeMb + bounds.memoryMb;
  const recoverySeconds = service.isRunning
    ? await secondsUntil(async () => (await residentNow(service.pid)) <= limitMb, bounds.recoverySeconds)
    : null;
  const silenceMs = await prober.stop();
  await memory.stop();
  const { peakMb } = memory;
  const broken = [
    ...(peakMb > limitMb ? [`memory grew by ${Math.round(peakMb - beforeMb)} MB, not ${bounds.memoryMb}`] : []),
    ...(silenceMs > bounds.silenceMs ? [`/livez was silent for ${Math.round(silenceMs)} ms`] : []),
    ...(recoverySeconds === null ? [`memory was not back after ${bounds.recoverySeconds} s`] : []),
    ...(await faultsAfterwards(target, errorsBefore)),
  ];
  return { attack, tried, seconds, beforeMb, peakMb, silenceMs, recoverySeconds, faults: [...faults, ...broken] };
}

/** Infinite when the process has ended. */
function residentNow(pid: number): Promise<number> {
  return residentMb(pid).catch(() => Number.POSITIVE_INFINITY);
}

let visits = 0;

async function faultsAfterwards(target: Target, errorsBefore: number): Promise<string[]> {
  if (!target.service.isRunning) return ['the service has ended'];
  visits += 1;
  const sold = await target.createSession(`192.0.2.${visits % 250}`).catch(() => null);
  const errors = await internalErrors(target).catch(() => null);
  return [
    ...(sold?.status === 201 ? [] : [`no session can be created afterwards: ${sold?.status ?? 'no answer'}`]),
    ...(errors === null ? ['the metrics cannot be read afterwards'] : []),
    ...(errors !== null && errors > errorsBefore ? [`${errors - errorsBefore} requests were answered with 500`] : []),
  ];
}

/** Requests that were answered with 500 since the service started, by its own count. */
async function internalErrors({ service }: Target): Promise<number> {
  const operator = new Client(service.operationsUrl);
  try {
    return internalErrorsIn(await operator.demand({ method: 'GET', path: '/metrics' }));
  } finally {
    operator.close();
  }
}

/** The same in the text of the metrics. Throws when it does not count requests. */
export function internalErrorsIn(metrics: string): number {
  // A route has braces of its own, such as those of `{id}`.
  const counts = [...metrics.matchAll(/^usher_http_requests_total\{.*status="(\d+)"\} (\d+)$/gm)];
  if (counts.length === 0) throw new Error('the metrics do not count requests by status');
  return counts.reduce((sum, [, status, count]) => sum + (status === '500' ? Number(count) : 0), 0);
}
