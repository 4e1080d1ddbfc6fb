/**
 * The signed form of a node's id and addresses on Redis. Any client of Redis can write there, so a card is valid only
 * with a proof by the cluster's key. The moment is signed too, so that an old card cannot be replayed as a new one.
 */
import type { ClusterKeys } from './cluster-keys.ts';
import type { NodeCard } from './ports.ts';

export interface SignedCard {
  readonly node: NodeCard;
  /** When the card was written, or the purpose it was written for. */
  readonly moment: string;
}

/** The parts and the proof, joined by `|`; no part may contain that sign. */
export function writeCard(keys: ClusterKeys, { id, host, port, front }: NodeCard, moment: string): string {
  const parts = [id, host, port, front ?? '', moment];
  return [...parts, keys.proofOf('card', parts)].join('|');
}

/** Null unless a node of this cluster wrote the card. */
export function readCard(keys: ClusterKeys, text: string): SignedCard | null {
  const parts = text.split('|');
  const [id = '', host = '', port = '', front = '', moment = '', proof = ''] = parts;
  if (parts.length !== 6 || !keys.isProofOf('card', parts.slice(0, -1), proof)) return null;
  return { node: { id, host, port: Number(port), ...(front === '' ? {} : { front }) }, moment };
}
