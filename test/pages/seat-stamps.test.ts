/** Seats that are drawn at once: the pixels are the right ones, and the browser is asked to copy few pictures. Counted. */
import { type Band, onPhase, phases, press, type Stamp } from '../../src/pages/shared/stamp.ts';
import { onDevice, waitForMap } from '../first-picture/first-picture.ts';
import { browser, useBuyers } from '../support/buyers.ts';
import { openPricedShow } from '../support/service.ts';
import { service, useService } from '../support/shared-service.ts';

useService();
useBuyers();

const clear = [0, 0, 0, 0];
const red = [255, 0, 0, 255];
const half = [0, 0, 255, 128];

function stampOf(colours: readonly (readonly number[])[]): Stamp {
  const bytes = Uint8ClampedArray.from(colours.flat());
  return { size: Math.sqrt(colours.length), bytes, pixels: new Uint32Array(bytes.buffer) };
}

function bandOf(width: number, height: number): Band {
  const bytes = new Uint8ClampedArray(4 * width * height);
  return { width, height, bytes, pixels: new Uint32Array(bytes.buffer) };
}

const pixelsOf = ({ bytes, pixels }: Band) => Array.from(pixels, (_, at) => [...bytes.slice(4 * at, 4 * at + 4)]);

describe('a stamp', () => {
  const stamp = stampOf([red, clear, clear, half]);

  test('is pressed where it is wanted, and its clear pixels change nothing', () => {
    const band = bandOf(3, 2);
    press(band, stamp, 1, 0);
    expect(pixelsOf(band)).toEqual([clear, red, clear, clear, clear, half]);
  });

  test('is pressed as far as it is in the band', () => {
    for (const [x, y, pixel] of [
      [-1, -1, half],
      [0, 0, red],
      [-2, 0, clear],
      [0, 5, clear],
      [1, 0, clear],
    ] as const) {
      const band = bandOf(1, 1);
      press(band, stamp, x, y);
      expect(pixelsOf(band)).toEqual([pixel]);
    }
  });

  test('mixes with what is under it', () => {
    const band = bandOf(1, 1);
    press(band, stampOf([red]), 0, 0);
    press(band, stampOf([half]), 0, 0);
    expect(pixelsOf(band)).toEqual([[127, 0, 128, 255]]);
    press(band, stampOf([red]), 0, 0);
    expect(pixelsOf(band)).toEqual([red]);
  });

  test('stands at the nearest phase', () => {
    const places = Array.from({ length: 40 }, (_, at) => at / 9 - 2);
    expect(places.every((place) => Math.abs(onPhase(place) - place) <= 1 / phases / 2)).toBe(true);
    expect(places.every((place) => Number.isInteger(onPhase(place) * phases))).toBe(true);
  });
});

/** Counts copies of pictures. */
const counting = `(() => {
  const { prototype } = OffscreenCanvasRenderingContext2D;
  const own = prototype.drawImage;
  globalThis.copies = 0;
  prototype.drawImage = function (...given) {
    globalThis.copies++;
    return own.apply(this, given);
  };
})()`;

/** A script for the count, and for how many pixels of the map have the colour of the seats. */
const seen = `(() => {
  const canvas = document.querySelector('.map canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--series-0').trim();
  const wanted = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  let coloured = 0;
  for (let at = 0; at < data.length; at += 4) if (wanted.every((part, of) => data[at + of] === part)) coloured++;
  return { copies: globalThis.copies, coloured };
})()`;

/** As browsers do that do not want to be recognized. */
const lying = `OffscreenCanvasRenderingContext2D.prototype.getImageData = function (x, y, width, height) {
  return new ImageData(new Uint8ClampedArray(4 * width * height).fill(255), width, height);
}`;

/** What a buyer's browser does for a hall of 6,000 seats. */
async function drawn(...scripts: readonly string[]): Promise<{ readonly copies: number; readonly coloured: number }> {
  const rows = Array.from({ length: 60 }, (_, at) => ({ name: String(at + 1), seatCount: 100 }));
  const show = await openPricedShow(service, { name: 'Large hall', sections: [{ name: 'Stalls', rows }] });
  const { publicKey } = service.catalog.organization;
  return (await onDevice(browser(), 'desktop', async (page) => {
    for (const script of [counting, ...scripts]) await page.evaluateOnNewDocument(script);
    await page.goto(`${service.url}/map/?event=${show.eventId}&key=${publicKey}`);
    await waitForMap(page);
    return page.evaluate(seen);
  })) as { readonly copies: number; readonly coloured: number };
}

test('a hall of 6,000 seats is drawn with few copies of pictures', async () => {
  const { copies, coloured } = await drawn();
  expect(coloured).toBeGreaterThan(6_000);
  // Sixteen for each picture of a seat, and one for each band of the canvas.
  expect(copies).toBeLessThan(200);
});

test('a browser that answers other pixels than it drew draws the same, seat by seat', async () => {
  const { copies, coloured } = await drawn(lying);
  expect(coloured).toBeGreaterThan(6_000);
  expect(copies).toBeGreaterThanOrEqual(6_000);
});
