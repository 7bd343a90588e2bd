import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { type ClientAddress, networkOf } from '../http/requests/client-address.ts';
import type { Logger } from '../log.ts';
import { createCutLog } from './connections.ts';
import { costOfCut, type LiveLimits } from './live-limits.ts';
import { sessionOf } from './live-socket.ts';

interface FrameLimitOptions {
  limits: LiveLimits;
  log: Logger;
  clientAddress: ClientAddress;
}

/** Parts that one message may come in. Clients send a message of the size allowed here in one part. */
const maxFragments = 32;

/**
 * Returns the WebSocket server class for Socket.IO that counts every frame and terminates connections over their budget.
 * Socket.IO reports neither pings and pongs, nor what a client sends before its upgrade from polling is complete, nor
 * what arrives on a connection that it is closing.
 */
export function limitFrames({ limits, log, clientAddress }: FrameLimitOptions): typeof WebSocketServer {
  const note = createCutLog(log);
  let connections = 0;

  const watch = (websocket: WebSocket, request: IncomingMessage): void => {
    connections += 1;
    // All upgrades of one session share one budget.
    const key = sessionOf(request) ?? `websocket ${connections}`;
    const source = { network: networkOf(clientAddress(request)), userId: null };
    let isOver = false;
    const count = () => {
      if (isOver || limits.take('frame', key, source) === 0) return;
      isOver = true;
      note('limited');
      limits.charge('connect', null, source, costOfCut);
      websocket.terminate();
    };
    for (const event of ['message', 'ping', 'pong'] as const) websocket.on(event, count);
  };

  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, maxFragments });
    }
    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      callback: (websocket: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (websocket, upgraded) => {
        // Before Socket.IO adds its listeners, so that the count is first.
        watch(websocket, request);
        callback(websocket, upgraded);
      });
    }
  } as typeof WebSocketServer;
}
