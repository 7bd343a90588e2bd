import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** How an outside address may be reached. Tests pass their own. */
export interface FetchPolicy {
  /** Returns all addresses of a host name. */
  resolve: (host: string) => Promise<{ address: string; family: number }[]>;
  mayConnect: (address: string) => boolean;
  /** Allowed ports besides the default ports of http and https. */
  ports: readonly string[];
  /** Whether only https is allowed. */
  isSecure?: boolean;
}

export const publicInternetPolicy: FetchPolicy = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  mayConnect: isPublicAddress,
  ports: [],
};

export interface Limits {
  /** For the whole request, including redirects and name resolution. */
  milliseconds: number;
  bytes: number;
  redirects: number;
  /** Accepted content types. */
  type: RegExp;
  accept: string;
  userAgent: string;
  /** Whether a longer response is truncated (the beginning is enough) or rejected. */
  cut: boolean;
}

export interface Fetched {
  /** The final address after redirects. */
  url: string;
  content_type: string;
  body: Buffer;
}

/** The address may not be fetched or its response was not acceptable. The message is for the log only. */
export class FetchError extends Error {
  override name = 'FetchError';
}

/**
 * Parses an http or https address.
 * @throws FetchError for another scheme, credentials or an unusual port
 */
export function parseHttpUrl(text: string, policy: Pick<FetchPolicy, 'ports' | 'isSecure'>): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new FetchError('scheme');
  if (policy.isSecure && url.protocol !== 'https:') throw new FetchError('scheme');
  if (url.username || url.password) throw new FetchError('credentials');
  // `URL` drops a scheme's default port, so 80 and 443 only remain when used with the other scheme.
  if (!['', '80', '443', ...policy.ports].includes(url.port)) throw new FetchError('port');
  return url;
}

/** Returns the address to connect to. Throws if any address of the name is forbidden. */
async function requireAddress(url: URL, policy: FetchPolicy): Promise<{ address: string; family: number }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await policy.resolve(host);
  const [first] = found;
  if (!first) throw new FetchError('no address');
  if (!found.every(({ address }) => policy.mayConnect(address))) throw new FetchError('forbidden address');
  return first;
}

interface OutgoingRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string | number>;
  body?: Buffer;
}

/** Connects to that address only: the name is not resolved a second time. */
function open(
  url: URL,
  to: { address: string; family: number },
  { method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const pinned = ((_host, options, callback) =>
      options.all ? callback(null, [to]) : callback(null, to.address, to.family)) as LookupFunction;
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      lookup: pinned,
      agent: false,
      signal,
      method,
      maxHeaderSize: 16 * 1024,
      headers: { ...headers, connection: 'close' },
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end(body);
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

function startTimeout(milliseconds: number): { signal: AbortSignal; timeout: Promise<never> } {
  const signal = AbortSignal.timeout(milliseconds);
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new FetchError('too slow')), { once: true });
  });
  timeout.catch(() => {});
  return { signal, timeout };
}

/**
 * Sends a POST to an outside address, without following redirects and without connecting to a forbidden address. Returns
 * the status and headers of the response; its body isn't read.
 * @throws FetchError or a network error
 */
export async function postLimited(
  address: string,
  request: { headers: Record<string, string | number>; body: Buffer; milliseconds: number },
  policy: FetchPolicy,
): Promise<{ status: number; headers: IncomingMessage['headers'] }> {
  const { signal, timeout } = startTimeout(request.milliseconds);
  const url = parseHttpUrl(address, policy);
  const to = await Promise.race([requireAddress(url, policy), timeout]);
  const response = await open(url, to, { method: 'POST', ...request }, signal);
  response.destroy();
  return { status: response.statusCode ?? 0, headers: response.headers };
}

/**
 * Fetches an outside address with GET within limits, without cookies and without connecting to a forbidden address.
 * Each redirect is checked like the first address.
 * @throws FetchError or a network error
 */
export async function fetchLimited(address: string, limits: Limits, policy: FetchPolicy): Promise<Fetched> {
  const { signal, timeout } = startTimeout(limits.milliseconds);
  let url = parseHttpUrl(address, policy);
  for (let hops = 0; ; hops += 1) {
    const to = await Promise.race([requireAddress(url, policy), timeout]);
    const { accept, userAgent } = limits;
    const headers = { accept, 'accept-encoding': 'identity', 'user-agent': userAgent };
    const response = await open(url, to, { method: 'GET', headers }, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        if (hops >= limits.redirects) throw new FetchError('too many redirects');
        const next = URL.parse(headers.location, url);
        url = parseHttpUrl(next?.href ?? '', policy);
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
