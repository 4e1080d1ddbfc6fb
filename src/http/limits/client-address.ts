/**
 * The address of a client: the remote address of its connection, or the entry of the configured proxies in
 * X-Forwarded-For. Promises one text per client: IPv4 addresses as they are, also when mapped into IPv6, and IPv6 as
 * its /64, the block that one customer gets. Never trusts an entry that the client could have written itself.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of a request that is needed here; a `DirectRequest` has it as well. */
export interface Sender {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * `proxies`: the number of proxies in front of the service; each appends the address that it sees to X-Forwarded-For.
 */
export function clientAddressOf({ headers, socket }: Sender, proxies: number): string {
  const remote = socket.remoteAddress ?? '';
  const header = headers['x-forwarded-for'];
  const forwarded =
    proxies === 0 || header === undefined ? null : normalAddress(entryFromRight(String(header), proxies));
  return forwarded ?? normalAddress(remote) ?? remote;
}

/** Ranges of addresses that no client on the internet has. `carrierGradeNat`: shared addresses (RFC 6598). */
const insideRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal'];

/**
 * True when an unconfigured proxy seems to be in front: a request that was forwarded by its own headers comes from an
 * inside address.
 */
export function isBehindUnknownProxy({ headers, socket: { remoteAddress = '' } }: Sender): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false;
  return isInside(remoteAddress);
}

function isInside(address: string): boolean {
  return isIP(address) !== 0 && insideRanges.includes(ipaddr.process(address).range());
}

/**
 * The address of a connection's other end, if that is the client itself; null when it is a proxy, or may be one that is
 * not configured (`proxies` undefined).
 */
export function peerAddressOf({ remoteAddress }: Sender['socket'], proxies: number | undefined): string | null {
  if (remoteAddress === undefined || (proxies ?? 0) > 0) return null;
  if (proxies === undefined && isInside(remoteAddress)) return null;
  return normalAddress(remoteAddress);
}

/**
 * The client of a request behind an unknown proxy, as the request names it: the entry that the nearest proxy wrote, if
 * there is one. The client may have written it itself, so the result never equals an address.
 */
export function claimedAddressOf({ headers, socket }: Sender): string {
  const list = String(headers['x-forwarded-for'] ?? headers.forwarded ?? '');
  const last = entryFromRight(list, 1).trim().slice(0, claimLengthMax);
  return `${normalAddress(last) ?? last} by ${socket.remoteAddress ?? ''}`;
}

const claimLengthMax = 100;

/** The n-th entry from the right; the leftmost when there are fewer. */
function entryFromRight(list: string, count: number): string {
  let end = list.length;
  for (let seen = 1; ; seen++) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    if (seen === count || comma === -1) return list.slice(comma + 1, end);
    end = comma;
  }
}

const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/** Null when the text is no address. Some proxies append a port. */
function normalAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const trimmed = text.trim();
  const [, six, four] = withPort.exec(trimmed) ?? [];
  const bare = six ?? four ?? trimmed;
  // Node is asked first: the library also takes forms such as 127.1.
  if (isIP(bare) === 0) return null;
  const address = ipaddr.process(bare);
  if (address.kind() === 'ipv4') return address.toString();
  // Behind a translator the last 32 bits are the IPv4 address.
  if (address.range() === 'rfc6052') return new ipaddr.IPv4(address.toByteArray().slice(12)).toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
