/** The seat maps of the console in a real browser: their size, and the points at which they name something. */
import { page } from './opened-console.ts';

/** Resolves when the map has taken the size of a window of this width: before that, its points move. */
export async function fitted(width: number): Promise<void> {
  await page.waitForFunction(`(() => {
    const canvas = document.querySelector('.map-surface canvas');
    return innerWidth === ${width} && canvas.width === Math.round(canvas.getBoundingClientRect().width * devicePixelRatio);
  })()`);
}

interface Found {
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

/** The middle of what the map calls so, in pixels of the window. */
export async function pointAt(name: string): Promise<Found> {
  const found = (await page.evaluate(`(async () => {
    const map = document.querySelector('.map-surface');
    map.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, right, bottom } = map.getBoundingClientRect();
    const points = [];
    let words = '';
    for (let y = top + 8; y < bottom; y += 8) {
      for (let x = left + 8; x < right; x += 8) {
        map.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y }));
        await new Promise((drawn) => queueMicrotask(() => queueMicrotask(drawn)));
        const tip = document.querySelector('.map-tip')?.innerText ?? '';
        if (!tip.startsWith(${JSON.stringify(name)})) continue;
        points.push([x, y]);
        words = tip;
      }
    }
    const middle = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
    return points.length === 0 ? null : { x: middle(0), y: middle(1), words };
  })()`)) as Found | null;
  if (found === null) throw new Error(`the map has no '${name}'`);
  return found;
}
