/** The business counter counts each step once, and names organizations only where the operator allows it. */
import { Metrics } from '#http/ops/metrics.ts';
import { openPricedShow, startTestService } from '../../support/service.ts';
import { rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

async function linesOf(metrics: Metrics): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith('usher_session_steps_total'));
}

describe('the steps of sessions', () => {
  test('name no organization by default', async () => {
    const metrics = new Metrics();
    metrics.sessionStep('created', 7);
    metrics.sessionStep('created', 8);
    metrics.sessionStep('expired', 8);
    expect(await linesOf(metrics)).toEqual([
      'usher_session_steps_total{step="created"} 2',
      'usher_session_steps_total{step="checked_out"} 0',
      'usher_session_steps_total{step="confirmed"} 0',
      'usher_session_steps_total{step="expired"} 1',
    ]);
  });

  test('name as many organizations as allowed and count the others as one', async () => {
    const metrics = new Metrics(2);
    for (let organization = 1; organization <= 100; organization++) metrics.sessionStep('confirmed', organization);
    metrics.sessionStep('confirmed', 2);
    const lines = await linesOf(metrics);
    expect(lines).toHaveLength(4 * 3);
    expect(lines.filter((line) => line.includes('confirmed'))).toEqual([
      'usher_session_steps_total{step="confirmed",organization="other"} 98',
      'usher_session_steps_total{step="confirmed",organization="1"} 1',
      'usher_session_steps_total{step="confirmed",organization="2"} 2',
    ]);
    // A scrape does not count again.
    expect(await linesOf(metrics)).toEqual(lines);
  });
});

describe('a service with METRICS_ORGANIZATIONS_MAX', () => {
  test('counts every step of its sessions by organization', async () => {
    const service = await startTestService({ METRICS_ORGANIZATIONS_MAX: '10' });
    try {
      const show = await openPricedShow(service, rowsHall);
      const calls = sessionCalls(service, show);
      const [first, second] = show.seats as [number, number];
      const paid = await calls.open([first]);
      succeeded(await calls.checkout(paid));
      succeeded(await calls.confirm(paid, { reference: 'order 1' }));
      const left = await calls.open([second]);
      succeeded(await calls.checkout(left));
      const text = await (await fetch(`${service.operationsUrl}/metrics`)).text();
      const counts = [...text.matchAll(/^usher_session_steps_total\{step="(\w+)",organization="(\w+)"\} (\d+)$/gm)]
        .filter(([, , organization]) => organization !== 'other')
        .map(([, step, organization, count]) => [step, Number(organization) > 0, Number(count)]);
      expect(counts).toEqual([
        ['created', true, 2],
        ['checked_out', true, 2],
        ['confirmed', true, 1],
        ['expired', true, 0],
      ]);
    } finally {
      await service.close();
    }
  });
});
