import type { QueryClient } from '@tanstack/react-query';
import type {
  LiveEvent,
  LiveEventName,
  LiveSignal,
  LiveSignalName,
  LiveSignalPayload,
  PresenceChange,
  SubscribeResponse,
  WatchRequest,
  WatchResponse,
} from '#contract/live.ts';
import { audienceKinds, type ChannelKind, parseChannel } from '#contract/values/channels.ts';
import { LiveSignals, type SignalOf } from './live-signals.ts';

/** The part of a socket the live client needs; implemented by Socket.IO. */
export interface LiveSocket {
  connected: boolean;
  on(name: 'connect', handler: () => void): unknown;
  on(name: 'disconnect', handler: () => void): unknown;
  on(name: 'events', handler: (events: LiveEvent[]) => void): unknown;
  on(name: 'signal', handler: (signal: LiveSignal) => void): unknown;
  on(name: 'presence', handler: (change: PresenceChange) => void): unknown;
  on(name: 'closed', handler: (message: { channel: string }) => void): unknown;
  emit(
    name: 'subscribe',
    request: { channel: string; since: number | null },
    response: (response: SubscribeResponse) => void,
  ): unknown;
  emit(name: 'unsubscribe', request: { channel: string }): unknown;
  emit(name: 'signal', request: { channel: string; type: LiveSignalName; payload: unknown }): unknown;
  emit(name: 'watch', request: WatchRequest, response: (response: WatchResponse) => void): unknown;
  emit(name: 'visibility', request: { is_hidden: boolean }): unknown;
  disconnect(): unknown;
}

export type LiveState = 'idle' | 'connecting' | 'connected' | 'lost';

/** Passed to handlers with each event. `viewerId` is null for visitors who are not logged in. */
export interface LiveContext {
  client: QueryClient;
  viewerId: string | null;
}
export type EventOf<N extends LiveEventName> = Extract<LiveEvent, { type: N }>;
type Handler<N extends LiveEventName> = (event: EventOf<N>, context: LiveContext) => void;
type AnyHandler = (event: LiveEvent, context: LiveContext) => void;
type Refetch = (id: string, context: LiveContext) => void;

const handlers = new Map<LiveEventName, AnyHandler[]>();
const refetchers = new Map<ChannelKind, Refetch[]>();
type SummaryRefetch = (context: LiveContext, caughtUp: Promise<void>) => void;
const summaryRefetchers: SummaryRefetch[] = [];
/** Milliseconds after which summaries don't wait for the channels anymore. */
const longestCatchUp = 2_000;

/** Registers how a type of event updates the cache. Call it once, when the feature's live module loads. */
export function registerLiveHandler<N extends LiveEventName>(type: N, handler: Handler<N>): void {
  const only: AnyHandler = (event, context) => {
    if (event.type === type) handler(event as EventOf<N>, context);
  };
  handlers.set(type, [...(handlers.get(type) ?? []), only]);
}

/** Registers which queries to refetch when events of a channel were missed for good or access to it ended. */
export function registerChannelRefetch(kind: ChannelKind, refetch: Refetch): void {
  refetchers.set(kind, [...(refetchers.get(kind) ?? []), refetch]);
}

/**
 * Registers what to refetch after each connect, the first one included: summaries that events of channels without a
 * subscription keep current, such as a list of conversations. Such events aren't sent again. What isn't urgent waits for `caughtUp`:
 * then, what is on screen has what it missed.
 */
export function registerSummaryRefetch(refetch: SummaryRefetch): void {
  summaryRefetchers.push(refetch);
}

/** Updates the cache with an event, by the registered handlers of its type in the order of their registration. */
export function applyLiveEvent(event: LiveEvent, context: LiveContext): void {
  for (const handler of handlers.get(event.type) ?? []) handler(event, context);
}

/** Returns whether a handler is registered for a type of event. */
export function hasLiveHandler(type: LiveEventName): boolean {
  return handlers.has(type);
}

/** Refetches what the events of a channel (`space:{id}`) keep current, by the registered functions of its kind. */
export function refetchChannel(name: string, context: LiveContext): void {
  const { kind, id } = parseChannel(name);
  for (const refetch of refetchers.get(kind) ?? []) refetch(id, context);
}

interface Channel {
  users: number;
  /** Last sequence number applied to the cache; null until the first response if nothing was known. */
  seq: number | null;
  /** Sequence number after which no event was missed; null until the first response if nothing was known. */
  from: number | null;
  /** Events received before the subscription response; null once subscribed. */
  waiting: LiveEvent[] | null;
  closing: ReturnType<typeof setTimeout> | undefined;
  rejected: boolean;
}

