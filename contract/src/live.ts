import { z } from 'zod';
import { auditLiveEvents } from './features/audit/audit.ts';
import { authLiveEvents } from './features/auth/auth.ts';
import { calendarLiveEvents } from './features/calendar/calendar.ts';
import { chatLiveEvents } from './features/chat/chat.ts';
import { commentLiveEvents } from './features/comments/comments.ts';
import { draftLiveEvents } from './features/drafts/drafts.ts';
import { leaderboardLiveEvents } from './features/leaderboard/leaderboard.ts';
import { mapLiveEvents } from './features/map/map.ts';
import { memberLiveEvents } from './features/members/members.ts';
import { moderationLiveEvents } from './features/moderation/moderation.ts';
import { notificationLiveEvents } from './features/notifications/notifications.ts';
import { pollLiveEvents } from './features/polls/polls.ts';
import { postLiveEvents } from './features/posts/posts.ts';
import { setupLiveEvents } from './features/spaces/setup.ts';
import { spaceLiveEvents } from './features/spaces/spaces.ts';
import { mergeFeatures } from './schema/merge-features.ts';

/**
 * Channels: `user:{id}` (only that user), `space:{id}` and `post:{id}` (everyone who can read the space),
 * `conversation:{id}` (its participants).
 */
export const channel = z
  .string()
  .regex(/^(user|space|post|conversation):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

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
  leaderboard: leaderboardLiveEvents,
  auth: authLiveEvents,
  setup: setupLiveEvents,
  calendar: calendarLiveEvents,
  chat: chatLiveEvents,
});
export type LiveEventName = keyof typeof liveEvents;
export type LivePayload<N extends LiveEventName> = z.output<(typeof liveEvents)[N]>;

/** A delivered event. `seq` rises across all channels; a client resumes from the largest it has seen. */
export type LiveEvent = {
  [N in LiveEventName]: { seq: number; channel: string; type: N; payload: LivePayload<N> };
}[LiveEventName];

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
  /** Events of one channel that arrived together, in order. */
  events: (events: LiveEvent[]) => void;
  /** Access was lost: the channel is closed for this client. */
  closed: (message: { channel: string; reason: 'forbidden' }) => void;
  /**
   * The server closes this connection: it sent too many requests, or the server is busy. Reconnect after this many
   * seconds. A connection rejected during its handshake gets the same object as `data` of `connect_error`.
   */
  limited: (message: { retry_after: number }) => void;
}
export interface LiveClientMessages {
  subscribe: (
    request: { channel: string; since: number | null },
    response: (response: SubscribeResponse) => void,
  ) => void;
  unsubscribe: (request: { channel: string }) => void;
}
