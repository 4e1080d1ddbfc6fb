/**
 * How a node writes on Redis who it is and where it listens. Anybody who reaches Redis can write there, so a card counts
 * only with a proof of the cluster's key. The moment is signed with it, so that an old card cannot pass for a new one.
 */
import type { ClusterKeys } from './cluster-keys.ts';
import type { NodeCard } from './ports.ts';

export interface SignedCard {
  readonly node: NodeCard;
  /** What the writer said of when or what for. */
  readonly moment: string;
}

/** Ends in the proof; no part holds the sign that stands between them. */
export function writeCard(keys: ClusterKeys, { id, host, port, front }: NodeCard, moment: string): string {
  const parts = [id, host, port, front ?? '', moment];
  return [...parts, keys.proofOf('card', parts)].join('|');
}

/** Null when no node of this cluster has written it. */
export function readCard(keys: ClusterKeys, text: string): SignedCard | null {
  const parts = text.split('|');
  const [id = '', host = '', port = '', front = '', moment = '', proof = ''] = parts;
  if (parts.length !== 6 || !keys.isProofOf('card', parts.slice(0, -1), proof)) return null;
  return { node: { id, host, port: Number(port), ...(front === '' ? {} : { front }) }, moment };
}
