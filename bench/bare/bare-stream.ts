/* Limit: the framework alone, streaming a range of a file. */
import { createReadStream } from 'node:fs';
import fastify from 'fastify';
import { serveParent } from '../processes/child.ts';

const app = fastify();

const handlers = {
  async start({ port, path, bytes, total }: { port: number; path: string; bytes: number; total: number }) {
    app.get('/video', async (_request, reply) =>
      reply
        .code(206)
        .headers({ 'content-length': bytes, 'content-range': `bytes 0-${bytes - 1}/${total}` })
        .type('video/mp4')
        .send(createReadStream(path, { start: 0, end: bytes - 1 })),
    );
    await app.listen({ port, host: '127.0.0.1' });
  },
};
export type BareStream = typeof handlers;

serveParent(handlers, async () => await app.close());
