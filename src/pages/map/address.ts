/**
 * Reads the page's address: the event, the organization's public key, the language, and perhaps a pass in the fragment. Removes the
 * pass from the address at once: a pass is a credential and must not stay in the history or in a copied link.
 */

/** The language that the address asks for: `lang=de`. */
export function askedLanguage(): string | null {
  return new URLSearchParams(location.search).get('lang');
}

export interface PageAddress {
  readonly eventId: string;
  readonly publicKey: string;
  readonly pass: string | null;
  /** The component of a shop's page shows this page, and sends its options. */
  readonly isEmbedded: boolean;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const passPrefix = '#pass=';

/** Null: the address has no event id, or no public key. */
export function readAddress(): PageAddress | null {
  const { hash, search, pathname } = location;
  const pass = hash.startsWith(passPrefix) ? decoded(hash.slice(passPrefix.length)) : null;
  if (pass !== null) history.replaceState(history.state, '', pathname + search);
  const query = new URLSearchParams(search);
  const [eventId, publicKey] = [query.get('event') ?? '', query.get('key') ?? ''];
  const isEmbedded = query.get('embedded') === '1' && parent !== window;
  return uuid.test(eventId) && uuid.test(publicKey) ? { eventId, publicKey, pass, isEmbedded } : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
