/**
 * Which addresses a webhook may be sent to: public ones. Refuses private, loopback, link-local, shared, multicast,
 * documentation and reserved ranges, anycast services of the own network (AS112, AMT), and every IPv6 form that hides an IPv4 address, so that no organization can reach
 * the operator's own network through the service.
 */
import { BlockList, isIP } from 'node:net';

const refused4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // AS112 and AMT: a network answers them itself.
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  refused4.addSubnet(network, prefix, 'ipv4');
}

/**
 * Global unicast addresses. Loopback, link-local (fe80::/10), unique local (fc00::/7), multicast, IPv4-mapped and
 * IPv4-compatible addresses and NAT64 (64:ff9b::/96 and 64:ff9b:1::/48) are outside this range.
 */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Refused ranges inside it: protocol assignments with Teredo, AMT and AS112, documentation, 6to4, AS112. */
const refused6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  refused6.addSubnet(network, prefix, 'ipv6');
}

/** False for anything that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  // An address with a zone index, such as fe80::1%eth0, is never global.
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}
