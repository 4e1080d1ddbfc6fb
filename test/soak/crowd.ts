/**
 * The buyers and box offices of a soak. When a call hangs, a substitute starts, and the one that waits leaves once its
 * call has been answered.
 */
import { BoxOffice } from './box-office.ts';
import { type BuyerParts, SoakBuyer } from './buyer.ts';

/** One of so many is a box office. */
const buyersPerBoxOffice = 8;

/** Runs so many. Resolves when the last of them has left, substitutes included. */
export async function runBuyers(count: number, parts: BuyerParts): Promise<void> {
  const atWork = new Set<Promise<void>>();
  const start = (Kind: typeof SoakBuyer | typeof BoxOffice): void => {
    const one = new Kind(parts, () => {
      parts.gate.join();
      start(Kind);
    });
    const work = one.work();
    atWork.add(work);
    void work.finally(() => atWork.delete(work));
  };
  for (let started = 0; started < count; started++) start(started % buyersPerBoxOffice === 0 ? BoxOffice : SoakBuyer);
  while (atWork.size > 0) await Promise.all(atWork);
}
