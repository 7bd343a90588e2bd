import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { isLoopback } from './client-address.ts';

/**
 * Whether a request that changes something, or a live connection, may come from this origin: the address people open.
 * Outside production also the host it was sent to, by http or https. Programs that are no browsers send none.
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

/** The name in a `Host` header, without its port and the brackets of IPv6. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Whether a `Host` header is a name or address that every machine has for itself. */
export function isLoopbackHost(host: string): boolean {
  const name = nameOf(host);
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/**
 * Whether a `Host` header names this machine, so that the pages for developers may be shown. Any other name could be one
 * that a foreign site lets point here, to read them from a developer's browser. A server that listens to the network
 * (`HOST=0.0.0.0`) is asked for by its address, which no name can stand for.
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
