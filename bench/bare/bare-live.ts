/* Limit of reconnects: Socket.IO alone, which knows no rights and misses no events, in the framework alone, which sends prepared bytes. */
import fastify from 'fastify';
import { Server } from 'socket.io';
import { listen } from '#server/platform/http/listen.ts';
import { serveParent } from '../processes/child.ts';

const app = fastify();
const io = new Server(app.server, { path: '/live', transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  socket.on('subscribe', ({ channel }: { channel: string }, respond: (state: unknown) => void) => {
    void socket.join(channel);
    respond({ ok: true, seq: 0, missed: [] });
  });
});

const handlers = {
  async start({ port, path, body }: { port: number; path: string; body: string }) {
    app.get(path, async (_request, reply) => reply.type('application/json').send(body));
    await listen(app, { port, host: '127.0.0.1' });
    return { url: `http://127.0.0.1:${port}` };
  },
};
export type BareLive = typeof handlers;

serveParent(handlers, async () => {
  await io.close();
  process.exit();
});
