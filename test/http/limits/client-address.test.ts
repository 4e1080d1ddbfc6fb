/** The client's address: from the socket or from trusted proxies, never from a forged header. */
import { clientAddressOf, isBehindUnknownProxy, peerAddressOf } from '#http/limits/client-address.ts';

const sender = (remoteAddress: string, forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
});

describe('the address of a client', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['0:0:0:0:0:FFFF:198.51.100.7', '198.51.100.7'],
    ['64:ff9b::198.51.100.7', '198.51.100.7'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s counts as %s', (remoteAddress, address) => {
    expect(clientAddressOf(sender(remoteAddress), 0)).toBe(address);
  });

  const proxy = '10.0.0.1';
  test.each<[string, number, string, string]>([
    ['nothing if there are no proxies', 0, '203.0.113.1', proxy],
    ['the last entry behind one proxy', 1, '203.0.113.1', '203.0.113.1'],
    ['no entry that the client has sent', 1, '192.0.2.66, 203.0.113.1', '203.0.113.1'],
    ['the last but one entry behind two proxies', 2, '192.0.2.66,203.0.113.1 , 10.0.0.2', '203.0.113.1'],
    ['the first one when there are fewer than proxies', 3, '203.0.113.1, 10.0.0.2', '203.0.113.1'],
    ['IPv6 by its /64', 1, '2001:db8::1', '2001:db8:0:0::/64'],
    ['mapped addresses as IPv4', 1, '::ffff:203.0.113.1', '203.0.113.1'],
    ['addresses without their ports', 1, '203.0.113.1:4711', '203.0.113.1'],
    ['IPv6 without its brackets and port', 1, '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['nothing for an invalid address, but the socket’s', 1, '203.0.113.1, unknown', proxy],
    ['nothing for an empty entry, but the socket’s', 1, '203.0.113.1,', proxy],
    ['nothing for a header of commas, but the socket’s', 2, ',,,', proxy],
  ])('takes from X-Forwarded-For %s', (_, proxies, forwarded, address) => {
    expect(clientAddressOf(sender(proxy, forwarded), proxies)).toBe(address);
  });

  test('is the socket’s if the header is missing', () => {
    expect(clientAddressOf(sender(proxy), 2)).toBe(proxy);
  });
});

test('an unknown proxy is assumed if a private address sends X-Forwarded-For', () => {
  const inside = [
    '127.0.0.1',
    '::1',
    '::ffff:10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    'fe80::1',
  ];
  for (const address of inside) {
    expect([address, isBehindUnknownProxy(sender(address, '203.0.113.1'))]).toEqual([address, true]);
    expect([address, isBehindUnknownProxy(sender(address))]).toEqual([address, false]);
  }
  for (const address of ['198.51.100.7', '2001:db8::1', '']) {
    expect([address, isBehindUnknownProxy(sender(address, '203.0.113.1'))]).toEqual([address, false]);
  }
});

test.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['::ffff:203.0.113.7', 0, '203.0.113.7'],
  ['2001:db8:1:2::9', undefined, '2001:db8:1:2::/64'],
  ['127.0.0.1', 0, '127.0.0.1'],
  ['127.0.0.1', undefined, null],
  ['::ffff:10.0.0.1', undefined, null],
  ['203.0.113.7', 1, null],
  [undefined, 0, null],
])('the connection from %s with TRUST_PROXY %s is one of %s', (remoteAddress, proxies, address) => {
  expect(peerAddressOf({ remoteAddress }, proxies)).toBe(address);
});
