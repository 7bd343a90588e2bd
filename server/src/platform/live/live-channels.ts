import {
  accessEvents,
  type LiveEvent,
  type LiveEventName,
  type LivePayload,
  type LiveSignal,
} from '#contract/live.ts';
import { audienceKinds, type ChannelKind, personalKinds } from '#contract/values/channels.ts';
import type { Viewer } from '../access.ts';
import type { Db } from '../db/database.ts';

/** Which users an event concerns whose rights to a channel, or place in its audience, may have changed. */
type AccessEvents = { [N in LiveEventName]?: (event: Extract<LiveEvent, { type: N }>) => string[] };

/** An event for one user. */
export type PersonalEvent = {
  [N in LiveEventName]: { user_id: string; type: N; payload: LivePayload<N> };
}[LiveEventName];

/** How a feature serves the channels of a kind that it owns. `id` is the part of the channel after the kind. */
export interface LiveChannelKind {
  /** Returns whether a viewer may receive the events of the channel now. */
  canSubscribe: (db: Db, viewer: Viewer | null, id: string) => Promise<boolean>;
  /**
   * Returns the users who get every event of the channel on all their connections, also on those that aren't subscribed to
   * it. Each process caches the result until an event of `accessEvents` changes it. The kind must be in `audienceKinds`.
   */
  audience?: (db: Db, id: string) => Promise<string[]>;
  /**
   * The events after which subscriptions are checked again and audiences are read again, before any later event is sent.
   * An event of a channel of this kind is about that channel, and is also sent to the users that the function returns. An
   * event of another channel, such as `membership.changed`, is about all channels of this kind. The types must be among the
   * `accessEvents` of the contract.
   */
  accessEvents?: AccessEvents;
  /**
   * Says what users get instead of an event of the channel. The kind must be in `personalKinds`. `usersOf` returns the users that
   * an event concerns, and `eventsFor` the events for those of them who are connected to this process, in portions.
   */
  personal?: {
    usersOf: (event: LiveEvent) => readonly string[];
    eventsFor: (db: Db, event: LiveEvent, userIds: readonly string[]) => AsyncIterable<PersonalEvent[]>;
  };
  /** Returns the users who must not get a signal of a subscriber; null if it may not be sent now. Without it, nobody sends any. */
  authorizeSignal?: (
    db: Db,
    viewer: Viewer,
    id: string,
    signal: Pick<LiveSignal, 'type' | 'payload'>,
  ) => Promise<{ except: string[] } | null>;
}

/** The kinds of channels that a feature owns. */
export type LiveChannels = {
  readonly [K in Exclude<ChannelKind, 'user' | 'space' | 'post' | 'category'>]?: LiveChannelKind;
};

/** The kinds of channels that features own, by name. */
export type LiveChannelMap = ReadonlyMap<string, LiveChannelKind>;

/**
 * Returns the channels of all features. Throws if two own the same kind, if a kind can't have an audience, or if an event isn't
 * among those that change access.
 */
export function collectLiveChannels(
  features: { name: string; liveChannels?: LiveChannels }[],
): LiveChannelMap {
  const found = new Map<string, LiveChannelKind>();
  for (const { name, liveChannels = {} } of features) {
    for (const [kind, channel] of Object.entries(liveChannels)) {
      if (found.has(kind)) throw new Error(`The feature ${name} owns the live channels ${kind} again`);
      if (channel.audience && !audienceKinds.has(kind as ChannelKind))
        throw new Error(`The live channels ${kind} have an audience, but audienceKinds doesn't contain them`);
      if (channel.personal && !personalKinds.has(kind as ChannelKind))
        throw new Error(
          `The live channels ${kind} send personal events, but personalKinds doesn't contain them`,
        );
      for (const type of Object.keys(channel.accessEvents ?? {})) {
        if (!accessEvents.has(type)) throw new Error(`accessEvents of the contract doesn't contain ${type}`);
      }
      found.set(kind, channel);
    }
  }
  return found;
}

/** Returns the users whose access to the channels of a kind an event may have changed; null if it changes none. */
export function usersOfAccessEvent({ accessEvents }: LiveChannelKind, event: LiveEvent): string[] | null {
  const usersOf = accessEvents?.[event.type] as ((event: LiveEvent) => string[]) | undefined;
  return usersOf?.(event) ?? null;
}
