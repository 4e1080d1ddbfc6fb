/**
 * The console in a real browser during a sale: purchases told by the places of their seats, a search that stays, prices
 * with their warnings, many seats that are blocked after a question, figures on a narrow window.
 */
import { type Activity, ActivityHistory } from '../../src/pages/console/activity-history.ts';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { eventually } from '../support/eventually.ts';
import { calls, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { succeeded } from '../support/session-calls.ts';

const stalls = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows: ['L', 'M'].map((name) => ({ name, seatCount: 80 })) },
    { name: 'Floor', ga: true, capacity: 20 },
  ],
};

useHall({ layout: stalls });
useConsole();

async function buy(reference: string, seat: number): Promise<string> {
  const id = await calls.open([show.seats[seat] as number], [[show.areas[0] as number, 2]]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference }));
  return id;
}

async function rowsShown(count: number): Promise<void> {
  await eventually(async () => (await page.$$('tbody tr')).length === count);
}

test('a purchase names its seats by their places, and the search for it is still there afterwards', async () => {
  const id = await buy('R-17', 97);
  await buy('R-18', 98);
  await shown.go(`#/events/${show.eventId}/sessions`);
  await rowsShown(2);
  await shown.fillIn('Reference or session id', 'R-17');
  await rowsShown(1);
  await shown.press(id);
  await shown.see('Stalls, row M, seat 18 (45.00 EUR)');
  await shown.see('2 × Floor (29.50 EUR)');
  /** Resolves when the page searches for the reference. */
  const searched = () =>
    eventually(async () => {
      const values = await page.$$eval('input[type=search]', (found) => found.map((one) => Reflect.get(one, 'value')));
      return values.includes('R-17');
    });
  await searched();
  await rowsShown(1);
  await shown.press('Close');
  await eventually(async () => !(await shown.text()).includes('Release purchase'));
  await searched();
  await rowsShown(1);
  await page.reload();
  await page.waitForSelector('.top-bar');
  await rowsShown(1);
  // Another view of the event begins anew.
  await shown.go(`#/events/${show.eventId}/live`);
  await shown.see('Buying');
  await shown.go(`#/events/${show.eventId}/sessions`);
  await rowsShown(2);
});

test('blocking hundreds of seats asks first, and the total follows at once', async () => {
  await shown.go(`#/events/${show.eventId}`);
  await shown.see('Free\n160');
  await shown.press('Select seats');
  await shown.selectAllSeats();
  await shown.see('160 seats selected');
  await shown.press('Block 160');
  await shown.see('Block 160 seats?');
  await shown.press('Cancel');
  const states = async () =>
    new Set((await calls.assignments()).seatsOnEvent.map(({ state }: { state: string }) => state));
  expect(await states()).toEqual(new Set(['ACTIVE']));
  await shown.press('Block 160');
  await shown.press('Block 160 seats');
  await shown.see('160 seats blocked.');
  expect(await states()).toEqual(new Set(['BLOCKED']));
  await eventually(async () => {
    const tiles = await page.$$eval('.tile', (found) => found.map((one) => String(one.textContent)));
    expect(tiles.some((text) => text.startsWith('Blocked160'))).toBe(true);
    return true;
  });
});

test('a price is made and renamed, and a doubtful amount is told beside it', async () => {
  await shown.go(`#/events/${show.eventId}/prices`);
  await rowsShown(2);
  await shown.press('New price…');
  await shown.fillIn('Name', '1.234,50');
  await shown.press('Make price');
  await rowsShown(3);
  await shown.see('The amount of this price is read as 1.234.');
  expect(await seriousFindings(page)).toEqual([]);
  await shown.press('Change 1.234,50…');
  await shown.fillIn('Name', '1234.50 EUR');
  await shown.fillIn('External id', 'CAT-9');
  await shown.press('Save');
  await shown.see('CAT-9');
  expect(await shown.text()).not.toContain('is read as');
  await shown.press('Change 1234.50 EUR…');
  await shown.fillIn('Amount', '1234.05');
  await shown.fillIn('Currency', 'EUR');
  await shown.press('Save');
  await shown.see('The name of this price says another amount than the price has: 1234.05 EUR.');
  await shown.press('New price…');
  await shown.fillIn('Name', '1234.50 EUR');
  await shown.press('Make price');
  await shown.see('already has a price named');
  await shown.press('Cancel');
});

test('a narrow window shows every figure of a table with its label', async () => {
  await buy('R-1', 0);
  service.clock.advance(5_000);
  await page.setViewport({ width: 320, height: 800 });
  try {
    for (const view of ['live', 'sessions', 'prices']) {
      await shown.go(`#/events/${show.eventId}/${view}`);
      await page.waitForSelector('tbody td');
      expect(await overflowOf(page)).toBe(0);
      const hidden = await page.$$eval('tbody td', (cells) =>
        cells.filter((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return left < 0 || right > 320 || cell.getAttribute('data-label') === null;
        }),
      );
      expect(hidden).toHaveLength(0);
      expect(await seriousFindings(page)).toEqual([]);
    }
  } finally {
    await page.setViewport({ width: 1280, height: 900 });
  }
  expect(shown.complaints).toEqual([]);
});

test('the plots begin where the sale begins, and an older sale fills them', () => {
  const history = new ActivityHistory();
  const now = 1_800_000_000;
  const sampled = (from: number): Activity => {
    const at = Array.from({ length: (now - from) / 5 + 1 }, (_, step) => from + step * 5);
    const samples = { at, holds: at.map(() => 1) } as unknown as Activity['samples'];
    return { samples, stepSeconds: 5, serverTime: new Date(now * 1_000).toISOString() } as Activity;
  };
  const begin = () => history.line('holds', 3_600).at[0];
  history.add(sampled(now - 10));
  expect(begin()).toBe(now - 60);
  history.add(sampled(now - 300));
  expect(begin()).toBe(now - 300);
  expect(history.line('holds', 120).at[0]).toBe(now - 115);
  history.add(sampled(now - 3_600));
  expect(begin()).toBe(now - 3_595);
});
