/** Reads the service's own metrics, before and after a round. */
import type { Client } from './client.ts';

/** Sums of all series of each metric, by name. */
export type Metrics = ReadonlyMap<string, number>;

/** The current readings of `/metrics`. */
export async function readMetrics(client: Client): Promise<Metrics> {
  const text: string = await client.demand({ method: 'GET', path: '/metrics' });
  const sums = new Map<string, number>();
  for (const line of text.split('\n')) {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{.*\})? (\S+)$/.exec(line);
    if (match !== null) sums.set(match[1]!, (sums.get(match[1]!) ?? 0) + Number(match[2]));
  }
  return sums;
}

/** Average of what a histogram observed between two readings; null when it observed nothing. */
export function averageBetween(before: Metrics, later: Metrics, histogram: string): number | null {
  const change = (name: string) => (later.get(name) ?? 0) - (before.get(name) ?? 0);
  const count = change(`${histogram}_count`);
  return count === 0 ? null : change(`${histogram}_sum`) / count;
}
