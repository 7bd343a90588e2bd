import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** How an outside address is reached; tests put their own in place. */
export interface FetchPolicy {
  /** All addresses of a host name. */
  resolve: (host: string) => Promise<{ address: string; family: number }[]>;
  mayConnect: (address: string) => boolean;
  /** Ports beside the normal ones of the two schemes. */
  ports: readonly string[];
}

export const publicInternetPolicy: FetchPolicy = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  mayConnect: isPublicAddress,
  ports: [],
};

export interface Limits {
  /** Of everything together, redirects and resolving included. */
  milliseconds: number;
  bytes: number;
  redirects: number;
  /** What the answer may be, as a pattern of its content type. */
  type: RegExp;
  accept: string;
  userAgent: string;
  /** Whether a longer answer is cut (its beginning is enough) or refused. */
  cut: boolean;
}

export interface Fetched {
  /** Where it was found after redirects. */
  url: string;
  content_type: string;
  body: Buffer;
}

/** An outside address that is not fetched, or did not answer as it must; the reason is for the log only. */
export class FetchError extends Error {
  override name = 'NotFetched';
}

/** @throws FetchError unless it is a plain web address on a normal port. */
export function parseHttpUrl(text: string, reach: Pick<FetchPolicy, 'ports'>): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new FetchError('scheme');
  if (url.username || url.password) throw new FetchError('credentials');
  // A normal port is not written in a parsed address, except one scheme's on the other.
  if (!['', '80', '443', ...reach.ports].includes(url.port)) throw new FetchError('port');
  return url;
}

/** The one address to connect to. A name with a single forbidden address among its own is refused. */
async function requireAddress(url: URL, reach: FetchPolicy): Promise<{ address: string; family: number }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await reach.resolve(host);
  const [first] = found;
  if (!first) throw new FetchError('no address');
  if (!found.every(({ address }) => reach.mayConnect(address))) throw new FetchError('forbidden address');
  return first;
}

/** Connects to that address and no other: the name is not resolved a second time. */
function open(url: URL, to: { address: string; family: number }, limits: Limits, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const pinned = ((_host, options, callback) =>
      options.all ? callback(null, [to]) : callback(null, to.address, to.family)) as LookupFunction;
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      lookup: pinned,
      agent: false,
      signal,
      maxHeaderSize: 16 * 1024,
      headers: {
        accept: limits.accept,
        'accept-encoding': 'identity',
        'user-agent': limits.userAgent,
        connection: 'close',
      },
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end();
  });
}

async function readBody(response: IncomingMessage, limits: Limits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const room = limits.bytes - size;
    if (chunk.length > room && !limits.cut) throw new FetchError('too long');
    chunks.push(chunk.subarray(0, room));
    size += Math.min(chunk.length, room);
    if (chunk.length > room) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Fetches an outside address by GET within limits, without cookies and without ever connecting to an address that is not
 * allowed; each redirect is checked like the first address.
 * @throws FetchError, or what the network throws.
 */
export async function fetchLimited(address: string, limits: Limits, reach: FetchPolicy): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new FetchError('too slow')), { once: true });
  });
  late.catch(() => {});
  let url = parseHttpUrl(address, reach);
  for (let hops = 0; ; hops += 1) {
    const to = await Promise.race([requireAddress(url, reach), late]);
    const response = await open(url, to, limits, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        if (hops >= limits.redirects) throw new FetchError('too many redirects');
        const next = URL.parse(headers.location, url);
        url = parseHttpUrl(next?.href ?? '', reach);
        continue;
      }
      if (statusCode !== 200) throw new FetchError(`status ${statusCode}`);
      const type = headers['content-type'] ?? '';
      if (!limits.type.test(type)) throw new FetchError('kind');
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new FetchError('encoding');
      return { url: url.href, content_type: type, body: await readBody(response, limits) };
    } finally {
      response.destroy();
    }
  }
}
