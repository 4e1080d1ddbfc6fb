/** The header Idempotency-Key: which keys are accepted, and the hash that is kept. The key itself is never stored. */
import { createHash, hash } from 'node:crypto';
import { z } from 'zod';
import type { MayHaveKey, RequestKey } from '#domain/call-context.ts';
import { idempotencyKeyLengthMax } from '#domain/limits.ts';

/** By its lower-case name. */
export const keyHeader = 'idempotency-key';
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

/** The hashes of a keyed request: method, path, query, and the body's bytes as they came. */
export function requestKeyFor(
  key: string,
  { method, url }: { readonly method?: string | undefined; readonly url?: string | undefined },
  body: Uint8Array | null,
): RequestKey {
  const hashed = createHash('sha256').update(`${method} ${canonical(url ?? '')}\n`);
  if (body !== null) hashed.update(body);
  return { keyHash: keyHashOf(key), bodyHash: shortened(hashed.digest('base64url')) };
}

/** Paths are the same with and without a slash at the end. */
function canonical(url: string): string {
  const [path = '', ...query] = url.split('?');
  return [path.replace(/\/$/, ''), ...query].join('?');
}

/** The first 22 characters (132 bits) of the text's SHA-256 in base64url. */
export function keyHashOf(text: string): string {
  return shortened(hash('sha256', text, 'base64url'));
}

/** A copy: a slice would keep the whole hash, and an event keeps one key per session (41 bytes instead of 98). */
function shortened(hashed: string): string {
  return Buffer.from(hashed, 'latin1').toString('latin1', 0, keyHashLength);
}

/** The member of a command that makes its event decide it once; none without a key. */
export function keyed({ requestKey }: { readonly requestKey: RequestKey | null }): MayHaveKey {
  return requestKey === null ? noKey : { key: requestKey };
}

const noKey: MayHaveKey = {};
