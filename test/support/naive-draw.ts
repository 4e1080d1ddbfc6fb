/** The draw as `docs/on-sale.md` publishes it, written for clarity: a list of tickets, and numbers of named streams. */
import { createHmac } from 'node:crypto';

const rounds = [0, 1, 2, 3, 4, 5, 6, 7];

/** The tickets 0 … count−1 in the order of their places. `seed`: 64 hex digits. */
export function drawnOrder(seed: string, count: number): number[] {
  let half = 4;
  while (4 ** half < count) half++;
  const size = 2 ** half;
  const key = Buffer.from(seed, 'hex');
  const blocks = new Map<string, Buffer>();
  /** The 16-bit number at this position of the round's stream. */
  const streamNumber = (round: number, at: number): number => {
    const message = `draw ${round} ${Math.floor(at / 16)}`;
    const block = blocks.get(message) ?? createHmac('sha256', key).update(message).digest();
    blocks.set(message, block);
    return block.readUInt16BE((at % 16) * 2);
  };
  const mixed = (number: number): number => {
    let [left, right] = [Math.floor(number / size), number % size];
    for (const round of rounds) [left, right] = [right, left ^ (streamNumber(round, right) % size)];
    return left * size + right;
  };
  const order = new Array<number>(count);
  for (let ticket = 0; ticket < count; ticket++) {
    let place = mixed(ticket);
    while (place >= count) place = mixed(place);
    order[place] = ticket;
  }
  return order;
}
