/**
 * The beginning of a link: the node that asks says hello to a node that it names, and that node welcomes it. Each proves
 * with the cluster's key that it is a node of the cluster, and each contributes random bytes to the keys of the link's
 * frames, so that nothing recorded on an earlier link can be used on this one. A hello alone proves little, because it
 * can be replayed: only the first frame that opens shows that the sender has the key now.
 */
import { randomBytes } from 'node:crypto';
import { type ClusterKeys, protocolVersion } from '../cluster-keys.ts';
import { frameHeadBytes } from './frame-cutter.ts';
import { FrameOpener, FrameSealer } from './frame-seal.ts';

/** The longest hello or welcome: nobody has proved anything yet. */
export const greetingBytesMax = 1024;

const mark = 'usher link';
const nonceBytes = 32;
const nonceForm = /^[\w-]{43}$/;
const timeForm = /^\d{1,15}$/;

export interface Hello {
  /** Id of the node that is to be asked. */
  readonly target: string;
  readonly nonce: string;
}

export interface Welcome {
  /** `other-node`: another process has the address now; the link ends. */
  readonly status: 'welcome' | 'other-node';
  /** Id of the node that answers. */
  readonly node: string;
  /** Its monotonic clock, in whole milliseconds. */
  readonly time: number;
  readonly nonce: string;
}

/** `stranger`: no node of this cluster. `other-version`: the sender says that it speaks another protocol version. */
export type Refusal = 'stranger' | 'other-version';

export function makeNonce(): string {
  return randomBytes(nonceBytes).toString('base64url');
}

/** A hello as it is sent. */
export function writeHello(keys: ClusterKeys, { target, nonce }: Hello): Buffer {
  const parts = [protocolVersion, target, nonce];
  return framed([mark, ...parts, keys.proofOf('hello', parts)]);
}

/** Reads the content of the first frame of a connection. */
export function readHello(keys: ClusterKeys, bytes: Buffer): Hello | Refusal {
  const [first, version, target = '', nonce = '', proof = '', ...rest] = bytes.toString().split('\n');
  if (first !== mark) return 'stranger';
  if (version !== String(protocolVersion)) return 'other-version';
  if (rest.length > 0 || !nonceForm.test(nonce)) return 'stranger';
  return keys.isProofOf('hello', [protocolVersion, target, nonce], proof) ? { target, nonce } : 'stranger';
}

/** A welcome as it is sent. */
export function writeWelcome(keys: ClusterKeys, hello: Hello, welcome: Welcome): Buffer {
  const { status, node, time, nonce } = welcome;
  return framed([mark, protocolVersion, status, node, time, nonce, keys.proofOf('welcome', partsOf(hello, welcome))]);
}

/** Null unless a node of this cluster answers this hello. */
export function readWelcome(keys: ClusterKeys, hello: Hello, bytes: Buffer): Welcome | null {
  const [, , status, node = '', time = '', nonce = '', proof = '', ...rest] = bytes.toString().split('\n');
  if (rest.length > 0 || !nonceForm.test(nonce) || !timeForm.test(time)) return null;
  if (status !== 'welcome' && status !== 'other-node') return null;
  const welcome: Welcome = { status, node, time: Number(time), nonce };
  return keys.isProofOf('welcome', partsOf(hello, welcome), proof) ? welcome : null;
}

/** The seals of the node that asks. */
export function askingSeals(keys: ClusterKeys, hello: Hello, welcome: Welcome) {
  const { calls, answers } = frameKeys(keys, hello, welcome);
  return { sealer: new FrameSealer(calls), opener: new FrameOpener(answers) };
}

/** The seals of the node that is asked. */
export function answeringSeals(keys: ClusterKeys, hello: Hello, welcome: Welcome) {
  const { calls, answers } = frameKeys(keys, hello, welcome);
  return { sealer: new FrameSealer(answers), opener: new FrameOpener(calls) };
}

function frameKeys(keys: ClusterKeys, hello: Hello, welcome: Welcome) {
  const parts = partsOf(hello, welcome);
  return { calls: keys.frameKeyOf('calls', parts), answers: keys.frameKeyOf('answers', parts) };
}

function partsOf(hello: Hello, { status, node, time, nonce }: Welcome): readonly (string | number)[] {
  return [protocolVersion, hello.target, hello.nonce, status, node, time, nonce];
}

/** The lines, as a frame. */
function framed(lines: readonly (string | number)[]): Buffer {
  const content = Buffer.from(lines.join('\n'));
  const head = Buffer.allocUnsafe(frameHeadBytes);
  head.writeUInt32LE(content.length);
  return Buffer.concat([head, content]);
}
