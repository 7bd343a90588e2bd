import { nowMs } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import { reportUnavailable } from '../../unavailable.ts';
import { type Carrier, presenceTopic } from '../outbox/carrier.ts';
import { createPresenceExchange, type PresenceExchange } from './exchange.ts';
import { createLocalPresence, type PresentSocket } from './local-presence.ts';
import type { OnlineUsers } from './online-users.ts';

/** How often connections are looked at, and changes sent, in milliseconds. */
const checkEvery = 2_000;

export interface PresenceOptions {
  users: OnlineUsers;
  carrier: Carrier;
  log: Logger;
}

/** Tells the other processes who is online on this one, and learns who is on theirs. */
export interface RunningPresence extends Pick<PresenceExchange, 'receive' | 'greet'> {
  stop(): Promise<void>;
}

/**
 * Keeps `users` current: with the users of the connections of this process, and those of the others, whose messages the caller
 * passes to `receive`. `also` is called each time after that, whether or not others could be told.
 */
export function startPresence(
  { users, carrier, log }: PresenceOptions,
  listSockets: () => Iterable<PresentSocket>,
  also: () => Promise<void> = async () => {},
): RunningPresence {
  const look = createLocalPresence(listSockets);
  const exchange = createPresenceExchange(users, {
    maxBytes: carrier.maxBytes,
    send: (messages) => carrier.send(messages, []),
  });
  const report = (error: unknown): void => {
    if (!reportUnavailable(log, error)) log.error({ err: error }, 'presence could not be exchanged');
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= exchange
      .tick(look(nowMs()))
      .catch(report)
      .then(also)
      .catch(report)
      .finally(() => {
        running = null;
      });
  }, checkEvery);
  timer.unref();
  return {
    receive: exchange.receive,
    greet: () => exchange.greet().catch(report),
    async stop() {
      clearInterval(timer);
      await running;
      await exchange.stop().catch(report);
    },
  };
}

/** Learns who is online from the other processes, on one without live connections. Returns a function that stops this. */
export async function followPresence(options: PresenceOptions): Promise<() => Promise<void>> {
  const presence = startPresence(options, () => []);
  const listener = await options.carrier.listen([presenceTopic], {
    receive: (_topic, body) => presence.receive(body),
    catchUp: () => void presence.greet(),
  });
  return async () => {
    await presence.stop();
    await listener.stop();
  };
}
