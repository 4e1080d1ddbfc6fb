/** What the simulated clients of an event do, and how often. */
import type { SeededRandom } from '../support/seeded-random.ts';
import type { PrivateVerb } from './private-commands.ts';

export type SessionVerb =
  | 'create'
  | 'move-hold'
  | 'lock'
  | 'unlock'
  | 'checkout'
  | 'cancel'
  | 'get'
  | 'exchange'
  | PrivateVerb;
export type Verb =
  | SessionVerb
  | 'book'
  | 'prices'
  | 'status'
  | 'admission'
  | 'wait'
  | 'allotments'
  | 'units'
  | 'read-event';

const verbWeights: readonly (readonly [Verb, number])[] = [
  ['create', 12],
  ['move-hold', 2],
  ['lock', 22],
  ['unlock', 4],
  ['checkout', 11],
  ['cancel', 3],
  ['confirm', 9],
  ['reclaim', 3],
  ['withdraw', 2],
  ['release', 3],
  ['exchange', 3],
  ['properties', 2],
  ['erase', 2],
  ['read', 2],
  ['get', 3],
  ['book', 24],
  ['prices', 5],
  ['status', 0.5],
  ['admission', 2],
  ['wait', 12],
  ['allotments', 3],
  ['units', 3],
  ['read-event', 2],
];
const weightsTotal = verbWeights.reduce((sum, [, weight]) => sum + weight, 0);

export function drawVerb(random: SeededRandom): Verb {
  let at = random.next() * weightsTotal;
  const [verb] = verbWeights.find(([, weight]) => {
    at -= weight;
    return at < 0;
  }) ?? ['read-event' as const];
  return verb;
}
