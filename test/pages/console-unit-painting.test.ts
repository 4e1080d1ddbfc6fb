/**
 * A drawing with units in the editor, in a real browser: a change paints the parts that differ, and the picture is the one that
 * painting everything gives. Counted, not timed.
 */
import { ask, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { succeeded } from '../support/session-calls.ts';
import { tableHall } from '../support/table-hall.ts';

/** Wide enough that no change of the seats changes the extent of the drawing. */
const around = { name: 'Around', ga: true, capacity: 40, x: -400, y: -300, width: 1200, height: 900 };
useHall({ layout: { ...tableHall, sections: [...tableHall.sections, around] }, once: true });
useConsole();

const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))';
/** Of a copy: a canvas that is read often would be kept in memory. */
const pixels = `(() => {
  const surface = document.querySelector('.map-surface canvas');
  const context = new OffscreenCanvas(surface.width, surface.height).getContext('2d', { willReadFrequently: true });
  context.drawImage(surface, 0, 0);
  return context.getImageData(0, 0, surface.width, surface.height).data;
})()`;
const remember = async (): Promise<void> => {
  await page.evaluate(drawn);
  await page.evaluate(`window.kept = ${pixels}`);
};
/** How many values of the picture plainly differ from those that were remembered. Edges of seats differ faintly. */
const differing = async (): Promise<number> => {
  await page.evaluate(drawn);
  return page.evaluate(`(() => {
    const [now, before] = [${pixels}, window.kept];
    let count = 0;
    for (let at = 0; at < now.length; at++) if (Math.abs(now[at] - before[at]) > 24) count++;
    return count;
  })()`) as Promise<number>;
};
/** The largest part of the picture that was painted at once since the last call. */
const largestPart = (): Promise<number> => page.evaluate('Math.max(0, ...painted.splice(0))') as Promise<number>;

beforeAll(async () => {
  const [table, box, circle] = [show.seats.slice(0, 6), show.seats.slice(48, 52), show.seats.slice(56, 58)];
  const units = [
    { name: 'Table 1', seats: table },
    // Of two sections.
    { name: 'Party', seats: [...box, ...circle] },
  ];
  succeeded(await ask('PUT', `/api/private/v2.0/schemas/${show.schemaId}/units/`, { units }));
  // Fewer pixels to compare.
  await page.setViewport({ width: 700, height: 600 });
  await shown.go(`#/venues/1/${show.schemaId}`);
  await shown.see('40 places');
  await page.evaluate(`{
    window.painted = [];
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const { clearRect } = prototype;
    prototype.clearRect = function (x, y, width, height) {
      const { canvas } = this;
      if (canvas.width > 300) painted.push((width * height) / (canvas.width * canvas.height));
      clearRect.call(this, x, y, width, height);
    };
  }`);
});

/** The picture must be that of a page which paints everything again. */
async function isWhole(): Promise<void> {
  await remember();
  await page.$eval('.map-surface canvas', (canvas) => canvas.dispatchEvent(new Event('contextrestored')));
  expect(await differing()).toBe(0);
  expect(await largestPart()).toBe(1);
}

test('seats of one section that move, with those of a unit that reaches into another', async () => {
  await page.locator('::-p-aria([name="Snap"][role="combobox"])').fill('25');
  await shown.press('Select Circle');
  await shown.see('24 seats and 0 shapes selected');
  await remember();
  await largestPart();
  await page.focus('.map-surface');
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Alt');
  await shown.see('1 change not saved.');
  expect(await differing()).toBeGreaterThan(0);
  const part = await largestPart();
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(0.9);
  await isWhole();
});

test('a unit that is made', async () => {
  await page.locator('summary ::-p-text(Tables and boxes)').click();
  await remember();
  await largestPart();
  await shown.press('Make a unit');
  await shown.see('2 changes not saved.');
  expect(await differing()).toBeGreaterThan(0);
  expect(await largestPart()).toBeLessThan(0.9);
  await isWhole();
  expect(shown.complaints).toEqual([]);
});
