/**
 * The public key that an organization stores for its passes: a JSON Web Key or a PEM text. Returns it as a JSON Web Key
 * with its mathematical members only. Never accepts a private or a symmetric key, and never repeats a refused key in an
 * error, because it may be a private one.
 */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { constraint } from '../constraint.ts';
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
    context.addIssue({ code: 'custom', message: read, params: { ...constraint('PATTERN'), rejected: null } });
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

const lowOrder = 'must be a key that only its owner can sign with: with this point of low order everybody can';

/**
 * The y-coordinates of the points of Ed25519 whose order divides 8, little-endian, with those that are not reduced: 0, 1,
 * both of order 8, p-1, p, p+1. One signature of such a key fits many messages, and needs no private key.
 */
const lowOrderPoints: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** `x`: the member of the JSON Web Key, the y-coordinate with the sign of x in its highest bit. */
function isOfLowOrder(x: string): boolean {
  const point = Buffer.from(x, 'base64url');
  const last = point.length - 1;
  point[last] = (point[last] ?? 0) & 0x7f;
  return lowOrderPoints.has(point.toString('hex'));
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
  if (crv === 'Ed25519' && x !== undefined && isOfLowOrder(x)) return lowOrder;
  const algorithm = crv === 'Ed25519' || crv === 'P-256' ? algorithms[crv] : undefined;
  if (algorithm === undefined || kty === undefined || x === undefined || crv === undefined) return notAKey;
  return { algorithm, jwk: { kty, crv, x, ...(y === undefined ? {} : { y }) } };
}
