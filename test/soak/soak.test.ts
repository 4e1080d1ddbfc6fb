/** A short `npm run soak`: kills the service under load, as a power cut does; then checks the buyers' answers. */
import { describe, expect, test } from '@jest/globals';
import { soak } from './soak.ts';

const kills = Number(process.env.SOAK_KILLS ?? 3);
const limitMs = kills * 45_000;

describe('a service that is killed under load', () => {
  test(
    'has every acknowledged hold, checkout, confirm and cancel exactly once after each kill, tells followers of the feed each change once, and a webhook each confirm',
    async () => {
      const report = await soak({ kills, buyers: 16, writesPerSecondMin: 2 });
      expect(report.violations).toEqual([]);
      expect(report.kills.map(({ victim }) => victim)).toEqual(
        Array.from({ length: kills }, (_, kill) => ['service', 'database', 'both'][kill % 3]),
      );
      const { deliveries, feed, traffic } = report;
      expect(Math.min(traffic.of('lock-best'), traffic.of('box office: directsale'))).toBeGreaterThan(kills);
      expect(deliveries.confirms).toBeGreaterThan(0);
      expect(deliveries.requests).toBeGreaterThanOrEqual(deliveries.confirms + deliveries.failed);
      expect(feed.changes).toBeGreaterThan(deliveries.confirms * 2);
      expect(Math.min(feed.pages, feed.streams)).toBeGreaterThan(kills);
      expect(report.isInconclusive).toBe(false);
    },
    limitMs,
  );
});
