import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * The proxies whose `X-Forwarded-For` is trusted: none, this many in a row, or those with an address in one of these
 * networks (`10.0.0.0/8`, `192.0.2.7`).
 */
export type TrustedProxies = null | number | readonly string[];

/** Loopback, private, link-local and unique local networks: the usual addresses of one's own proxy. */
export const privateNetworks: readonly string[] = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
];

const maxHops = 10;

/**
 * Parses the setting `TRUST_PROXY`: `off`, `on` (loopback and private networks), a number of proxies, or a
 * comma-separated list of addresses and networks. Returns undefined if it isn't valid.
 */
export function parseTrustedProxies(setting: string): TrustedProxies | undefined {
  if (setting === 'off') return null;
  if (setting === 'on') return privateNetworks;
  if (/^\d+$/.test(setting)) {
    const hops = Number(setting);
    return hops >= 1 && hops <= maxHops ? hops : undefined;
  }
  const networks = setting.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // A network with all addresses would trust everyone.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Normalizes an IP address: no zone, no port, IPv4-mapped IPv6 as IPv4. Returns null if it isn't an address. */
function parseAddress(text: string): string | null {
  const trimmed = text.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, '');
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  return isIP(mapped) ? mapped.toLowerCase() : null;
}

/**
 * Returns the client's address: the right-most address of `X-Forwarded-For` and the connection that isn't a trusted
 * proxy. Everything to the left of it was written by the client and is ignored, as are values that aren't addresses.
 */
export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

export function createClientAddress(trusted: TrustedProxies): ClientAddress {
  const networks = typeof trusted === 'object' && trusted ? blockListOf(trusted) : null;
  const isTrusted = (address: string, hop: number): boolean => {
    if (networks) return networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return typeof trusted === 'number' && hop < trusted;
  };
  return ({ headers, socket }) => {
    let address = parseAddress(socket.remoteAddress ?? '') ?? '0.0.0.0';
    if (trusted === null) return address;
    const header = headers['x-forwarded-for'] ?? '';
    const forwarded = (Array.isArray(header) ? header.join(',') : header).split(',');
    for (let hop = 0; isTrusted(address, hop); hop += 1) {
      const before = parseAddress(forwarded.pop() ?? '');
      if (!before) break;
      address = before;
    }
    return address;
  };
}

/** Whether an address is a loopback address. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));

/** Headers that proxies add. */
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Whether the request came through a proxy. */
export const isForwarded = (request: Pick<IncomingMessage, 'headers'>): boolean =>
  forwardingHeaders.some((name) => request.headers[name] !== undefined);

/**
 * Returns the network that limits count: one IPv4 address, or the /64 network of an IPv6 address, because one customer
 * has all addresses of it.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    // An IPv4 address at the end takes the place of two groups.
    const after = tail === '' ? [] : tail.split(':');
    const length = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
    while (groups.length + length < 8) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
