/**
 * A stored password that is compared in no time, for people whom a test only needs to be logged in: with the product's own cost
 * each login takes 0.15 s of processor time. Tests of passwords and of logins as such use the product's.
 */
import { scryptSync } from 'node:crypto';

const cost = { N: 2, r: 1, p: 1 };
const salt = Buffer.alloc(16, 7);

/** The text to store, in the form of `storage/catalog/passwords.ts`. */
export function cheapHash(password: string): string {
  const key = scryptSync(password, salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}
