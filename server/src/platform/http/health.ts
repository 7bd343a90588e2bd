import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { selectAlive } from '../db/alive.queries.ts';
import type { Database } from '../db/database.ts';
import { conflictRetries, unavailableFailures } from '../unavailable.ts';
import { pageFailures } from './page-failures.ts';

/** How long, in milliseconds, the database may take to count as reachable. */
const healthTimeout = 2_000;

/** `/api/health/live` (the process runs), `/api/health` (it can serve: the database answers) and `/metrics`. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const counter of [pageFailures, unavailableFailures, conflictRetries])
    registry.registerMetric(counter);
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
  app.get('/api/health/live', async () => ({ status: 'live' }));
  app.get('/api/health', async (_request, reply) => {
    const isReady = await Promise.race([
      selectAlive(db).then(
        () => true,
        () => false,
      ),
      setTimeout(healthTimeout, false, { ref: false }),
    ]);
    return isReady ? { status: 'ready' } : reply.code(503).send({ status: 'database unreachable' });
  });
  app.get('/metrics', async (request, reply) => {
    // The figures are the operator's: asked for from this machine, or through the operator's own proxy rule.
    if (request.ip !== '127.0.0.1' && request.ip !== '::1') return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
