/* The load generator, a separate process so that its work does not slow down the server. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { serveParent } from './child.ts';

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Paths requested in turn instead of the one of `url`. */
  paths?: string[];
  /** JSON sent with each request; `%id%` becomes a new id, `%n%` an increasing number modulo `modulo`. */
  body?: string;
  modulo?: number;
  /** Added to `%n%`. */
  from?: number;
}
export interface LoadResult {
  /** Responses per second with status 200. */
  perSecond: number;
  /** Milliseconds. */
  median: number;
  p97: number;
  p99: number;
  /** Responses with another status, and failed connections. */
  failures: number;
  bytesEach: number;
}

let n = 0;

async function run(load: Load): Promise<LoadResult> {
  const { body, paths, modulo = 1_000_000_000, from = 0 } = load;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    n += 1;
    if (paths) request.path = paths[n % paths.length];
    if (body) request.body = body.replace('%id%', randomUUID()).replace('%n%', String(from + (n % modulo)));
    return request;
  };
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    requests: [{ method: load.method ?? 'GET', headers: load.headers ?? {}, setupRequest }],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    median: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
    bytesEach: Math.round(result.throughput.total / Math.max(1, result.requests.total)),
  };
}

const handlers = { run };
export type LoadChild = typeof handlers;
serveParent(handlers);
