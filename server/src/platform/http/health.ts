import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { ping } from '../db/alive.queries.ts';
import type { Database } from '../db/database.ts';
import { liveCuts, liveEventsSent } from '../live/live-metrics.ts';
import { conflictRetries, unavailableFailures } from '../unavailable.ts';
import { rateLimited } from './limits/rate-limit-metrics.ts';
import { pageFailures } from './pages/page-failures.ts';
import { isForwarded, isLoopback } from './requests/client-address.ts';
import { isLoopbackHost } from './requests/origin.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read the metrics. If `METRICS_TOKEN` is set, it must have the token (`Authorization: Bearer …`).
 * Otherwise it must come from this machine, use a loopback host name, and not come through a proxy.
 */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const { authorization, host = '' } = request.headers;
  if (token !== null) {
    return authorization !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
  }
  const { remoteAddress = '' } = request.socket;
  return (
    isLoopback(remoteAddress.replace(/^::ffff:/, '')) && isLoopbackHost(host) && !isForwarded(request.raw)
  );
}

/** The database counts as unreachable if it takes longer than this to reply, in milliseconds. */
const healthTimeout = 2_000;

/** Adds `/api/health/live` (the process runs), `/api/health` (the database replies) and `/metrics`. */
export function healthRoutes(app: FastifyInstance, db: Database, config: Pick<Config, 'metricsToken'>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(pageFailures);
  registry.registerMetric(rateLimited);
  registry.registerMetric(liveCuts);
  registry.registerMetric(liveEventsSent);
  registry.registerMetric(unavailableFailures);
  registry.registerMetric(conflictRetries);
  const durations = new Histogram({
    name: 'hearth_http_request_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  // Concurrent requests share one check: health has no budget, and the database may be overloaded.
  let checking: Promise<void> | null = null;
  const checkDatabase = (): Promise<void> => {
    checking ??= ping(db).finally(() => {
      checking = null;
    });
    return checking;
  };
  app.get('/api/health/live', async () => ({ status: 'live' }));
  app.get('/api/health', async (_request, reply) => {
    const isReady = await Promise.race([
      checkDatabase().then(
        () => true,
        () => false,
      ),
      setTimeout(healthTimeout, false, { ref: false }),
    ]);
    // Not translated: monitoring reads it.
    return isReady ? { status: 'ready' } : reply.code(503).send({ status: 'database unreachable' });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
