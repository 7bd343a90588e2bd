import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';

/**
 * Returns the path and query of a request target. Removes scheme and host from absolute targets
 * (`GET http://community.example/discover`), which proxies may send.
 */
export function toPath(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * @throws AppError `invalid_request` for two `Host` headers, a request line without a version (HTTP/0.9), or a target
 * that isn't a path.
 */
export function checkRequestLine(request: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    if (request.rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  const hasPath = request.url?.startsWith('/') ?? false;
  if (hosts > 1 || request.httpVersionMajor < 1 || !hasPath) throw new AppError('invalid_request');
}

/** Limits for reading the rest of a body after the response was sent, in bytes and milliseconds. */
const unreadBytes = 1024 * 1024;
const unreadTime = 5_000;

/**
 * Limits how much of a body is read if the response is sent before the whole body has arrived: a rejected upload isn't
 * read to its end. Call it before the response is sent. Clients that have almost finished can reuse the connection; for
 * others it is closed.
 */
export function limitUnreadBody(request: IncomingMessage): void {
  if (request.complete !== false || request.destroyed) return;
  const { socket } = request;
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), unreadTime);
  request.once('close', () => clearTimeout(timer));
  // Node would read and discard all of it without a limit.
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > unreadBytes) socket.destroy();
  });
  request.resume();
}
