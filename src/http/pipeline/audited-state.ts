/**
 * A state as entries of the audit keep it: without members that are secret or tell of buyers, and small. Pure.
 */

/** At any depth. Names that people give to prices and the like are kept. */
const left: ReadonlySet<string> = new Set([
  ...['password', 'secret', 'clientSecret', 'token', 'refreshToken', 'organizationToken', 'privateKey', 'key', 'code'],
  ...['inviteUrl', 'signature', 'properties', 'reference', 'buyer', 'pass', 'names', 'addresses'],
]);
const lengthMax = 4_096;

/** As JSON; null: there is no state. What is too long has its plain members only, and says `truncated`. */
export function shownState(state: unknown): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const text = JSON.stringify(state, without);
  if (text.length <= lengthMax) return storable(text);
  const plain = Object.entries(state).filter(([name, value]) => !left.has(name) && typeof value !== 'object');
  const short = JSON.stringify({ ...Object.fromEntries(plain), truncated: true });
  return storable(short.length <= lengthMax ? short : '{"truncated":true}');
}

function without(name: string, value: unknown): unknown {
  return left.has(name) ? undefined : value;
}

/** Escapes of what PostgreSQL cannot store: NUL and unpaired surrogates. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

function storable(text: string): string {
  return unstorable.test(text) ? '{"truncated":true}' : text;
}
