/**
 * The security headers of the pages: they may load and run only files of this service, and only the pages for buyers may
 * be framed, by the origins that the organization allows.
 */

/** Content Security Policy of a page, without the frames that it may be in. */
const pageDirectives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** The pages that other sites may embed. */
const embeddable: ReadonlySet<string> = new Set(['map']);

export function isEmbeddable(page: string): boolean {
  return embeddable.has(page);
}

type Headers = Readonly<Record<string, string>>;

/** Of a page. `origins`: the sites that may embed it; each has passed `frameOrigin`. */
export function pageHeaders(origins: readonly string[]): Headers {
  if (origins.length === 0)
    return { ...denied, 'Content-Security-Policy': `${pageDirectives}; frame-ancestors 'none'` };
  // X-Frame-Options cannot name origins; browsers prefer frame-ancestors where both are present.
  return { 'Content-Security-Policy': `${pageDirectives}; frame-ancestors 'self' ${origins.join(' ')}` };
}

/** The origins that may embed a page may read it too: the component finds out in this way why a browser shows no map. */
export function readableBy(origins: readonly string[], origin: string): Headers {
  return origins.includes(origin) ? { 'Access-Control-Allow-Origin': origin } : {};
}

const denied = { 'X-Frame-Options': 'DENY' };

/** Of a file that a page loads: opened on its own it can do nothing. */
export const fileHeaders: Headers = {
  ...denied,
  // A shop's own page may import the client from here. The files are public, and nothing in them depends on the caller.
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};
