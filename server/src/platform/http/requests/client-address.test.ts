import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientAddress, networkOf, parseTrustedProxies } from './client-address.ts';

function addressOf(setting: string, remoteAddress: string | undefined, forwarded?: string): string {
  const trusted = parseTrustedProxies(setting);
  if (trusted === undefined) throw new Error(`${setting} isn't valid`);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  return createClientAddress(trusted)(request);
}
const visitor = '203.0.113.7';
const long = '1'.repeat(200);

describe('The client address', () => {
  it.each([
    // setting, connection, X-Forwarded-For, expected
    ['off', visitor, undefined, visitor],
    ['off', visitor, '127.0.0.1', visitor],
    ['off', '127.0.0.1', visitor, '127.0.0.1'],
    ['off', '::ffff:203.0.113.7', undefined, visitor],
    ['on', '127.0.0.1', visitor, visitor],
    ['on', '127.0.0.1', `127.0.0.1, ${visitor}`, visitor],
    ['on', '127.0.0.1', `198.51.100.1, ${visitor}, 10.0.0.3`, visitor],
    ['on', '::ffff:172.17.0.1', `spoofed, ${visitor}`, visitor],
    ['on', 'fd00::1', visitor, visitor],
    ['on', visitor, '198.51.100.1', visitor],
    ['on', '127.0.0.1', undefined, '127.0.0.1'],
    ['on', '127.0.0.1', long, '127.0.0.1'],
    ['on', '127.0.0.1', `${long}, ${visitor}`, visitor],
    ['on', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['on', '127.0.0.1', `${visitor}, `, '127.0.0.1'],
    ['on', '127.0.0.1', `${visitor}:5312`, visitor],
    ['on', '127.0.0.1', '[2001:DB8::7]:5312', '2001:db8::7'],
    ['on', 'fe80::1%eth0', '2001:db8::7', '2001:db8::7'],
    ['1', '192.0.2.9', `198.51.100.1, ${visitor}`, visitor],
    ['1', '127.0.0.1', `198.51.100.1, 192.168.1.5`, '192.168.1.5'],
    ['2', '192.0.2.9', `198.51.100.1, ${visitor}, 192.0.2.8`, visitor],
    ['2', '192.0.2.9', visitor, visitor],
    ['192.0.2.0/24', '192.0.2.9', `198.51.100.1, ${visitor}`, visitor],
    ['192.0.2.0/24, 2001:db8:ff::/48', '2001:db8:ff::1', `${visitor}, 192.0.2.1`, visitor],
    ['192.0.2.9', '192.0.2.10', visitor, '192.0.2.10'],
    ['on', undefined, visitor, '0.0.0.0'],
  ])(
    'with TRUST_PROXY=%s, connection %s and X-Forwarded-For %s is %s',
    (setting, remote, forwarded, expected) => {
      expect(addressOf(setting, remote, forwarded)).toBe(expected);
    },
  );

  it.each([
    '0',
    '11',
    '-1',
    'yes',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '::/0',
    '300.1.1.1',
    '10.0.0.1,',
    '1.2.3.4/8/8',
  ])('has no valid setting %s', (setting) => expect(parseTrustedProxies(setting)).toBeUndefined());
});

describe('The network for limits', () => {
  it.each([
    [visitor, visitor],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});
