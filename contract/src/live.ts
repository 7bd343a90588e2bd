import { z } from 'zod';
import { auditLiveEvents } from './features/audit/audit.ts';
import { authLiveEvents } from './features/auth/auth.ts';
import { calendarLiveEvents } from './features/calendar/calendar.ts';
import { chatLiveEvents } from './features/chat/chat.ts';
import { chatLiveSignals } from './features/chat/chat-signals.ts';
import { commentLiveEvents } from './features/comments/comments.ts';
import { courseLiveEvents } from './features/courses/courses.ts';
import { draftLiveEvents } from './features/drafts/drafts.ts';
import { leaderboardLiveEvents } from './features/leaderboard/leaderboard.ts';
import { mapLiveEvents } from './features/map/map.ts';
import { memberLiveEvents } from './features/members/members.ts';
import { moderationLiveEvents } from './features/moderation/moderation.ts';
import { broadcastLiveEvents, notificationLiveEvents } from './features/notifications/notifications.ts';
import { pollLiveEvents } from './features/polls/polls.ts';
import { postLiveEvents } from './features/posts/posts.ts';
import { followLiveEvents } from './features/profiles/follows.ts';
import { quizLiveEvents } from './features/quizzes/quizzes.ts';
import { setupLiveEvents } from './features/spaces/setup.ts';
import { spaceLiveEvents } from './features/spaces/spaces.ts';
import { videoLiveEvents } from './features/videos/videos.ts';
import { id } from './schema/endpoint.ts';
import { mergeFeatures } from './schema/merge-features.ts';
import { channelKinds } from './values/channels.ts';
import { maxWatched } from './values/limits.ts';

/** A channel, such as `space:{id}`. */
export const channel = z
  .string()
  .regex(new RegExp(`^(${channelKinds.join('|')}):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`));

/** All live events. Their names are in the past tense. */
export const liveEvents = mergeFeatures({
  posts: postLiveEvents,
  comments: commentLiveEvents,
  moderation: moderationLiveEvents,
  audit: auditLiveEvents,
  polls: pollLiveEvents,
  drafts: draftLiveEvents,
  spaces: spaceLiveEvents,
  members: memberLiveEvents,
  map: mapLiveEvents,
  notifications: notificationLiveEvents,
  broadcasts: broadcastLiveEvents,
  leaderboard: leaderboardLiveEvents,
  auth: authLiveEvents,
  setup: setupLiveEvents,
  calendar: calendarLiveEvents,
  courses: courseLiveEvents,
  quizzes: quizLiveEvents,
  videos: videoLiveEvents,
  chat: chatLiveEvents,
  follows: followLiveEvents,
});
export type LiveEventName = keyof typeof liveEvents;
export type LivePayload<N extends LiveEventName> = z.output<(typeof liveEvents)[N]>;

/**
 * The events after which the server checks subscriptions and audiences again. It does so before it sends any event that was
 * committed later.
 */
export const accessEvents: ReadonlySet<string> = new Set<LiveEventName>([
  'membership.changed',
  'space.changed',
  'session.ended',
  'conversation.changed',
  'block.changed',
  'space_chat.changed',
  'presence.changed',
  'course.changed',
  'course.deleted',
  'course.tree_changed',
  'categories.changed',
  'post.moved',
  'member.level_changed',
  'course.completion_changed',
]);

/** Whether those who get the event can open the new category of the post. */
const showsCategory = ({ is_limited, category_id }: LivePayload<'post.moved'>): boolean =>
  !is_limited || category_id !== null;

/**
 * Whether an event may change who can see what. A page that was completed opens others, which closes nothing, and neither does a move
 * to a category without rules, or one that only those get who can open it.
 */
export const changesAccess = ({ type, payload }: { type: string; payload: unknown }): boolean =>
  accessEvents.has(type) &&
  !(type === 'course.completion_changed' && (payload as { completed_at: unknown }).completed_at !== null) &&
  !(type === 'post.moved' && showsCategory(payload as LivePayload<'post.moved'>));

/**
 * The events that carry nothing but new totals, and what they count. Of several that arrive within a tenth of a second, everyone
 * gets the last one only, and the user who caused one gets that one too.
 */
export const counterEvents: { [N in LiveEventName]?: (payload: LivePayload<N>) => string } = {
  // Feeds move posts with new comments, which aren't caused by a reaction.
  'post.stats_changed': ({ post_id, actor }) => `${post_id} ${actor ? 'reactions' : 'comments'}`,
  'comment.reactions_changed': ({ comment_id }) => comment_id,
};

