/**
 * The beginning of a link: the node that asks says hello to a node that it names, and that node welcomes it. Each proves
 * with a secret of the cluster that it is a node of the cluster (of two secrets, with the one that the asked node finds
 * first), and contributes random bytes to the keys of the frames, so that nothing recorded earlier can be used. A hello
 * alone can be replayed: only the first frame that opens shows that the sender has the key now. Each tells the protocols
 * that it speaks, under its proof: nobody between them can choose. The form of a greeting is that of all protocols.
 */
import { randomBytes } from 'node:crypto';
import type { ClusterKeys, SecretProof } from '../cluster-keys.ts';
import { frameHeadBytes } from './frame-cutter.ts';
import { FrameOpener, FrameSealer } from './frame-seal.ts';
import type { ProtocolRange } from './protocols.ts';

/** The longest hello or welcome: nobody has proved anything yet. */
export const greetingBytesMax = 1024;

const mark = 'usher link';
const nonceBytes = 32;
const nonceForm = /^[\w-]{43}$/;
const timeForm = /^\d{1,15}$/;
const rangeForm = /^(\d{1,5})-(\d{1,5})$/;

export interface Hello {
  /** Id of the node that is to be asked. */
  readonly target: string;
  readonly nonce: string;
  readonly protocols: ProtocolRange;
}

export interface Welcome {
  /**
   * `other-node`: another process has the address now; `other-protocol`: the two speak no common one. Then the link ends.
   */
  readonly status: 'welcome' | 'other-node' | 'other-protocol';
  /** Id of the node that answers. */
  readonly node: string;
  /** Its monotonic clock, in whole milliseconds. */
  readonly time: number;
  readonly nonce: string;
  readonly protocols: ProtocolRange;
}

/** With the secret that both sides have: its keys are the link's. */
export interface Proved {
  readonly secret: SecretProof;
}

/** `stranger`: no node of this cluster. `other-version`: the sender speaks a hello of another form. */
export type Refusal = 'stranger' | 'other-version';

export function makeNonce(): string {
  return randomBytes(nonceBytes).toString('base64url');
}

/** A hello as it is sent. */
export function writeHello(keys: ClusterKeys, hello: Hello): Buffer {
  const parts = partsOfHello(hello);
  return framed([mark, ...parts, ...keys.proofsOf('hello', parts)]);
}

/** Reads the content of the first frame of a connection. */
export function readHello(keys: ClusterKeys, bytes: Buffer): (Hello & Proved) | Refusal {
  const [first, range, target = '', nonce = '', ...proofs] = bytes.toString().split('\n');
  if (first !== mark) return 'stranger';
  const protocols = rangeIn(range);
  if (protocols === null) return 'other-version';
  if (!nonceForm.test(nonce)) return 'stranger';
  const hello: Hello = { target, nonce, protocols };
  const secret = keys.provedBy('hello', partsOfHello(hello), proofs);
  return secret === null ? 'stranger' : { ...hello, secret };
}

/** A welcome as it is sent. */
export function writeWelcome(hello: Hello & Proved, welcome: Welcome): Buffer {
  const { status, node, time, nonce, protocols } = welcome;
  const proof = hello.secret.proofOf('welcome', partsOf(hello, welcome));
  return framed([mark, textOf(protocols), status, node, time, nonce, proof]);
}

/** Null unless a node of this cluster answers this hello. */
export function readWelcome(keys: ClusterKeys, hello: Hello, bytes: Buffer): (Welcome & Proved) | null {
  const [, range, status, node = '', time = '', nonce = '', proof = '', ...rest] = bytes.toString().split('\n');
  const protocols = rangeIn(range);
  if (protocols === null || rest.length > 0 || !nonceForm.test(nonce) || !timeForm.test(time)) return null;
  if (status !== 'welcome' && status !== 'other-node' && status !== 'other-protocol') return null;
  const welcome: Welcome = { status, node, time: Number(time), nonce, protocols };
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

function partsOfHello({ protocols, target, nonce }: Hello): readonly string[] {
  return [textOf(protocols), target, nonce];
}

function partsOf(hello: Hello, { protocols, status, node, time, nonce }: Welcome): readonly (string | number)[] {
  return [...partsOfHello(hello), textOf(protocols), status, node, time, nonce];
}

function textOf({ oldest, newest }: ProtocolRange): string {
  return `${oldest}-${newest}`;
}

/** Null: it is no range. */
function rangeIn(text = ''): ProtocolRange | null {
  const [, oldest, newest] = rangeForm.exec(text) ?? [];
  return oldest === undefined ? null : { oldest: Number(oldest), newest: Number(newest) };
}

/** The lines, as a frame. */
function framed(lines: readonly (string | number)[]): Buffer {
  const content = Buffer.from(lines.join('\n'));
  const head = Buffer.allocUnsafe(frameHeadBytes);
  head.writeUInt32LE(content.length);
  return Buffer.concat([head, content]);
}
