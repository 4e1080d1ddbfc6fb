/**
 * Divides the processor time of a profile among the stages of a call, from reading the request to writing the answer. A
 * function that belongs to no stage counts for the stage that called it. Pure.
 */
import type { Call } from './call-tree.ts';

export interface StageShare {
  readonly stage: string;
  /** Of the processor time; all together are 1. */
  readonly share: number;
}

const eventLoop = 'Node: event loop, streams, promises';

/** The first rule whose pattern is found in a function's name and place decides. */
const rules: readonly (readonly [stage: string, place: RegExp])[] = [
  ['garbage collection', /^\(garbage collector\)/],
  ['write the answer to its socket', /http\/server\/(direct-response|answer-head)/],
  ['read and parse the request', /http\/server\/|pipeline\/(body|invalid-body)|codec\/bodies\//],
  ['encode the answer', /codec\/answers\/|pipeline\/exchange/],
  ['append to the journal and project', /storage\/|pg\/lib|pg-protocol|slonik/],
  ['mailbox, turn and gate of the actor', /actors\//],
  ['decide and apply', /domain\//],
  ['route, limit and check', /http\/|cluster\//],
];

/** `outsideMicros`: time outside of any function. The largest share first. */
export function stagesOf(root: Call, outsideMicros: number): StageShare[] {
  const micros = new Map([['V8 and Node outside of any function', outsideMicros]]);
  const add = ({ name, ownMicros, calls }: Call, caller: string): void => {
    const stage = rules.find(([, place]) => place.test(name))?.[0] ?? caller;
    micros.set(stage, (micros.get(stage) ?? 0) + ownMicros);
    for (const call of calls) add(call, stage);
  };
  add(root, eventLoop);
  const all = [...micros.values()].reduce((sum, one) => sum + one, 0);
  return [...micros].map(([stage, one]) => ({ stage, share: one / all })).sort((a, b) => b.share - a.share);
}