/**
 * A delivered event. `seq` rises within a channel, in which a client resumes from the largest it has seen. All channels share
 * the numbers, with gaps: the `live_cursor` of a response is valid for each of them.
 */
export type LiveEvent = {
  [N in LiveEventName]: { seq: number; channel: string; type: N; payload: LivePayload<N> };
}[LiveEventName];

/** All signals: messages between the clients of a channel that are never stored. */
export const liveSignals = mergeFeatures({ chat: chatLiveSignals });
export type LiveSignalName = keyof typeof liveSignals;
export type LiveSignalPayload<N extends LiveSignalName> = z.output<(typeof liveSignals)[N]['payload']>;

/** A signal as the server passes it on, with the user who sent it. The sender's own connections don't get it. */
export type LiveSignal = {
  [N in LiveSignalName]: { channel: string; type: N; payload: LiveSignalPayload<N>; user_id: string };
}[LiveSignalName];

/** Client -> server: `signal`. The payload is then parsed by the declaration of its type. */
export const signalRequest = z.object({
  channel,
  type: z.enum(Object.keys(liveSignals) as [LiveSignalName, ...LiveSignalName[]]),
  payload: z.unknown(),
});

/**
 * Client -> server: `watch`, acknowledged with a `WatchResponse`. Replaces what the connection watched in this space; null is
 * anywhere, which is for people of chat.
 */
export const watchRequest = z.object({
  space_id: id.nullable(),
  user_ids: z.array(id).max(maxWatched),
  /** Whether to send how many members of the space are online. */
  count: z.boolean(),
});
export type WatchRequest = z.output<typeof watchRequest>;
/**
 * Who of the watched users is online, and who isn't. Whoever the viewer may not see is offline. A server that has just started
 * leaves out those who aren't online for a page that was open before, and says some seconds later who is offline.
 */
export interface PresenceChange {
  space_id: string | null;
  online: string[];
  offline: string[];
  /** How many members of the space are online, up to `maxOnlineCount`. Missing if it wasn't asked for, or is the same as before. */
  online_count?: number;
}
/** Null: watched too often. Ask again after some seconds. */
export type WatchResponse = PresenceChange | null;

/** Client -> server: `subscribe`, acknowledged with a `SubscribeResponse`. */
export const subscribeRequest = z.object({ channel, since: z.number().int().nonnegative().nullable() });
export type SubscribeResponse =
  /** `missed` are the events after `since`, in order; `seq` is the current position of the channel. */
  | { ok: true; seq: number; missed: LiveEvent[] }
  /** Too many events since then: refetch. The subscription itself is active. */
  | { ok: true; seq: number; refetch: true }
  | { ok: false; reason: 'forbidden' | 'invalid' };

/** Server -> client. */
export interface LiveServerMessages {
  /**
   * Events of one channel that arrived together, in order. Those of a channel with an audience also reach connections that
   * aren't subscribed to it.
   */
  events: (events: LiveEvent[]) => void;
  /** A signal of another user. It may be lost. */
  signal: (signal: LiveSignal) => void;
  /** Watched users came or went. Isn't repeated: after a reconnect, the client watches again. */
  presence: (change: PresenceChange) => void;
  /** Access was lost: the channel is closed for this client. */
  closed: (message: { channel: string; reason: 'forbidden' }) => void;
  /**
   * The server closes this connection: it sent too many requests, or the server is busy. Reconnect after this many
   * seconds. A connection rejected during its handshake gets the same object as `data` of `connect_error`.
   */
  limited: (message: { retry_after: number }) => void;
  /** The server stops. Reconnect at a random time within this many seconds, so that not all clients do at once. */
  stopping: (message: { reconnect_within: number }) => void;
}
export interface LiveClientMessages {
  subscribe: (
    request: { channel: string; since: number | null },
    response: (response: SubscribeResponse) => void,
  ) => void;
  unsubscribe: (request: { channel: string }) => void;
  /** Sends a signal on a channel that this connection is subscribed to. It is dropped if it may not be sent, or too often. */
  signal: (request: { channel: string; type: LiveSignalName; payload: unknown }) => void;
  /** Says which users are on screen, whose presence the server then sends. */
  watch: (request: WatchRequest, response: (response: WatchResponse) => void) => void;
  /** Whether the page is in a hidden tab. Its user is online until five minutes later. Visible unless the client says otherwise. */
  visibility: (request: { is_hidden: boolean }) => void;
}
