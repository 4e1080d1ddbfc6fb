/** Kills the running service under load, as a power cut would, and asks the buyers afterwards. A short `npm run soak`. */
import { describe, expect, test } from '@jest/globals';
import { soak } from '../bench/soak/soak.ts';

const limitMs = 180_000;

describe('a service that is killed under load', () => {
  test(
    'has every acknowledged hold, checkout, confirm and cancel exactly once, whoever was killed',
    async () => {
      const report = await soak({ kills: 4, buyers: 16, writesPerSecondMin: 50 });
      expect(report.violations).toEqual([]);
      expect(report.kills.map(({ victim }) => victim)).toEqual(['service', 'database', 'both', 'service']);
      expect(report.isVoid).toBe(false);
    },
    limitMs,
  );
});
