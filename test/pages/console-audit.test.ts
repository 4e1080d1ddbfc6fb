/** The audit in the console, in a real browser: who changed what, with what there was and what there is, by person and by time. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { eventually } from '../support/eventually.ts';
import { ask, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { hire } from '../support/people-calls.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

useHall({ once: true });
useConsole();

const rows = () => page.$$eval('tbody tr', (found) => found.map((row) => row.textContent ?? ''));

test('a change is shown with what there was and what there is, and found by person and time', async () => {
  const manager = await hire(service, 'MANAGER');
  const admission = `/api/private/v2.0/events/${show.eventId}/admission`;
  succeeded(await manager.ask('PUT', admission, { mode: 'QUEUE', ratePerMinute: 60 }));
  succeeded(await ask('PUT', admission, { mode: 'OPEN' }));
  await shown.go('#/audit');
  await shown.see('Key: organization-token');
  await page.select('.filters select', String(manager.id));
  await eventually(async () => (await rows()).length === 1);
  expect((await rows())[0]).toContain(manager.email);
  await page.click('tbody button');
  await shown.see('"mode": "QUEUE"');
  await shown.see('"mode": "OPEN"');
  for (const width of [390, 1440]) {
    await page.setViewport({ width, height: 900 });
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      expect(await overflowOf(page)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      await keepPicture(page, `console-audit-${width}-${value}`);
    }
  }
  await shown.press('Done');
  await keepPicture(page, 'console-audit-list');
  await page.locator('::-p-aria([name="Until"])').fill('2001-01-01T00:00');
  await shown.see('There are no such entries.');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
