import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';

/**
 * The path and query of a request target. Targets in absolute form (`GET http://community.example/discover`), which
 * proxies may send, lose scheme and host.
 */
export function toPath(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * @throws AppError `invalid_request` for two `Host` lines, a request line without a version (HTTP/0.9), and a target that
 * is no path.
 */
export function checkRequestLine(request: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    if (request.rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  const hasPath = request.url?.startsWith('/') ?? false;
  if (hosts > 1 || request.httpVersionMajor < 1 || !hasPath) throw new AppError('invalid_request');
}

/** Bytes, and milliseconds, that the rest of a body may still take once its request has been answered. */
const unreadBytes = 1024 * 1024;
const unreadTime = 5_000;

/**
 * Bounds what is read of a body whose request is answered before it has arrived: a refused upload is not read to its end.
 * To be called before the answer goes out. Senders who are nearly through can use the connection again; the others lose
 * it.
 */
export function limitUnreadBody(request: IncomingMessage): void {
  if (request.complete !== false || request.destroyed) return;
  const { socket } = request;
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), unreadTime);
  request.once('close', () => clearTimeout(timer));
  // Read here, and not left to Node, which would discard all of it without a bound.
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > unreadBytes) socket.destroy();
  });
  request.resume();
}
