/** The organization by whose sign-on people of this browser log in: its public key, kept for the next time. */

const storageKey = 'usher-console-sign-on';

/** Null: nobody has used one, or the browser keeps nothing. */
export function knownSignOn(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function keepSignOn(publicKey: string): void {
  try {
    localStorage.setItem(storageKey, publicKey);
  } catch {
    // The link names it again.
  }
}
