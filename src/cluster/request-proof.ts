/**
 * Proofs of origin for requests and answers between nodes. A request's proof covers its receiver, the sender's link,
 * its number on that link, the receiver's time and the digest of the body. An answer's proof covers the request's
 * proof. No wall clock is used: the time is the receiver's monotonic clock, which every answer carries.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type ClusterKeys, digestOf, type Parts } from './cluster-keys.ts';
import { nodeHeader } from './wire.ts';

const timeHeader = 'x-usher-time';
const proofHeader = 'x-usher-proof';

/** The signed parts of a request, known before its body is read. */
export interface RequestParts {
  readonly path: string;
  /** Id of the node that the request is for. */
  readonly node: string;
  /** Random id that the sender chose for its connections to one node. */
  readonly link: string;
  /** From 1, unique for each request of the link. */
  readonly count: number;
  /** Milliseconds of the receiver's monotonic clock, as the sender estimates it. */
  readonly time: number;
  readonly bytes: number;
  readonly digest: string;
}

/** The signed parts of an answer without its body. */
export interface AnswerHead {
  readonly status: number;
  /** Id of the node that gives the answer. */
  readonly node: string;
  /** Its monotonic clock. */
  readonly time: number;
}

const authorizationForm = /^Usher ([\w-]{22}) (\d{1,15}) (\d{1,15}) ([\w-]{43}) ([\w-]{43})$/;
const timeForm = /^\d{1,15}$/;

function partsOf({ path, node, link, count, time, bytes, digest }: RequestParts): Parts {
  return ['POST', path, node, link, count, time, bytes, digest];
}

/** The proof, and the header that carries it. */
export function signRequest(
  keys: ClusterKeys,
  parts: RequestParts,
): { readonly proof: string; readonly header: string } {
  const proof = keys.proofOf('request', partsOf(parts));
  const { link, count, time, digest } = parts;
  return { proof, header: `Usher ${link} ${count} ${time} ${digest} ${proof}` };
}

/** Null unless a node of this cluster sent exactly this request. */
export function readRequest(
  keys: ClusterKeys,
  path: string,
  headers: IncomingHttpHeaders,
): { readonly proof: string; readonly parts: RequestParts } | null {
  const [, link = '', count, time, digest = '', proof = ''] = authorizationForm.exec(headers.authorization ?? '') ?? [];
  const { [nodeHeader]: node, 'content-length': length } = headers;
  if (proof === '' || typeof node !== 'string' || length === undefined) return null;
  const parts = { path, node, link, count: Number(count), time: Number(time), bytes: Number(length), digest };
  return keys.isProofOf('request', partsOf(parts), proof) ? { proof, parts } : null;
}

/** The headers that authenticate an answer. `request`: the proof of the request that it answers. */
export function signAnswer(keys: ClusterKeys, request: string, head: AnswerHead, body: string | Uint8Array) {
  const { status, node, time } = head;
  const proof = keys.proofOf('answer', [request, status, node, time, digestOf(body)]);
  return { [nodeHeader]: node, [timeHeader]: String(time), [proofHeader]: proof };
}

/** Null unless a node of this cluster gave this answer. `request`: the proof of the request that it answers. */
export function readAnswer(
  keys: ClusterKeys,
  request: string,
  status: number,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): AnswerHead | null {
  const { [nodeHeader]: node, [timeHeader]: time, [proofHeader]: proof } = headers;
  if (typeof node !== 'string' || typeof time !== 'string' || typeof proof !== 'string') return null;
  if (!timeForm.test(time)) return null;
  const head = { status, node, time: Number(time) };
  return keys.isProofOf('answer', [request, status, node, head.time, digestOf(body)], proof) ? head : null;
}
