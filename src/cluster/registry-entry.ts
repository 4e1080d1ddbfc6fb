/**
 * A node's entry on the registry: its card, which only the nodes of its cluster believe, and the time of its arrival.
 * Signed as a whole with a key of the deployment, so that a node with another cluster secret is told from a forgery.
 */
import type { DeploymentKeys } from './deployment-keys.ts';

export interface SignedEntry {
  /** The text of the card, not yet proved. */
  readonly card: string;
  /** When the node arrived at the server, by the server's clock, in milliseconds. */
  readonly since: number;
}

export function writeEntry(deployment: DeploymentKeys, { card, since }: SignedEntry): string {
  const text = `${card}|${since}`;
  return `${text}|${deployment.proofOf(text)}`;
}

/** Null unless a node of this deployment wrote the entry. */
export function readEntry(deployment: DeploymentKeys, entry: string): SignedEntry | null {
  const [text, proof] = cutLast(entry);
  if (!deployment.isProofOf(text, proof)) return null;
  const [card, since] = cutLast(text);
  return { card, since: Number(since) };
}

function cutLast(text: string): readonly [before: string, last: string] {
  const at = text.lastIndexOf('|');
  return [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
}
