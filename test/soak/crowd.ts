/**
 * The buyers, the box offices and the office of a soak. When the call of one of them hangs, a substitute starts; the one
 * that waits leaves once its call has been answered.
 */
import { BoxOffice } from './box-office.ts';
import { type BuyerParts, SoakBuyer } from './buyer.ts';
import { Office } from './office.ts';

/** One of so many is a box office. */
const buyersPerBoxOffice = 8;
/** One office is enough: its calls are about nothing that is sold. */
const officeAt = 1;

type Worker = typeof SoakBuyer | typeof BoxOffice | typeof Office;

function workerAt(place: number): Worker {
  if (place === officeAt) return Office;
  return place % buyersPerBoxOffice === 0 ? BoxOffice : SoakBuyer;
}

/** Runs so many. Resolves when the last of them has left, substitutes included. */
export async function runBuyers(count: number, parts: BuyerParts): Promise<void> {
  const atWork = new Set<Promise<void>>();
  const start = (Kind: Worker): void => {
    const one = new Kind(parts, () => {
      parts.gate.join();
      start(Kind);
    });
    const work = one.work();
    atWork.add(work);
    void work.finally(() => atWork.delete(work));
  };
  for (let started = 0; started < count; started++) start(workerAt(started));
  while (atWork.size > 0) await Promise.all(atWork);
}
