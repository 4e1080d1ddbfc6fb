/**
 * The protocols of a link: how calls and answers stand in its frames. Two nodes use the newest one that both speak, so a
 * release with a new protocol talks to the release before it. A protocol that has been released never changes: another
 * message, or another form of one, is a new protocol beside it, and the old one goes when no release that can still run
 * beside this one needs it. Commands and facts inside the messages follow the cluster version instead.
 */
import type { ValueReader } from '#codec/values/value-reader.ts';
import {
  type Answers,
  AnswersWriter,
  type Calls,
  CallsWriter,
  emptyFrame,
  readAnswers,
  readCalls,
} from './messages.ts';

export interface LinkProtocol {
  readonly number: number;
  callsWriter(): CallsWriter;
  answersWriter(): AnswersWriter;
  emptyFrame(kind: 'calls' | 'goodbye', time: number): Buffer;
  /** Throws when the content is not a frame of calls. `target`: the id of this node. `reader`: of this link. */
  readCalls(reader: ValueReader, content: Buffer, target: string, hopsMax: number): Calls;
  /** Throws when the content is not a frame of answers. `reader`: of this link. */
  readAnswers(reader: ValueReader, content: Buffer): Answers;
}

export const protocol5: LinkProtocol = {
  number: 5,
  callsWriter: () => new CallsWriter(),
  answersWriter: () => new AnswersWriter(),
  emptyFrame,
  readCalls,
  readAnswers,
};

/** Numbers that follow each other, the oldest first. */
export type LinkProtocols = readonly [LinkProtocol, ...LinkProtocol[]];

/** All that this build speaks. */
export const linkProtocols: LinkProtocols = [protocol5];

export interface ProtocolRange {
  readonly oldest: number;
  readonly newest: number;
}

export function rangeOf(protocols: LinkProtocols): ProtocolRange {
  const [first, ...others] = protocols;
  return { oldest: first.number, newest: (others.at(-1) ?? first).number };
}

/** The newest that the other side speaks too; null: none. */
export function commonProtocol(protocols: LinkProtocols, { oldest, newest }: ProtocolRange): LinkProtocol | null {
  return protocols.findLast(({ number }) => oldest <= number && number <= newest) ?? null;
}
