/**
 * Hashes and compares passwords with scrypt, on Node's thread pool. `PasswordChecks` limits the concurrency. Never
 * keeps or logs a password.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MB and about 150 ms per password. */
const cost = { N: 2 ** 14, r: 8, p: 5 };
const keyBytes = 32;
const saltBytes = 16;

/** The text to store: the parameters, the salt and the hash. `like`: the stored text whose salt is used again. */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  const salt = like === null ? randomBytes(saltBytes) : partsOf(like).salt;
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Those of the stored texts that the password matches. Texts with one salt cost one derivation. Without any it takes as
 * long, and matches none.
 */
export async function matching(password: string, stored: readonly string[]): Promise<readonly string[]> {
  const derived = new Map<string, Promise<Buffer>>();
  const keyFor = (text: string): Promise<Buffer> => {
    const { parameters, salt } = partsOf(text);
    const name = [...Object.values(parameters), salt.toString('base64url')].join('$');
    const key = derived.get(name) ?? derive(password, salt, parameters);
    derived.set(name, key);
    return key;
  };
  if (stored.length === 0) await keyFor(unknownHash);
  const right: string[] = [];
  for (const text of stored) if (timingSafeEqual(await keyFor(text), partsOf(text).key)) right.push(text);
  return right;
}

function partsOf(stored: string) {
  const [, n, r, p, salt = '', key = ''] = stored.split('$');
  return {
    parameters: { N: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

/**
 * Compared with when the account is unknown: it costs as much as every other one. Stored for accounts without a password:
 * no password is derived to zeros.
 */
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
