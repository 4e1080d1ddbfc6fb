/**
 * The address of a client: the remote address of its connection, or the entry of the configured proxies in
 * X-Forwarded-For. Promises one text per client: IPv4 addresses as they are, also when mapped into IPv6, and IPv6 as
 * its /64, the block that one customer gets. Never trusts an entry that the client could have written itself.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

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

/** Addresses that no client on the internet has: loopback, private, link-local and shared (RFC 6598) ones. */
const inside = new BlockList();
const insideNetworks = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const;
for (const [network, prefix] of insideNetworks) inside.addSubnet(network, prefix, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fe80::', 10, 'ipv6');

/**
 * True when an unconfigured proxy seems to be in front: a request that was forwarded by its own headers comes from an
 * inside address.
 */
export function isBehindUnknownProxy({ headers, socket: { remoteAddress = '' } }: Sender): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false;
  return isInside(remoteAddress);
}

function isInside(address: string): boolean {
  // Mapped IPv4 addresses are checked as IPv4.
  return inside.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
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

const mappedPrefix = '::ffff:';
const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/** Null when the text is no address. Some proxies append a port. */
function normalAddress(text: string): string | null {
  const unmapped = text.startsWith(mappedPrefix) ? text.slice(mappedPrefix.length) : text.trim();
  if (isIPv4(unmapped)) return unmapped;
  const [, six, four] = withPort.exec(text.trim()) ?? [];
  const bare = six ?? four ?? text.trim();
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? normalIPv6(bare) : null;
}

/** The prefixes before the 32 bits of an IPv4 address: mapped (RFC 4291), and behind a translator (RFC 6052). */
const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** The first four of the eight groups name the network; an IPv4 address is in the last two. */
function normalIPv6(address: string): string {
  const groups = groupsOf(address);
  const hex = groups.map((group) => group.toString(16));
  if (!ipv4Prefixes.includes(hex.slice(0, 6).join(':'))) return `${hex.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .map((group) => `${group >>> 8}.${group & 255}`)
    .join('.');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [text = ''] = address.split('%', 1);
  const [head = [], tail = []] = text.split('::').map((half) => half.split(':').filter(Boolean).flatMap(groupsOfPart));
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** One group, or the two that an IPv4 address at the end stands for. */
function groupsOfPart(part: string): number[] {
  if (!part.includes('.')) return [Number.parseInt(part, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}
