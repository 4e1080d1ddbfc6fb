/**
 * The signed form of a node's id and addresses on Redis. It begins with the number of its format. Any client of Redis can write there, so a card is valid only
 * with a proof by the cluster's secret, or by one of two while it is being replaced. The moment is signed too, so that
 * an old card cannot be replayed as a new one.
 */
import { isReadable, onlyFormat } from '#domain/formats.ts';
import type { ClusterKeys } from './cluster-keys.ts';
import type { NodeCard } from './ports.ts';

export interface SignedCard {
  readonly node: NodeCard;
  /** When the card was written, or the purpose it was written for. */
  readonly moment: string;
}

const format = onlyFormat('node card');
/** The signed parts of a card; the proofs follow. */
const signedParts = 6;

/** The parts and the proofs, joined by `|`; no part may contain that sign. */
export function writeCard(keys: ClusterKeys, { id, host, port, front }: NodeCard, moment: string): string {
  const parts = [format, id, host, port, front ?? '', moment];
  return [...parts, ...keys.proofsOf('card', parts)].join('|');
}

/** False for a card of a newer release, which tells nothing here. */
export function isReadableCard(text: string): boolean {
  return isReadable('node card', Number(text.split('|', 1)[0]));
}

/** Null unless a node of this cluster wrote the card. */
export function readCard(keys: ClusterKeys, text: string): SignedCard | null {
  const [parts, proofs] = cut(text);
  return keys.provedBy('card', parts, proofs) === null ? null : cardOf(parts);
}

/** Reads a card whose writer is known in another way: nothing of it is proved here. */
export function readUnproved(text: string): SignedCard {
  return cardOf(cut(text)[0]);
}

function cut(text: string): readonly [parts: readonly string[], proofs: readonly string[]] {
  const all = text.split('|');
  return [all.slice(0, signedParts), all.slice(signedParts)];
}

function cardOf([, id = '', host = '', port = '', front = '', moment = '']: readonly string[]): SignedCard {
  return { node: { id, host, port: Number(port), ...(front === '' ? {} : { front }) }, moment };
}
