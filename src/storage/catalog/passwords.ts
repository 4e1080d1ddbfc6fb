/**
 * Hashes and compares passwords with scrypt, on Node's thread pool. `PasswordChecks` limits the concurrency. Never
 * keeps or logs a password.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MB and about 150 ms per password. */
const cost = { N: 2 ** 14, r: 8, p: 5 };
const keyBytes = 32;
const saltBytes = 16;

/** The text to store: the parameters, the salt and the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the password matches. `stored`: null for an unknown account; that takes as long and is always false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt = '', expected = ''] = (stored ?? unknownHash).split('$');
  const wanted = Buffer.from(expected, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  return timingSafeEqual(key, wanted) && stored !== null;
}

/** Compared with when the account is unknown: it costs as much as every other one. */
export const unknownHash = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  ...[saltBytes, keyBytes].map((bytes) => encodedZeros(bytes)),
].join('$');

function encodedZeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64url');
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
