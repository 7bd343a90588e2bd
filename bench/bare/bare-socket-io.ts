import { createServer } from 'node:http';
import { Server } from 'socket.io';

export interface BareServer {
  url: string;
  emit(room: string, event: unknown): void;
  /** Sends events as Hearth does, in one message. */
  emitAll(room: string, events: unknown[]): void;
  stop(): Promise<void>;
}

/** Limit: Socket.IO alone, in the process that sends the events, so that no message between processes is needed. */
export async function startBareSocketIo(port: number): Promise<BareServer> {
  const http = createServer();
  const io = new Server(http, { path: '/live', transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    socket.on('subscribe', ({ channel }: { channel: string }, response: (state: unknown) => void) => {
      void socket.join(channel);
      response({ ok: true, seq: 0, missed: [] });
    });
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    emit: (room, event) => {
      io.to(room).emit('event', event);
    },
    emitAll: (room, events) => {
      io.to(room).emit('events', events);
    },
    stop: async () => await io.close(),
  };
}
