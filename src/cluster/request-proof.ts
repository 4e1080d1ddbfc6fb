/**
 * How a request between nodes proves where it comes from, and its answer where it was given. A request names its receiver,
 * its sender's link, its number on that link, the receiver's own time and the digest of its body. An answer names the
 * request that it answers. No wall clock is asked: the time is the receiver's monotonic one, which every answer tells.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type ClusterKeys, digestOf, type Parts } from './cluster-keys.ts';
import { nodeHeader } from './wire.ts';

const timeHeader = 'x-usher-time';
const proofHeader = 'x-usher-proof';

/** What a request says of itself before its body is read. */
export interface Claim {
  readonly path: string;
  /** Id of the node that the request is for. */
  readonly node: string;
  /** Drawn by the sender for its connections to one node. */
  readonly link: string;
  /** From 1, another one for each request of the link. */
  readonly count: number;
  /** Milliseconds of the receiver's monotonic clock, as far as the sender knows it. */
  readonly time: number;
  readonly bytes: number;
  readonly digest: string;
}

/** An answer before its body is read. */
export interface AnswerHead {
  readonly status: number;
  /** Id of the node that gives the answer. */
  readonly node: string;
  /** Its monotonic clock. */
  readonly time: number;
}

const authorizationForm = /^Usher ([\w-]{22}) (\d{1,15}) (\d{1,15}) ([\w-]{43}) ([\w-]{43})$/;
const timeForm = /^\d{1,15}$/;

function partsOf({ path, node, link, count, time, bytes, digest }: Claim): Parts {
  return ['POST', path, node, link, count, time, bytes, digest];
}

/** The proof, and the header that carries it. */
export function signRequest(keys: ClusterKeys, claim: Claim): { readonly proof: string; readonly header: string } {
  const proof = keys.proofOf('request', partsOf(claim));
  const { link, count, time, digest } = claim;
  return { proof, header: `Usher ${link} ${count} ${time} ${digest} ${proof}` };
}

/** Null when no node of this cluster has sent it as it stands. */
export function readRequest(
  keys: ClusterKeys,
  path: string,
  headers: IncomingHttpHeaders,
): { readonly proof: string; readonly claim: Claim } | null {
  const [, link = '', count, time, digest = '', proof = ''] = authorizationForm.exec(headers.authorization ?? '') ?? [];
  const { [nodeHeader]: node, 'content-length': length } = headers;
  if (proof === '' || typeof node !== 'string' || length === undefined) return null;
  const claim = { path, node, link, count: Number(count), time: Number(time), bytes: Number(length), digest };
  return keys.isProofOf('request', partsOf(claim), proof) ? { proof, claim } : null;
}

/** The headers by which the sender of the request with this proof knows the answer. */
export function signAnswer(keys: ClusterKeys, request: string, head: AnswerHead, body: string | Uint8Array) {
  const { status, node, time } = head;
  const proof = keys.proofOf('answer', [request, status, node, time, digestOf(body)]);
  return { [nodeHeader]: node, [timeHeader]: String(time), [proofHeader]: proof };
}

/** Null when no node of this cluster has given the answer to the request with this proof. */
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
