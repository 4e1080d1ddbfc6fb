/** A short `npm run attack`: the service keeps its bounds under cheap attacks, and a broken bound is detected. */
import { Metrics } from '#http/ops/metrics.ts';
import { type Attack, usualBounds } from './attack.ts';
import { internalErrorsIn, runAttacks } from './attack-runner.ts';
import { attacks } from './attacks.ts';

/** How long the service may be silent is measured on a quiet machine; the memory bound is the same here. */
const withoutTimes = (attack: Attack): Attack => ({
  ...attack,
  bounds: { ...attack.bounds, silenceMs: Number.POSITIVE_INFINITY, recoverySeconds: 90 },
});

/** An attack that breaks off, with bounds that no service can keep. One: after a fault the next attack needs a new service. */
const hopeless: Attack = {
  name: 'hopeless',
  bounds: { ...usualBounds, memoryMb: -1_000_000, silenceMs: 0, recoverySeconds: 0 },
  isQuick: false,
  run: () => Promise.reject(new Error('no route')),
};

test('a request that was answered with 500 is noticed, whatever its route', async () => {
  const metrics = new Metrics();
  metrics.observerOf('POST', '/api/public/v2.0/session/{id}/lock')(500, 0.1);
  metrics.observerOf('GET', '/livez')(200, 0.1);
  expect(internalErrorsIn(await metrics.text())).toBe(1);
  expect(() => internalErrorsIn('')).toThrow('the metrics do not count requests by status');
});

describe('a service under attack', () => {
  test('keeps its memory, answers /livez, fails no request, and sells afterwards', async () => {
    const quick = attacks.filter(({ isQuick }) => isQuick).map(withoutTimes);
    const reports = await runAttacks({ attacks: [...quick, hopeless], size: 'short' });
    const broken = reports.at(-1)?.faults ?? [];
    expect(reports.slice(0, -1).filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(broken[0]).toBe('the attack broke off: no route');
    expect(broken.slice(1).join()).toMatch(/^memory grew by .*,\/livez was silent for .*,memory was not back/);
  });
});
