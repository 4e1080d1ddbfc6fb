/** Makes passes as the server of an organization or of a waiting room does: signed with `jose`, or forged by hand. */
import { createHmac, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A key of an issuer, with the half that the organization stores. */
export interface PassIssuer {
  readonly kid: string;
  readonly algorithm: 'HS256' | 'ES256' | 'EdDSA';
  readonly signingKey: CryptoKey | Uint8Array;
  readonly secret?: string;
  readonly publicKey?: JWK;
  readonly pem?: string;
}

export function secretIssuer(kid: string, secret = `${randomUUID()}${randomUUID()}`): PassIssuer {
  return { kid, algorithm: 'HS256', signingKey: new TextEncoder().encode(secret), secret };
}

export async function pairIssuer(kid: string, algorithm: 'ES256' | 'EdDSA'): Promise<PassIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const pem = await exportSPKI(publicKey);
  return { kid, algorithm, signingKey: privateKey, publicKey: await exportJWK(publicKey), pem };
}

/** The stored half, as the body of the call that stores it. */
export function storedHalf({ kid, algorithm, secret, publicKey }: PassIssuer) {
  return {
    kid,
    algorithm,
    ...(secret === undefined ? {} : { secret }),
    ...(publicKey === undefined ? {} : { publicKey }),
  };
}

export type Claims = Readonly<Record<string, unknown>>;

/** Claims that open a session of the event for the next ten minutes after `now`, in milliseconds. */
export function claimsFor(eventId: string, now: number, more: Claims = {}): Claims {
  return { event: eventId, sub: 'buyer-1', jti: randomUUID(), exp: Math.floor(now / 1_000) + 600, ...more };
}

/** `header`: replaces members of the header; undefined removes one. */
export function signPass(issuer: PassIssuer, claims: Claims, header: Claims = {}): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: issuer.algorithm, kid: issuer.kid, ...header })
    .sign(issuer.signingKey);
}

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token with any header and claims, as JSON texts or values, signed by an HMAC; without a secret it is not signed. */
export function forgePass(header: unknown, claims: unknown, secret?: string | Buffer): string {
  const content = `${encoded(header)}.${encoded(claims)}`;
  const signature = secret === undefined ? '' : createHmac('sha256', secret).update(content).digest('base64url');
  return `${content}.${signature}`;
}
