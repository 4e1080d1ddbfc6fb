/** Addresses of other sites to which a browser is sent, or from which it loads a picture. */
import { constraint } from './constraint.ts';
import { text } from './fields.ts';

const lengthMax = 2_048;
/** Where a developer runs a shop; nothing leaves the machine, so it needs no TLS. */
const ownMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

export const webAddress = text(1, lengthMax).refine((value) => isSafe(value), {
  message: 'must be an address with https, and without a login in it',
  params: constraint('PATTERN'),
  // Ends the checks: only a URL has an origin.
  abort: true,
});

/** Whether a browser can be sent there: https, or http on the developer's own machine. */
function isSafe(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ownMachine.test(hostname));
}
