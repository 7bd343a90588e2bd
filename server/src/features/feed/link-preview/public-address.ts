import ipaddr from 'ipaddr.js';

/**
 * Whether an address belongs to a machine on the open internet. Everything that is set aside for something else is not:
 * this machine, private and link-local networks, carriers' own, multicast, documentation, and the forms in which one kind
 * of address is wrapped in another.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (!(address instanceof ipaddr.IPv6)) return true;
  // Global unicast is 2000::/3 and nothing else; a zone names an interface of this machine.
  return ((address.parts[0] ?? 0) & 0xe000) === 0x2000 && !address.zoneId;
}
