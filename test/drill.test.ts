/** A short `npm run drill`: faults strike a real cluster under load, and its buyers compare notes. */
import { describe, expect, test } from '@jest/globals';
import { occurrences } from '../bench/broken-copy.ts';
import { type Control, controls, runControl } from '../bench/drill/controls.ts';
import { drill } from '../bench/drill/drill.ts';
import { type FaultKind, faultKinds } from '../bench/drill/faults.ts';

/** Faults of every kind and all controls when a number is asked for; otherwise the three faults that end most. */
const asked = process.env.DRILL_FAULTS;
const essential: readonly FaultKind[] = ['kill-node', 'cut-nodes', 'postgres-crash'];
const kinds = asked === undefined ? essential : faultKinds;
const faults = Number(asked ?? essential.length);
const mistakes: readonly Control[] =
  asked === undefined ? controls.filter(({ name }) => name.includes('before they are durable')) : controls;
const limitMs = 120_000 + faults * 30_000;
const options = { minutes: 0, seed: 1, buyers: 16, leaseMs: 1000, writesPerSecondMin: 50 };

test('every deliberate mistake still finds its text once', () => {
  expect(controls.filter(({ mistake }) => occurrences(mistake) !== 1)).toEqual([]);
});

describe('three nodes under faults', () => {
  test(
    'keep what was acknowledged, sell nothing twice, and show nothing old',
    async () => {
      const report = await drill({ ...options, faults, kinds });
      expect(report.violations).toEqual([]);
      expect(report.faults).toHaveLength(faults);
      expect([...new Set(report.faults.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
      expect(report.isVoid).toBe(false);
    },
    limitMs,
  );

  test.each(mistakes)(
    'would not pass with this mistake: $name',
    async (control) => {
      expect(await runControl(control, { ...options, faults: 10, kinds: [] })).not.toEqual([]);
    },
    limitMs,
  );
});
