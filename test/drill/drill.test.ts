/** A short `npm run drill`: a real cluster under load and faults; afterwards the buyers' answers are compared. */
import { occurrences } from '../../bench/stand/broken-copy.ts';
import type { Traffic } from '../soak/traffic.ts';
import { type Control, controls, runControl } from './controls.ts';
import { drill } from './drill.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { workerFaultKinds } from './worker-faults.ts';

/**
 * With DRILL_FAULTS all kinds of faults and all controls run; without it only two essential faults, and no control,
 * which takes half a minute: `test/simulation/mutants.test.ts` plants such mistakes at every run, in seconds.
 */
const asked = process.env.DRILL_FAULTS;
const essential: readonly FaultKind[] = ['kill-node', 'postgres-crash'];
const kinds = asked === undefined ? essential : faultKinds;
const faults = Number(asked ?? essential.length);
/** The short one leaves the processor to the nodes that start again. */
const pace = asked === undefined ? { isLazy: true, restMs: 50 } : {};
const mistakes: readonly Control[] = asked === undefined ? [] : controls;
const options = {
  minutes: 0,
  seed: 1,
  buyers: 16,
  viewers: 18,
  followers: 4,
  leaseMs: 2500,
  // A rate depends on the machine: the test counts what happened instead.
  writesPerSecondMin: 0,
  recoveryMs: 60_000,
  ...pace,
};

/** Of the kinds of writes that are rare, the rarest. */
const leastOf = (traffic: Traffic): number =>
  Math.min(
    ...['lock-best', 'box office: sale', 'lock of a unit', 'exchange'].map((kind) => traffic.of(kind)),
    traffic.reclaimed,
  );

test('each text that a deliberate mistake of the drill replaces occurs exactly once in its file', () => {
  expect(controls.flatMap(({ mistakes }) => mistakes).filter((mistake) => occurrences(mistake) !== 1)).toEqual([]);
});

// At greater length only: `test/processes/workers.test.ts` kills a worker and its parent in every run.
if (asked !== undefined) {
  test('a service of two worker processes keeps what it acknowledged when they die, hang or stop', async () => {
    const faults = workerFaultKinds.length;
    const report = await drill({ ...options, workers: 2, faults, kinds: workerFaultKinds });
    expect(report.violations).toEqual([]);
    expect(report.faults.map(({ kind }) => kind).toSorted()).toEqual(workerFaultKinds.toSorted());
  });
}

describe('a cluster of three nodes under faults', () => {
  test('keeps all acknowledged bookings, sells nothing twice, never shows outdated data, and tells every listener each change', async () => {
    const report = await drill({ ...options, faults, kinds, isEnough: (traffic) => leastOf(traffic) > 0 });
    expect(report.violations).toEqual([]);
    expect(report.faults).toHaveLength(faults);
    expect([...new Set(report.faults.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
    const { viewers, feed, deliveries } = report.listeners;
    expect(viewers.changes).toBeGreaterThan(options.viewers);
    expect(viewers.streams).toBeGreaterThan(options.viewers);
    expect(feed.changes).toBeGreaterThan(deliveries.confirms * 2);
    expect(Math.min(feed.pages, feed.streams)).toBeGreaterThan(faults);
    expect(deliveries.confirms).toBeGreaterThan(0);
    expect(deliveries.requests).toBeGreaterThanOrEqual(deliveries.confirms + deliveries.failed);
    expect(leastOf(report.traffic)).toBeGreaterThan(0);
    expect(report.releases.get('TIME')).toBeGreaterThan(0);
  });

  for (const control of mistakes) {
    test(`fails the drill with this deliberate mistake: ${control.name}`, async () => {
      expect(await runControl(control, { ...options, faults: 10, kinds: [] })).not.toEqual([]);
    });
  }
});
