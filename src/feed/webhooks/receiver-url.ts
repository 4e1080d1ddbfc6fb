/**
 * Which URLs a webhook may have: https to a public host on a usual port, without credentials. The host's addresses are
 * checked again at every connection, see `receiver-connection.ts`; this check only reports a mistake early.
 */
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export const urlLengthMax = 2048;
/** Ports below belong to protocols that must not be spoken to by accident. */
const lowestFreePort = 1024;

/** Why the URL cannot be used, or null. `allowsPrivate`: http and private addresses are allowed too. */
export function whyNotReceiver(text: string, allowsPrivate: boolean): string | null {
  // The WHATWG parser drops these silently, so that the stored text would not be the URL that is called.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain white space or control characters';
  const url = URL.parse(text);
  if (url === null) return 'must be a URL';
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a fragment';
  if (allowsPrivate) return null;
  if (url.port !== '' && Number(url.port) < lowestFreePort) return `must have port 443 or one from ${lowestFreePort}`;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'must not be a private or reserved address';
  if (/^(.*\.)?localhost\.?$/.test(host) || !host.includes('.')) return 'must have a public host name';
  return null;
}
