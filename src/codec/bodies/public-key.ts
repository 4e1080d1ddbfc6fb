/**
 * The public key that an organization stores for its passes: a JSON Web Key or a PEM text. Returns it as a JSON Web Key
 * with its mathematical members only. Never accepts a private or a symmetric key, and never repeats a refused key in an
 * error, because it may be a private one.
 */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { shownAs } from '../fields.ts';

/** Longer than any key of these kinds. */
const textLengthMax = 2_000;
const pemShape = /^\s*-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/;

const jwkTexts = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string().optional() });

/** The members of a stored key. */
export type PublicJwk = Readonly<Record<string, string>>;

/** The algorithm that a key of each curve is for. */
const algorithms = { Ed25519: 'EdDSA', 'P-256': 'ES256' } as const;

export type PublicKeyAlgorithm = (typeof algorithms)[keyof typeof algorithms];

export interface ReadPublicKey {
  readonly algorithm: PublicKeyAlgorithm;
  readonly jwk: PublicJwk;
}

/** A public key of Ed25519 or P-256. */
export const publicKey = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((sent, context): ReadPublicKey => {
    const read = readPublicKey(sent);
    if (typeof read !== 'string') return read;
    context.addIssue({ code: 'custom', message: read, params: { code: 'PATTERN', rejected: null } });
    return z.NEVER;
  })
  .meta({
    ...shownAs({ oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] }),
    description:
      'The public half of a key pair: a JSON Web Key (`kty` OKP with `crv` Ed25519, or `kty` EC with `crv` P-256), or a PEM text that begins with `-----BEGIN PUBLIC KEY-----`.',
  });

/** The key, or why it cannot be stored. */
function readPublicKey(sent: unknown): ReadPublicKey | string {
  if (typeof sent === 'string') return readPem(sent);
  const jwk = sent as Record<string, unknown>;
  if ('d' in jwk) return 'must be the public half: `d` is the private one, so create a new key pair';
  if (jwk.kty === 'oct') return 'must be a public key; a shared secret is `secret` with algorithm HS256';
  const texts = jwkTexts.safeParse(jwk);
  if (!texts.success) return notAKey;
  return read(() => createPublicKey({ key: texts.data as JsonWebKey, format: 'jwk' }));
}

const notAKey = 'must be a public key of Ed25519 or P-256, as a JSON Web Key or PEM';

function readPem(text: string): ReadPublicKey | string {
  if (text.includes('PRIVATE KEY')) return 'must be the public half: this is a private key, so create a new key pair';
  if (text.length > textLengthMax || !pemShape.test(text))
    return 'must be a PEM text that begins with -----BEGIN PUBLIC KEY-----';
  return read(() => createPublicKey({ key: text, format: 'pem', type: 'spki' }));
}

function read(open: () => ReturnType<typeof createPublicKey>): ReadPublicKey | string {
  let jwk: JsonWebKey;
  try {
    jwk = open().export({ format: 'jwk' });
  } catch {
    // Not decodable, a point that is not on its curve, or a kind of key without a JSON form.
    return notAKey;
  }
  const { kty, crv, x, y } = jwk;
  const algorithm = crv === 'Ed25519' || crv === 'P-256' ? algorithms[crv] : undefined;
  if (algorithm === undefined || kty === undefined || x === undefined || crv === undefined) return notAKey;
  return { algorithm, jwk: { kty, crv, x, ...(y === undefined ? {} : { y }) } };
}
