/** The header Idempotency-Key: which keys are accepted, and the hash that is kept. The key itself is never stored. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { RequestKey } from '#domain/command.ts';
import { idempotencyKeyLengthMax } from '#domain/limits.ts';

const keyHashLength = 22;

/** Visible ASCII characters, because proxies treat other characters differently. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(idempotencyKeyLengthMax)
  .regex(/^[\x21-\x7e]+$/, 'must consist of visible characters');

/**
 * The hashes that tell a repetition of a private booking call from another use of its key; null without a key. `body`:
 * its text, asked for only when there is a key.
 */
export function requestKeyOf(key: string | undefined, kind: string, body: () => string): RequestKey | null {
  if (key === undefined) return null;
  return { keyHash: keyHashOf(key), bodyHash: keyHashOf(`${kind} ${body()}`) };
}

/** The first 22 characters (132 bits) of the text's SHA-256 in base64url. */
export function keyHashOf(text: string): string {
  // A copy: a slice would keep the whole hash, and an event keeps one key per session (41 bytes instead of 98).
  return Buffer.from(hash('sha256', text, 'base64url'), 'latin1').toString('latin1', 0, keyHashLength);
}
