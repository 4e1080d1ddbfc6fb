/**
 * The security headers of the pages: they may load and run only files of this service. Only the pages for buyers may be
 * framed, by the origins that the organization allows, and show pictures of other sites: that of the event, and the logo.
 */

/** Content Security Policy of a page, without the frames that it may be in and its pictures. */
const pageDirectives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const forBuyers: ReadonlySet<string> = new Set(['map']);

export function isForBuyers(page: string): boolean {
  return forBuyers.has(page);
}

export interface ForeignOrigins {
  /** The sites that may embed the page; each has passed the check of `frameOrigins`. */
  readonly frames: readonly string[];
  /** The sites of the pictures, as `URL` writes them. */
  readonly pictures: readonly string[];
}

type Headers = Readonly<Record<string, string>>;

/** Of a page. */
export function pageHeaders({ frames, pictures }: ForeignOrigins): Headers {
  const directives = `${pageDirectives}; ${['img-src', "'self'", 'data:', 'blob:', ...pictures].join(' ')}`;
  if (frames.length === 0) return { ...denied, 'Content-Security-Policy': `${directives}; frame-ancestors 'none'` };
  // X-Frame-Options cannot name origins; browsers prefer frame-ancestors where both are present.
  return { 'Content-Security-Policy': `${directives}; frame-ancestors 'self' ${frames.join(' ')}` };
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
