/** A short `npm run drill`: faults strike a real cluster under load, and its buyers compare notes. */
import { describe, expect, test } from '@jest/globals';
import { occurrences } from '../bench/broken-copy.ts';
import { controls, runControl } from '../bench/drill/controls.ts';
import { drill } from '../bench/drill/drill.ts';
import type { FaultKind } from '../bench/drill/faults.ts';

const limitMs = 240_000;
const options = { minutes: 0, seed: 1, buyers: 16, leaseMs: 1000, writesPerSecondMin: 50 };

test('every deliberate mistake still finds its text once', () => {
  expect(controls.filter(({ mistake }) => occurrences(mistake) !== 1)).toEqual([]);
});

describe('three nodes under faults', () => {
  test(
    'keep what was acknowledged, sell nothing twice, and show nothing old',
    async () => {
      const kinds: FaultKind[] = ['kill-node', 'freeze-node', 'hand-over', 'redis-gone', 'postgres-crash', 'cut-nodes'];
      const report = await drill({ ...options, faults: kinds.length, kinds });
      expect(report.violations).toEqual([]);
      expect(report.faults.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
      expect(report.isVoid).toBe(false);
    },
    limitMs,
  );

  test(
    'would not pass with answers that come before they are durable',
    async () => {
      const control = controls.find(({ name }) => name.includes('before they are durable'))!;
      expect(await runControl(control, { ...options, faults: 10, kinds: [] })).not.toEqual([]);
    },
    limitMs,
  );
});
