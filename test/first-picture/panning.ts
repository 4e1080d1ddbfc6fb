/**
 * Measures in a real Chromium how evenly a map is drawn while a buyer pans it: the times of the frames while the pointer
 * drags the map in circles. An empty page, whose canvas gets one colour in each frame, is measured in the same way.
 */
import type { Browser, Page } from 'puppeteer-core';
import { type Device, onDevice, waitForMap } from './first-picture.ts';

export interface Panning {
  readonly framesPerSecond: number;
  /** Of the times from one frame to the next, in milliseconds: the median, the 95th percentile, and the longest. */
  readonly median: number;
  readonly high: number;
  readonly longest: number;
}

/** `whole`: the whole hall is in sight. `near`: seats have their numbers. */
export type Sight = 'whole' | 'near';

const panMs = 4_000;
const turnMs = 1_000;
/** On the map of both devices, in CSS pixels. */
const radius = 100;
const middle = { x: 190, y: 330 };
/** Turns of the wheel until the seats of a large hall have numbers. */
const wheelTurns = 8;
const wheelStep = -400;

const emptyPage = `<!doctype html><title>Empty</title><body style="margin:0"><canvas></canvas><script>
  const canvas = document.querySelector('canvas');
  [canvas.width, canvas.height] = [innerWidth, innerHeight];
  const context = canvas.getContext('2d');
  const paint = (at) => {
    context.fillStyle = 'hsl(' + Math.round(at / 20) % 360 + ' 50% 50%)';
    context.fillRect(0, 0, canvas.width, canvas.height);
    requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
</script>`;

const begin = `(() => {
  globalThis.frameTimes = [];
  const take = (at) => {
    if (globalThis.frameTimes === null) return;
    globalThis.frameTimes.push(at);
    requestAnimationFrame(take);
  };
  requestAnimationFrame(take);
})()`;
const end = '(() => { const times = globalThis.frameTimes; globalThis.frameTimes = null; return times; })()';

/** Half a second of frames: the map paints sharp when the view rests. */
const rest = `new Promise((resolve) => {
  let frames = 30;
  const count = () => (--frames === 0 ? resolve() : requestAnimationFrame(count));
  requestAnimationFrame(count);
})`;

export function panEmptyPage(browser: Browser, device: Device): Promise<Panning> {
  return onDevice(browser, device, async (page) => {
    await page.setContent(emptyPage);
    return pan(page);
  });
}

export function panMap(browser: Browser, device: Device, address: string, sight: Sight): Promise<Panning> {
  return onDevice(browser, device, async (page) => {
    await page.goto(address);
    await waitForMap(page);
    await page.mouse.move(middle.x, middle.y);
    for (let turn = 0; sight === 'near' && turn < wheelTurns; turn++) {
      await page.mouse.wheel({ deltaY: wheelStep });
      await page.evaluate(rest);
    }
    return pan(page);
  });
}

/** Drags in circles, as fast as the page takes the moves. */
async function pan(page: Page): Promise<Panning> {
  await page.mouse.move(middle.x + radius, middle.y);
  await page.mouse.down();
  await page.evaluate(begin);
  const began = performance.now();
  for (let passed = 0; passed < panMs; passed = performance.now() - began) {
    const angle = (passed / turnMs) * 2 * Math.PI;
    await page.mouse.move(middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle));
  }
  const times = (await page.evaluate(end)) as readonly number[];
  await page.mouse.up();
  return panningOf(times);
}

function panningOf(times: readonly number[]): Panning {
  const gaps = times.slice(1).map((time, at) => time - (times[at] as number));
  const sorted = gaps.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return { framesPerSecond: (gaps.length * 1000) / total, median: at(0.5), high: at(0.95), longest: at(1) };
}
