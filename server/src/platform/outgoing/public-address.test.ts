import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const forbidden: [string, string][] = [
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['loopback', '::1'],
  ['unspecified', '0.0.0.0'],
  ['unspecified', '0.1.2.3'],
  ['unspecified', '::'],
  ['private', '10.0.0.1'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.254'],
  ['private', '192.168.1.1'],
  ['link-local, cloud metadata', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.254'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.250'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.9'],
  ['documentation', '2001:db8::1'],
  ['benchmarks', '198.18.0.1'],
  ['benchmarks', '198.19.255.254'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['cloud metadata', 'fd00:ec2::254'],
  ['deprecated site-local', 'fec0::1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1'],
  ['IPv4 in IPv6, even a public one', '::ffff:8.8.8.8'],
  ['IPv4 in IPv6', '::ffff:7f00:1'],
  ['IPv4 in IPv6, deprecated form', '::127.0.0.1'],
  ['IPv4 translated', '64:ff9b::7f00:1'],
  ['IPv4 translated', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:53aa:64c::1'],
  ['discarded', '100::1'],
  ['not an address', 'localhost'],
  ['not an address', ''],
];

describe('isPublicAddress', () => {
  it.each(forbidden)('rejects %s: %s', (_range, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:220:1::1',
    '2a00:1450:4001::8a',
  ])('accepts a public address: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
