/* Limit: the framework alone, sending prepared bytes. */
import fastify from 'fastify';
import { serveParent } from '../processes/child.ts';

const app = fastify();

const handlers = {
  async start(input: { port: number; bodies: Record<string, string>; headers: Record<string, string> }) {
    for (const [path, body] of Object.entries(input.bodies)) {
      app.get(path, async (_request, reply) => reply.headers(input.headers).send(body));
    }
    await app.listen({ port: input.port, host: '127.0.0.1' });
  },
};
export type BareFastify = typeof handlers;

serveParent(handlers, async () => await app.close());
