/** A short `npm run soak`: kills the service under load, as a power cut does; then checks the buyers' answers. */
import { soak } from './soak.ts';

const kills = Number(process.env.SOAK_KILLS ?? 3);

describe('a service that is killed under load', () => {
  test('has every acknowledged hold, checkout, confirm and cancel exactly once after each kill, tells followers of the feed each change once, and a webhook each confirm', async () => {
    const report = await soak({ kills, buyers: 16, writesPerSecondMin: 0, isLazy: true });
    expect(report.violations).toEqual([]);
    const victims = report.kills.map(({ victim }) => victim);
    expect(victims).toHaveLength(kills);
    expect(new Set(victims)).toEqual(new Set(['service', 'database', 'both'].slice(0, kills)));
    const { deliveries, feed, traffic } = report;
    expect(Math.min(traffic.of('lock-best'), traffic.of('box office: directsale'))).toBeGreaterThan(kills);
    expect(deliveries.confirms).toBeGreaterThan(0);
    expect(deliveries.requests).toBeGreaterThanOrEqual(deliveries.confirms + deliveries.failed);
    expect(feed.changes).toBeGreaterThan(deliveries.confirms * 2);
    expect(Math.min(feed.pages, feed.streams)).toBeGreaterThan(kills);
    expect(report.isInconclusive).toBe(false);
  });
});
