/** When a failed delivery is tried again: ten retries over three days, then it is DEAD. */
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause after the first attempt, after the second, and so on. */
const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The pause after this many failed attempts; null: there is no further attempt. */
export function retryDelayMs(attempts: number): number | null {
  return retryDelaysMs[attempts - 1] ?? null;
}
