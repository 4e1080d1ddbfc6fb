/**
 * The beginning of a link: the node that asks says hello to a node that it names, and that node welcomes it. Each proves
 * with a secret of the cluster that it is a node of the cluster; of two secrets, the one that the asked node finds first
 * is the link's. And each contributes random bytes to the keys of the link's
 * frames, so that nothing recorded on an earlier link can be used on this one. A hello alone proves little, because it
 * can be replayed: only the first frame that opens shows that the sender has the key now.
 */
import { randomBytes } from 'node:crypto';
import { type ClusterKeys, protocolVersion, type SecretProof } from '../cluster-keys.ts';
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

/** With the secret that both sides have: its keys are the link's. */
export interface Proved {
  readonly secret: SecretProof;
}

/** `stranger`: no node of this cluster. `other-version`: the sender says that it speaks another protocol version. */
export type Refusal = 'stranger' | 'other-version';

export function makeNonce(): string {
  return randomBytes(nonceBytes).toString('base64url');
}

/** A hello as it is sent. */
export function writeHello(keys: ClusterKeys, { target, nonce }: Hello): Buffer {
  const parts = [protocolVersion, target, nonce];
  return framed([mark, ...parts, ...keys.proofsOf('hello', parts)]);
}

/** Reads the content of the first frame of a connection. */
export function readHello(keys: ClusterKeys, bytes: Buffer): (Hello & Proved) | Refusal {
  const [first, version, target = '', nonce = '', ...proofs] = bytes.toString().split('\n');
  if (first !== mark) return 'stranger';
  if (version !== String(protocolVersion)) return 'other-version';
  if (!nonceForm.test(nonce)) return 'stranger';
  const secret = keys.provedBy('hello', [protocolVersion, target, nonce], proofs);
  return secret === null ? 'stranger' : { target, nonce, secret };
}

/** A welcome as it is sent. */
export function writeWelcome(hello: Hello & Proved, welcome: Welcome): Buffer {
  const { status, node, time, nonce } = welcome;
  const proof = hello.secret.proofOf('welcome', partsOf(hello, welcome));
  return framed([mark, protocolVersion, status, node, time, nonce, proof]);
}

/** Null unless a node of this cluster answers this hello. */
export function readWelcome(keys: ClusterKeys, hello: Hello, bytes: Buffer): (Welcome & Proved) | null {
  const [, , status, node = '', time = '', nonce = '', proof = '', ...rest] = bytes.toString().split('\n');
  if (rest.length > 0 || !nonceForm.test(nonce) || !timeForm.test(time)) return null;
  if (status !== 'welcome' && status !== 'other-node') return null;
  const welcome: Welcome = { status, node, time: Number(time), nonce };
  const secret = keys.provedBy('welcome', partsOf(hello, welcome), [proof]);
  return secret === null ? null : { ...welcome, secret };
}

/** The seals of the node that asks. */
export function askingSeals(hello: Hello, welcome: Welcome & Proved) {
  const { calls, answers } = frameKeys(welcome, hello, welcome);
  return { sealer: new FrameSealer(calls), opener: new FrameOpener(answers) };
}

/** The seals of the node that is asked. */
export function answeringSeals(hello: Hello & Proved, welcome: Welcome) {
  const { calls, answers } = frameKeys(hello, hello, welcome);
  return { sealer: new FrameSealer(answers), opener: new FrameOpener(calls) };
}

function frameKeys({ secret }: Proved, hello: Hello, welcome: Welcome) {
  const parts = partsOf(hello, welcome);
  return { calls: secret.frameKeyOf('calls', parts), answers: secret.frameKeyOf('answers', parts) };
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
