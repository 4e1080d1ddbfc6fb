/** The steps of a rolling upgrade: which node becomes which version, and which one is killed, in which order. */
import { SeededRandom } from '../support/seeded-random.ts';

export type Version = 'release' | 'next';

/** The nodes in the order of their replacement. */
export type Order = readonly [number, number, number];

export type Step =
  /** `by`: how the node ends. After `kill -9` it starts only when the others have taken its events over. */
  | { readonly kind: 'replace'; readonly node: number; readonly to: Version; readonly by: 'SIGTERM' | 'SIGKILL' }
  | { readonly kind: 'finalize' };

const allOrders: readonly Order[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** Some of all orders, each once, drawn by a seed. */
export function ordersOf(seed: number, count: number): readonly Order[] {
  return new SeededRandom(seed).shuffled(allOrders).slice(0, count);
}

/** For each order forward and all the way back; in the end forward in the last order, for good. */
export function stepsOf(orders: readonly Order[]): readonly Step[] {
  const back = orders.flatMap((order) => [...replacing(order, 'next'), ...replacing(order, 'release')]);
  return [...back, ...replacing(orders.at(-1)!, 'next'), { kind: 'finalize' }];
}

/** One order at less length: only one node goes back. */
export function shortStepsOf(order: Order): readonly Step[] {
  const [first, second, third] = replacing(order, 'next') as [Step, Step, Step];
  const [back] = replacing(order, 'release') as [Step];
  return [first, second, back, first, third, { kind: 'finalize' }];
}

/** The second of the nodes is killed: both versions have events then. */
function replacing(order: Order, to: Version): readonly Step[] {
  return order.map((node, place) => ({ kind: 'replace', node, to, by: place === 1 ? 'SIGKILL' : 'SIGTERM' }));
}