/** Milliseconds a channel stays subscribed after its last user is gone. */
export const channelCloseDelay = 10_000;
/** Channels without a subscription whose last number is kept. */
const maxAmbientChannels = 1_000;
/** Milliseconds before each retry of a subscription that returned `invalid`. After the last one, it waits for a reconnect. */
export const invalidRetryDelays = [1_000, 5_000, 30_000];

/**
 * The client of live updates: tracks which channels are used, which events were applied, and what to request after
 * a connection loss. It does not open sockets; `attach` passes one in, before or after channels are used.
 */
export class LiveClient {
  #context: () => LiveContext;
  #channels = new Map<string, Channel>();
  #socket: LiveSocket | null = null;
  #state: LiveState = 'idle';
  #listeners = new Set<() => void>();
  #signals = new LiveSignals();
  #presenceListeners = new Set<(change: PresenceChange) => void>();
  #isHidden = false;
  /** The last number of each channel that events came from without a subscription. The channel used last is at the end. */
  #ambient = new Map<string, number>();

  constructor(context: () => LiveContext) {
    this.#context = context;
  }

  get state(): LiveState {
    return this.#state;
  }

  onState = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readState = (): LiveState => this.#state;

  attach(socket: LiveSocket): void {
    this.detach();
    this.#socket = socket;
    this.#setState('connecting');
    const isCurrent = () => this.#socket === socket;
    socket.on('connect', () => {
      if (isCurrent()) this.#start();
    });
    socket.on('disconnect', () => {
      if (!isCurrent()) return;
      for (const channel of this.#channels.values()) channel.waiting = [];
      this.#setState('lost');
    });
    socket.on('events', (events) => {
      for (const event of events) if (isCurrent()) this.#receive(event);
    });
    socket.on('signal', (signal) => {
      if (isCurrent()) this.#signals.receive(signal);
    });
    socket.on('presence', (change) => {
      if (isCurrent()) for (const listener of this.#presenceListeners) listener(change);
    });
    socket.on('closed', ({ channel }) => {
      if (isCurrent()) this.#closeForbidden(channel);
    });
    if (socket.connected) this.#start();
  }

  /** Subscribes to everything on a new connection. */
  #start(): void {
    if (this.#isHidden) this.#socket?.emit('visibility', { is_hidden: true });
    const caughtUp = this.#catchUp();
    // After the requests are sent, which would otherwise wait until the page has rendered the new state.
    this.#setState('connected');
    for (const refetch of summaryRefetchers) refetch(this.#context(), caughtUp);
  }

  /** Subscribes to all channels. Resolves once each has what it missed, or doesn't get it soon. */
  #catchUp(): Promise<void> {
    const subscribed = [...this.#channels.keys()].map(
      (name) => new Promise<void>((resolve) => this.#subscribe(name, 0, resolve)),
    );
    const late = new Promise<void>((resolve) => setTimeout(resolve, longestCatchUp));
    return Promise.race([Promise.all(subscribed).then(() => {}), late]);
  }

  /** Tells the server whether the page is in a hidden tab, now and after each reconnect. */
  setHidden(isHidden: boolean): void {
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    if (this.#state === 'connected') this.#socket?.emit('visibility', { is_hidden: isHidden });
  }

  /** Disconnects; channels stay registered. */
  detach(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.disconnect();
    for (const channel of this.#channels.values()) channel.waiting = [];
    this.#setState('idle');
  }

  /** Clears all sequence numbers, because another user has other permissions and another cache. */
  reset(): void {
    this.detach();
    this.#ambient.clear();
    for (const [name, channel] of this.#channels) {
      channel.seq = null;
      channel.from = null;
      channel.rejected = false;
      if (channel.users === 0) this.#forget(name, channel);
    }
  }

  /**
   * Subscribes to a channel, starting after the `live_cursor` of a response, until the returned function is called.
   * Users of the same channel share one subscription. If a later user has an older cursor, the events since then are
   * sent again; this is harmless because entities have versions.
   */
  subscribe(name: string, since: number | null): () => void {
    const known = this.#channels.get(name);
    const channel = known ?? {
      users: 0,
      seq: since,
      from: since,
      waiting: [],
      closing: undefined,
      rejected: false,
    };
    channel.users += 1;
    clearTimeout(channel.closing);
    channel.closing = undefined;
    const missesEvents = since !== null && (channel.from === null || since < channel.from);
    if (!known || channel.rejected || missesEvents) {
      channel.rejected = false;
      channel.seq = since;
      channel.from = since;
      this.#channels.set(name, channel);
      if (this.#socket?.connected) this.#subscribe(name);
    }
    let released = false;
    return () => {
      if (released) return;
      released = true;
      channel.users -= 1;
      if (channel.users > 0) return;
      channel.closing = setTimeout(() => this.#forget(name, channel), channelCloseDelay);
    };
  }

  /** Sends a signal to the other subscribers of a channel. It is dropped while the channel isn't subscribed to. */
  sendSignal<N extends LiveSignalName>(channel: string, type: N, payload: LiveSignalPayload<N>): void {
    const isSubscribed = this.#channels.get(channel)?.waiting === null;
    if (isSubscribed && this.#socket?.connected) this.#socket.emit('signal', { channel, type, payload });
  }

  /** Calls `listener` with each signal of a type that other users send, until the returned function is called. */
  onSignal<N extends LiveSignalName>(type: N, listener: (signal: SignalOf<N>) => void): () => void {
    return this.#signals.on(type, listener);
  }

  /** Tells the server which users are on screen. It is dropped without a connection, and `response` isn't called. */
  watch(request: WatchRequest, response: (response: WatchResponse) => void): void {
    const socket = this.#socket;
    if (!socket?.connected) return;
    socket.emit('watch', request, (received) => {
      if (this.#socket === socket) response(received);
    });
  }

  /** Calls `listener` when watched users come or go, until the returned function is called. */
  onPresence(listener: (change: PresenceChange) => void): () => void {
    this.#presenceListeners.add(listener);
    return () => this.#presenceListeners.delete(listener);
  }

  #forget(name: string, channel: Channel): void {
    clearTimeout(channel.closing);
    if (this.#channels.get(name) !== channel) return;
    this.#channels.delete(name);
    if (this.#socket?.connected) this.#socket.emit('unsubscribe', { channel: name });
  }

  #subscribe(name: string, retries = 0, responded = () => {}): void {
    const channel = this.#channels.get(name);
    const socket = this.#socket;
    if (!channel || !socket || channel.rejected) {
      responded();
      return;
    }
    const waiting: LiveEvent[] = [];
    channel.waiting = waiting;
    // False for an earlier connection, a released channel, and one that was requested again meanwhile.
    const isCurrent = () =>
      this.#socket === socket && this.#channels.get(name) === channel && channel.waiting === waiting;
    socket.emit('subscribe', { channel: name, since: channel.seq }, (response) => {
      // After what follows in this step.
      responded();
      if (!isCurrent()) return;
      if (!response.ok) {
        const delay = invalidRetryDelays[retries];
        if (response.reason === 'forbidden') this.#closeForbidden(name);
        else if (delay === undefined) this.#refetch(name);
        else setTimeout(() => isCurrent() && this.#subscribe(name, retries + 1), delay);
        return;
      }
      channel.waiting = null;
      if ('missed' in response) {
        for (const event of response.missed) this.#apply(channel, event);
      } else {
        channel.seq = response.seq;
        channel.from = response.seq;
        this.#refetch(name);
      }
      for (const event of waiting) this.#apply(channel, event);
      channel.seq = Math.max(channel.seq ?? 0, response.seq);
      channel.from ??= response.seq;
    });
  }

  #receive(event: LiveEvent): void {
    const channel = this.#channels.get(event.channel);
    if (!channel) {
      this.#receiveAmbient(event);
      return;
    }
    if (channel.rejected) return;
    if (channel.waiting) channel.waiting.push(event);
    else this.#apply(channel, event);
  }

  /** Applies an event of a channel that isn't subscribed to, which the server sends to everyone concerned. */
  #receiveAmbient(event: LiveEvent): void {
    const name = event.channel;
    if (!audienceKinds.has(parseChannel(name).kind) || event.seq <= (this.#ambient.get(name) ?? 0)) return;
    this.#ambient.delete(name);
    this.#ambient.set(name, event.seq);
    const [oldest] = this.#ambient.keys();
    if (oldest !== undefined && this.#ambient.size > maxAmbientChannels) this.#ambient.delete(oldest);
    applyLiveEvent(event, this.#context());
  }

  #apply(channel: Channel, event: LiveEvent): void {
    if (channel.seq !== null && event.seq <= channel.seq) return;
    channel.seq = event.seq;
    applyLiveEvent(event, this.#context());
  }

  /** Stops a channel that the viewer may not access until it is subscribed again, and refetches its data. */
  #closeForbidden(name: string): void {
    const channel = this.#channels.get(name);
    if (!channel || channel.rejected) return;
    channel.rejected = true;
    channel.waiting = null;
    this.#refetch(name);
  }

  #refetch(name: string): void {
    refetchChannel(name, this.#context());
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
