/**
 * The header Idempotency-Key: what is accepted, and what is kept of it. A key itself is never stored.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { RequestKey } from '#domain/command.ts';
import { idempotencyKeyLengthMax } from '#domain/limits.ts';

const keyHashLength = 22;

/** Visible ASCII characters, so that a key means the same to every proxy on its way. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(idempotencyKeyLengthMax)
  .regex(/^[\x21-\x7e]+$/, 'must consist of visible characters');

/** What tells a repetition of a private booking call from another use of its key; null without a key. */
export function requestKeyOf(key: string | undefined, kind: string, body: object): RequestKey | null {
  if (key === undefined) return null;
  return { keyHash: keyHashOf(key), bodyHash: keyHashOf(`${kind} ${JSON.stringify(body)}`) };
}

/** 128 bits of the text's hash, as 22 characters. */
export function keyHashOf(text: string): string {
  // A copy: a slice would keep the whole hash, and an event remembers a key for every session (41 bytes instead of 98).
  return Buffer.from(hash('sha256', text, 'base64url'), 'latin1').toString('latin1', 0, keyHashLength);
}
