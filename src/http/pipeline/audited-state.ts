/**
 * A state as entries of the audit keep it: without members that are secret or tell of buyers, and small. Pure.
 */

/** At any depth. Names that people give to prices and the like are kept. */
const leftOut: ReadonlySet<string> = new Set([
  ...['password', 'secret', 'clientSecret', 'token', 'refreshToken', 'organizationToken', 'privateKey', 'key', 'code'],
  ...['inviteUrl', 'signature', 'properties', 'reference', 'buyer', 'pass', 'names', 'addresses'],
]);
const lengthMax = 4_096;
/** A state with more values is not written out only to be found too long: a call may name a million seats. */
const valuesMax = 1_000;
const tooLong = '{"truncated":true}';

/** The state as JSON; null: there is none. A state that is too long keeps its plain members only, and says `truncated`. */
export function shownState(state: unknown): string | null {
  if (typeof state !== 'object' || state === null) return null;
  if (hasFewValues(state)) {
    const text = JSON.stringify(state, without);
    if (text.length <= lengthMax) return storable(text);
  }
  if (Array.isArray(state)) return tooLong;
  const plain = Object.entries(state).filter(([name, value]) => !leftOut.has(name) && typeof value !== 'object');
  const short = JSON.stringify({ ...Object.fromEntries(plain), truncated: true });
  return storable(short.length <= lengthMax ? short : tooLong);
}

function hasFewValues(state: object): boolean {
  let rest = valuesMax;
  const isCounted = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    if (ArrayBuffer.isView(value)) return false;
    const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    rest -= values.length;
    return rest >= 0 && values.every(isCounted);
  };
  return isCounted(state);
}

function without(name: string, value: unknown): unknown {
  return leftOut.has(name) ? undefined : value;
}

/** Escapes of what PostgreSQL cannot store: NUL and unpaired surrogates. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

function storable(text: string): string {
  return unstorable.test(text) ? tooLong : text;
}
