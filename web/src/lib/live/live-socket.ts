import { notifyManager } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import type { LiveClientMessages, LiveServerMessages } from '#contract/live.ts';
import type { LiveSocket } from './live-client.ts';

/** Retry delays in milliseconds: short at first, so that a restarted server is found within two seconds. */
const firstWait = 200;
const longestWait = 1_500;
/** After this number of attempts the server counts as down, and the longest delay applies. */
const fastAttempts = 40;
const patientWait = 15_000;
/** Milliseconds after which a handshake counts as failed. */
const handshakeTimeout = 5_000;
/** Seconds to wait if a server that rejects a connection doesn't say how long. */
const defaultRejectedWait = 5;
/** The longest wait after a rejection, and how long a connection must last to reset the number of rejections. */
const longestRejectedWait = 300_000;
const resetAfter = 60_000;

/**
 * Returns the milliseconds until the next try after the server rejected or closed `rejections` connections in a row. That's
 * at least `retryAfter` seconds, doubled each time, plus up to half of that at random, so that browsers don't all
 * reconnect together.
 */
export function waitAfterRejection(retryAfter: number, rejections: number): number {
  const wait = Math.min(retryAfter * 1000 * 2 ** (rejections - 1), longestRejectedWait);
  return wait * (1 + Math.random() / 2);
}

/** How often it is checked whether the device slept, and how much time must be missing then, in milliseconds. */
const sleepCheck = 5_000;
const sleepTime = 30_000;
/** Reasons to connect that come within this time are one, in milliseconds. */
const togetherMs = 1_000;

/** Calls `listener` once the device of a visible page wakes up. Its timers stood still, and it may not know that it lost its network. */
function onWake(listener: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const slept = Date.now() - last > sleepTime;
    last = Date.now();
    // Browsers slow down the timers of hidden pages.
    if (slept && document.visibilityState === 'visible') listener();
  }, sleepCheck);
  const restart = () => {
    last = Date.now();
  };
  document.addEventListener('visibilitychange', restart);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', restart);
  };
}

/** Calls `listener` once a page that was hidden is visible again, unless it is connected or connecting then. */
function onVisible(listener: () => void, isConnected: () => boolean): () => void {
  const check = () => {
    // After the page has told the server that it's visible: that shows a connection that ended meanwhile.
    setTimeout(() => {
      if (document.visibilityState === 'visible' && !isConnected()) listener();
    });
  };
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

/** Calls `listener` when a new connection is worth trying at once: the network is back, the device woke up, or someone looks again. */
function onReturn(listener: () => void, isConnected: () => boolean): () => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  const call = () => {
    calledAt = performance.now();
    listener();
  };
  window.addEventListener('online', call);
  const stops = [
    onWake(call),
    // Phones say both at once.
    onVisible(() => performance.now() - calledAt > togetherMs && call(), isConnected),
  ];
  return () => {
    window.removeEventListener('online', call);
    for (const stop of stops) stop();
  };
}

type Listener = (...values: never[]) => void;

/** Returns a listener whose changes of the cache are shown together: the page renders once for all events of a message. */
const together =
  (listener: Listener): Listener =>
  (...values) =>
    notifyManager.batch(() => listener(...values));

type OwnSocket = Socket<LiveServerMessages, LiveClientMessages>;

/** What a socket receives and sends. */
function passOn(socket: OwnSocket): Pick<LiveSocket, 'on' | 'emit'> {
  const on = socket.on.bind(socket) as (name: string, listener: Listener) => unknown;
  const emit = socket.emit.bind(socket) as (name: string, ...values: unknown[]) => unknown;
  return {
    on: (name: string, listener: Listener) => on(name, together(listener)),
    emit: (name: string, request: unknown, ...responses: Listener[]) =>
      emit(name, request, ...responses.map(together)),
  };
}

/** Knows whether a handshake is under way that can still succeed. The first one is. */
function followHandshake(socket: OwnSocket) {
  let begunAt: number | null = performance.now();
  const begin = (): void => {
    begunAt = performance.now();
  };
  return {
    begin,
    connect(): void {
      begin();
      socket.connect();
    },
    end(): void {
      begunAt = null;
    },
    isUnderWay: (): boolean => begunAt !== null && performance.now() - begunAt < handshakeTimeout,
  };
}

/** Counts how often the server rejected or closed connections in a row. One that lasted resets the number. */
function countRejections() {
  let count = 0;
  /** When the open connection began; 0 without one. */
  let connectedAt = 0;
  return {
    begin(): void {
      connectedAt = Date.now();
    },
    end(): void {
      if (connectedAt > 0 && Date.now() - connectedAt > resetAfter) count = 0;
      connectedAt = 0;
    },
    /** Counts a rejection. Returns the milliseconds until the next try. */
    waitAfter(retryAfter: number): number {
      count += 1;
      return waitAfterRejection(retryAfter, count);
    },
  };
}

/** Opens a socket that reconnects until it is disconnected by the client. */
export function openLiveSocket(): LiveSocket {
  let wasConnected = false;
  const socket: OwnSocket = io({
    // Then the page shows who was online, which a server that has just started doesn't know yet.
    auth: (send) => send({ is_return: wasConnected }),
    path: '/live',
    transports: ['websocket', 'polling'],
    reconnectionDelay: firstWait,
    reconnectionDelayMax: longestWait,
    randomizationFactor: 0.4,
    timeout: handshakeTimeout,
  });
  const manager = socket.io;
  let ended = false;
  const handshake = followHandshake(socket);
  let retry: ReturnType<typeof setTimeout> | undefined;
  const rejections = countRejections();

  const connectAfter = (wait: number): void => {
    clearTimeout(retry);
    retry = setTimeout(() => {
      retry = undefined;
      if (!ended) handshake.connect();
    }, wait);
  };
  const reconnectLater = (retryAfter: number): void => {
    socket.disconnect();
    connectAfter(rejections.waitAfter(retryAfter));
  };

  manager.on('reconnect_attempt', (attempt) => {
    handshake.begin();
    manager.reconnectionDelayMax(attempt > fastAttempts ? patientWait : longestWait);
  });
  socket.on('connect', () => {
    handshake.end();
    rejections.begin();
    wasConnected = true;
  });
  socket.on('limited', ({ retry_after }) => {
    rejections.end();
    reconnectLater(retry_after);
  });
  socket.on('stopping', ({ reconnect_within }) => {
    rejections.end();
    socket.disconnect();
    connectAfter(firstWait * (1 + Math.random()) + reconnect_within * 1000 * Math.random());
  });
  // The library doesn't retry connections that the server rejects after the handshake.
  socket.on('connect_error', (error: Error & { data?: { retry_after?: number } }) => {
    handshake.end();
    if (!socket.active) reconnectLater(error.data?.retry_after ?? defaultRejectedWait);
  });
  // Nor those that the server closes, because the session has ended.
  socket.on('disconnect', (reason) => {
    rejections.end();
    if (reason === 'io server disconnect') connectAfter(firstWait * (1 + Math.random()));
  });
  // Reconnects even if the socket seems connected: it takes a minute to notice that the old network is gone. Keeps waiting if
  // the server told it to.
  const backOnline = () => {
    if (retry !== undefined) return;
    socket.disconnect();
    handshake.connect();
  };
  const stopListening = onReturn(backOnline, () => socket.connected || handshake.isUnderWay());
  return {
    get connected() {
      return socket.connected;
    },
    ...passOn(socket),
    disconnect() {
      ended = true;
      clearTimeout(retry);
      stopListening();
      socket.disconnect();
    },
  };
}
