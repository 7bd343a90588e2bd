import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { isLoopback } from './client-address.ts';

/**
 * Whether a write or a live connection may come from this origin: the public URL, and outside production also the host
 * of the request, with http or https. Clients other than browsers send no origin.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
  environment: Config['environment'],
): boolean {
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  if (environment === 'production' || host === undefined) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Returns the name in a `Host` header, without the port and the brackets of IPv6. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Whether a `Host` header is a loopback name or address. */
export function isLoopbackHost(host: string): boolean {
  const name = nameOf(host);
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/**
 * Returns whether a `Host` header names this machine: only then are developer pages shown. Otherwise, another site could
 * make its own name point to this machine and read the pages in a developer's browser (DNS rebinding). If the server listens on all
 * interfaces (`HOST=0.0.0.0`), any IP address is accepted: it can't be rebound.
 */
export function isDeveloperHost(
  host: string | undefined,
  config: Pick<Config, 'host' | 'publicUrl'>,
): boolean {
  if (host === undefined) return false;
  const name = nameOf(host);
  if (isLoopbackHost(host) || name === config.host.toLowerCase()) return true;
  if (config.publicUrl && name === nameOf(new URL(config.publicUrl).host)) return true;
  return isIP(name) !== 0 && ['0.0.0.0', '::'].includes(config.host);
}
