/** Fingers on the buyer's map, as the touch screen of a phone reports them. */
import type { CDPSession } from 'puppeteer-core';
import type { BuyerPage } from './buyer-page.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export class Fingers {
  readonly middle: Point;
  readonly #buyer: BuyerPage;
  readonly #session: CDPSession;

  private constructor(buyer: BuyerPage, session: CDPSession, middle: Point) {
    this.#buyer = buyer;
    this.#session = session;
    this.middle = middle;
  }

  static async on(buyer: BuyerPage): Promise<Fingers> {
    const box = await (await buyer.page.$('#map'))?.boundingBox();
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
    return new Fingers(buyer, await buyer.page.createCDPSession(), { x: x + width / 2, y: y + height / 2 });
  }

  /** A point with a seat under it, at most half the way to the next seat from this one. */
  async seatNear({ x, y }: Point): Promise<Point> {
    const isOver = 'document.getElementById("map").classList.contains("is-over-target")';
    for (const across of [0, 12, 24]) {
      for (const along of [0, 15, 30]) {
        await this.#buyer.page.mouse.move(x + across, y + along);
        if (await this.#buyer.page.evaluate(isOver)) return { x: x + across, y: y + along };
      }
    }
    throw new Error('there is no seat near this point');
  }

  async tap(at: Point): Promise<void> {
    await this.#touch('touchStart', [at]);
    await this.#touch('touchEnd', []);
  }

  async drag(from: Point, to: Point): Promise<void> {
    await this.#slide((part) => [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }

  /** `from` and `to`: each finger's distance from the middle. */
  async pinch({ x, y }: Point, from: number, to: number): Promise<void> {
    await this.#slide((part) => {
      const reach = from + (to - from) * part;
      return [
        { x: x - reach, y },
        { x: x + reach, y },
      ];
    });
  }

  /** The seat that the page has announced after these words. */
  async heard(words: string): Promise<string> {
    const said = (await this.#buyer.until(`document.getElementById('say').textContent
      .split(${JSON.stringify(words)})[1]`)) as string;
    return said.split('.')[0] ?? '';
  }

  async #slide(at: (part: number) => readonly Point[]): Promise<void> {
    await this.#touch('touchStart', at(0));
    for (const part of [0.25, 0.5, 0.75, 1]) await this.#touch('touchMove', at(part));
    await this.#touch('touchEnd', []);
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  }
}
