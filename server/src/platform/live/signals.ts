import { type LiveSignal, liveSignals, signalRequest } from '#contract/live.ts';
import { parseChannel } from '#contract/values/channels.ts';
import type { Viewer } from '../access.ts';
import type { Database } from '../db/database.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';
import type { Audiences } from './audiences.ts';
import type { LiveChannelMap } from './live-channels.ts';
import type { LiveLimits } from './live-limits.ts';
import { type LiveIo, type LiveSocket, userRoom } from './live-socket.ts';
import { type Carrier, signalTopic } from './outbox/carrier.ts';

interface SignalOptions {
  db: Database;
  log: Logger;
  io: LiveIo;
  limits: LiveLimits;
  queue: FairQueue;
  channels: LiveChannelMap;
  audiences: Audiences;
  carrier: Carrier;
}

/** Passes signals on between clients. They are never stored, and lost if something fails. */
export interface Signals {
  /** Handles the signals that a client sends. */
  serve(socket: LiveSocket): void;
  /** Sends a signal of any process to the clients of this one. */
  receive(signal: string): void;
}

/** A signal on its way between processes, with the users who must not get it. */
interface SentSignal {
  signal: LiveSignal;
  except: string[];
}

/** Maximum length of a payload as JSON. */
const maxPayload = 2_048;

/** Returns the signal of a request; null if the request is invalid. */
function parseSignal(request: unknown, userId: string): LiveSignal | null {
  const parsed = signalRequest.safeParse(request);
  if (!parsed.success) return null;
  const { channel, type } = parsed.data;
  const declared = liveSignals[type];
  const payload = declared.payload.safeParse(parsed.data.payload);
  if (parseChannel(channel).kind !== declared.channel || !payload.success) return null;
  if (JSON.stringify(payload.data).length > maxPayload) return null;
  return { channel, type, payload: payload.data, user_id: userId };
}

export function createSignals({
  db,
  log,
  io,
  limits,
  queue,
  channels,
  audiences,
  carrier,
}: SignalOptions): Signals {
  const report = (error: unknown): void => {
    if (!reportUnavailable(log, error)) log.error({ err: error }, 'a signal could not be sent');
  };
  const send = async (socket: LiveSocket, viewer: Viewer, signal: LiveSignal): Promise<void> => {
    const { kind, id } = parseChannel(signal.channel);
    const isSubscribed = () => socket.connected && socket.rooms.has(signal.channel);
    const authorized =
      isSubscribed() && (await channels.get(kind)?.authorizeSignal?.(db, viewer, id, signal));
    // The subscription may have been closed meanwhile.
    if (!authorized || !isSubscribed()) return;
    const sent: SentSignal = { signal, except: authorized.except };
    await carrier.send([{ topic: signalTopic, body: JSON.stringify(sent) }], []);
  };
  const deliver = async (text: string): Promise<void> => {
    const { signal, except } = JSON.parse(text) as SentSignal;
    const isForAudience = (liveSignals[signal.type].to as string) === 'audience';
    const audience = isForAudience ? await audiences.of(signal.channel) : [];
    io.to([signal.channel, ...audience.map(userRoom)])
      .except([signal.user_id, ...except].map(userRoom))
      .emit('signal', signal);
  };

  return {
    serve(socket) {
      const { viewer, source } = socket.data;
      socket.on('signal', (request) => {
        const signal = viewer && parseSignal(request, viewer.user_id);
        if (!signal || limits.take('signal', socket.id, source) > 0) return;
        queue
          .run(source.userId ?? source.network, socket.id, () => send(socket, viewer, signal))
          .catch(report);
      });
    },
    receive: (signal) => void deliver(signal).catch(report),
  };
}
