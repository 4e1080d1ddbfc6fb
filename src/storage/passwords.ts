/**
 * Turns passwords into what may be stored, and compares: scrypt, off the loop. How many at a time is for `PasswordChecks` to
 * say. Never keeps or logs a password.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MB and some 150 ms for each password. */
const cost = { N: 2 ** 14, r: 8, p: 5 };
const keyBytes = 32;
const saltBytes = 16;

/** The text to store: the parameters, the salt and the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the password is the stored one; null, for nobody's, takes as long and is never right. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt = '', expected = ''] = (stored ?? nobodys).split('$');
  const wanted = Buffer.from(expected, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  return timingSafeEqual(key, wanted) && stored !== null;
}

const nobodys = ['scrypt', cost.N, cost.r, cost.p, ...[saltBytes, keyBytes].map((bytes) => encodedZeros(bytes))].join(
  '$',
);

function encodedZeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64url');
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
