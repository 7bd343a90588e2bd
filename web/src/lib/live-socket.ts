import { io, type Socket } from 'socket.io-client';
import type { LiveClientMessages, LiveServerMessages } from '#contract/live.ts';
import type { LiveSocket } from './live-client.ts';

/** Retry delays in milliseconds: short at first, so that a restarted server is found within two seconds. */
const firstWait = 200;
const longestWait = 1_500;
/** After this number of attempts the server counts as down, and the longest delay applies. */
const fastAttempts = 40;
const patientWait = 15_000;
/** Seconds to wait when a server that refuses a connection does not say how long. */
const refusedWait = 5;
/** The longest wait after a refusal, and how long a connection must last for earlier refusals to be forgotten. */
const longestRefusedWait = 300_000;
const forgottenAfter = 60_000;

/**
 * Milliseconds until the next try after the server refused or ended a connection `refusals` times in a row: at least what
 * it asked for, doubled each time, plus up to half of that at random, so that browsers don't all reconnect together.
 */
export function waitAfterRefusal(retryAfter: number, refusals: number): number {
  const wait = Math.min(retryAfter * 1000 * 2 ** (refusals - 1), longestRefusedWait);
  return wait * (1 + Math.random() / 2);
}

/** Opens a socket that reconnects until it is disconnected by the client. */
export function openLiveSocket(): LiveSocket {
  const socket: Socket<LiveServerMessages, LiveClientMessages> = io({
    path: '/live',
    transports: ['websocket', 'polling'],
    reconnectionDelay: firstWait,
    reconnectionDelayMax: longestWait,
    randomizationFactor: 0.4,
    timeout: 5_000,
  });
  const manager = socket.io;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  /** When the open connection began; 0 without one. */
  let connectedAt = 0;

  const connectAfter = (wait: number): void => {
    clearTimeout(retry);
    retry = setTimeout(() => {
      retry = undefined;
      if (!ended) socket.connect();
    }, wait);
  };
  const comeBackLater = (retryAfter: number): void => {
    refusals += 1;
    socket.disconnect();
    connectAfter(waitAfterRefusal(retryAfter, refusals));
  };

  manager.on('reconnect_attempt', (attempt) => {
    manager.reconnectionDelayMax(attempt > fastAttempts ? patientWait : longestWait);
  });
  socket.on('connect', () => {
    connectedAt = Date.now();
  });
  const endConnection = (): void => {
    if (connectedAt > 0 && Date.now() - connectedAt > forgottenAfter) refusals = 0;
    connectedAt = 0;
  };
  socket.on('limited', ({ retry_after }) => {
    endConnection();
    comeBackLater(retry_after);
  });
  // The library doesn't retry connections that the server rejects after the handshake.
  socket.on('connect_error', (error: Error & { data?: { retry_after?: number } }) => {
    if (!socket.active) comeBackLater(error.data?.retry_after ?? refusedWait);
  });
  // Nor those that the server closes, because the session has ended or the server stops.
  socket.on('disconnect', (reason) => {
    endConnection();
    if (reason === 'io server disconnect') connectAfter(firstWait * (1 + Math.random()));
  });
  // Reconnects even if the socket seems connected: it takes a minute to notice that the old network is gone. Keeps waiting if
  // the server asked for it.
  const backOnline = () => {
    if (retry === undefined) socket.disconnect().connect();
  };
  window.addEventListener('online', backOnline);
  return {
    get connected() {
      return socket.connected;
    },
    on: socket.on.bind(socket) as LiveSocket['on'],
    emit: socket.emit.bind(socket) as LiveSocket['emit'],
    disconnect() {
      ended = true;
      clearTimeout(retry);
      window.removeEventListener('online', backOnline);
      socket.disconnect();
    },
  };
}
