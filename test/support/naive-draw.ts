/** The draw as `docs/on-sale.md` publishes it, written for clarity: every number is hashed when it is needed. */
import { createHmac } from 'node:crypto';

const rounds = [0, 1, 2, 3, 4, 5, 6, 7];

/** The tickets 0 … count−1 in the order of their places. `seed`: 64 hex digits. */
export function drawnOrder(seed: string, count: number): number[] {
  let half = 4;
  while (4 ** half < count) half++;
  const order = new Array<number>(count);
  for (let ticket = 0; ticket < count; ticket++) {
    let place = ticket;
    do place = mixed(seed, place, 2 ** half);
    while (place >= count);
    order[place] = ticket;
  }
  return order;
}

function mixed(seed: string, number: number, size: number): number {
  let [left, right] = [Math.floor(number / size), number % size];
  for (const round of rounds) [left, right] = [right, left ^ (streamNumber(seed, round, right) % size)];
  return left * size + right;
}

/** The 16-bit number at this position of the round's stream. */
function streamNumber(seed: string, round: number, at: number): number {
  const block = createHmac('sha256', Buffer.from(seed, 'hex'))
    .update(`draw ${round} ${Math.floor(at / 16)}`)
    .digest();
  return block.readUInt16BE((at % 16) * 2);
}
