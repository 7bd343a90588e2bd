import { io, type Socket } from 'socket.io-client';
import type { LiveClientMessages, LiveServerMessages } from '#contract/live.ts';
import type { LiveSocket } from './live-client.ts';

/** Waits between tries, in milliseconds: quick at first, so that a restarted server is found within two seconds. */
const firstWait = 200;
const longestWait = 1_500;
/** Tries after which the server counts as away for longer, and the longest wait from then on. */
const patientAfter = 40;
const patientWait = 15_000;

/** A socket that reconnects by itself for as long as it is not told to end. */
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
  manager.on('reconnect_attempt', (attempt) => {
    manager.reconnectionDelayMax(attempt > patientAfter ? patientWait : longestWait);
  });
  // A server that ends the connection itself (a session that is over, a slow client) is not tried again by the library.
  socket.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect') return;
    setTimeout(() => {
      if (!ended) socket.connect();
    }, firstWait);
  });
  // Also when it counts as connected: a connection of the lost network is dead, which only shows after a minute.
  const backOnline = () => void socket.disconnect().connect();
  window.addEventListener('online', backOnline);
  return {
    get connected() {
      return socket.connected;
    },
    on: socket.on.bind(socket) as LiveSocket['on'],
    emit: socket.emit.bind(socket) as LiveSocket['emit'],
    disconnect() {
      ended = true;
      window.removeEventListener('online', backOnline);
      socket.disconnect();
    },
  };
}
