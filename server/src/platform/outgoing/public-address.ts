import ipaddr from 'ipaddr.js';

/**
 * Returns whether an address is public. Rejects every special-purpose range: loopback, private, link-local,
 * carrier-grade NAT, multicast and documentation addresses, and the forms in which one kind of address embeds another.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (!(address instanceof ipaddr.IPv6)) return true;
  // Global unicast is 2000::/3 only. A zone names a network interface of this machine.
  return ((address.parts[0] ?? 0) & 0xe000) === 0x2000 && !address.zoneId;
}
