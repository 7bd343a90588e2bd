import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const forbidden: [string, string][] = [
  ['this machine', '127.0.0.1'],
  ['this machine', '127.255.255.254'],
  ['this machine', '::1'],
  ['no machine', '0.0.0.0'],
  ['no machine', '0.1.2.3'],
  ['no machine', '::'],
  ['private', '10.0.0.1'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.254'],
  ['private', '192.168.1.1'],
  ['link-local, the metadata of clouds', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['of carriers', '100.64.0.1'],
  ['of carriers', '100.127.255.254'],
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
  ['the metadata of clouds', 'fd00:ec2::254'],
  ['site-local of old', 'fec0::1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1'],
  ['IPv4 in IPv6, even a public one', '::ffff:8.8.8.8'],
  ['IPv4 in IPv6', '::ffff:7f00:1'],
  ['IPv4 in IPv6, the form of old', '::127.0.0.1'],
  ['IPv4 translated', '64:ff9b::7f00:1'],
  ['IPv4 translated', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:53aa:64c::1'],
  ['discarded', '100::1'],
  ['not an address', 'localhost'],
  ['not an address', ''],
];

describe('an address to connect to', () => {
  it.each(forbidden)('is not one of %s: %s', (_why, address) => {
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
  ])('is one on the open internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
