/** The reply of commands whose caller only has to know that they are done. */
import { asPlanned } from './definition.ts';

export interface DoneReply {
  readonly kind: 'done';
}

export const done: DoneReply = { kind: 'done' };

/** The reply of a definition, and how it is remembered. */
export const answersDone = {
  reply: asPlanned<DoneReply>,
  remembers: { keep: () => ({ isDone: true }) as const, again: () => done },
};
