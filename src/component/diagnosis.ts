/**
 * Why the frame shows no map, in a sentence that says what to do. A page cannot see why a browser refuses a frame, so this
 * asks the service: it lets those origins read the map's document that may show it in a frame.
 */
import type { FailedNews } from './order.ts';

const answerMs = 5_000;

/** Null: the service would let this page show the map. */
export async function whyNoMap(map: URL, baseUrl: string): Promise<FailedNews | null> {
  const [isMapReadable, isServiceThere] = await Promise.all([
    isReadable(map),
    isReadable(new URL('usher.js', baseUrl)),
  ]);
  if (isMapReadable) return null;
  if (isServiceThere) return notAllowed(location.origin);
  const message =
    `${new URL(baseUrl).origin} cannot be reached from this page. Check baseUrl, and that the Content-Security-Policy ` +
    'of this page allows it in connect-src and frame-src.';
  return { code: 'NOT_REACHED', message };
}

export function blockedHere(origin: string): FailedNews {
  const message = `The Content-Security-Policy of this page blocks the map. Add ${origin} to its frame-src.`;
  return { code: 'NOT_ALLOWED', message };
}

function notAllowed(origin: string): FailedNews {
  const message =
    `${origin} may not show the map. Add it to the organization's frameOrigins: PUT ` +
    `/api/private/management/v2.0/organization-config/ {"frameOrigins": ["${origin}"]}. ` +
    'Check that publicKey is of this organization.';
  return { code: 'NOT_ALLOWED', message };
}

async function isReadable(address: URL): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    return (await fetch(address, { credentials: 'omit', cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}
