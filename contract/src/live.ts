import { z } from 'zod';
import { calendarLiveEvents } from './calendar.ts';
import { comment } from './comments.ts';
import { notification } from './notifications.ts';
import { poll } from './polls.ts';
import { post } from './posts.ts';
import { id, timestamp } from './schema/endpoint.ts';
import { setupLiveEvents } from './setup.ts';
import { spaceSummary } from './spaces.ts';

/** Channels: `user:{id}` (only that user), `space:{id}` and `post:{id}` (everyone who can read the space). */
export const channel = z.string().regex(/^(user|space|post):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Every recipient gets the same event: `has_liked` is always false in it, and clients keep the value they have. */
const counts = {
  post_id: id,
  like_count: z.number().int(),
  comment_count: z.number().int(),
  last_activity_at: timestamp,
  /** For feeds of a category that don't contain the post. */
  category_id: id.nullable(),
  version: z.number().int(),
};

export const liveEvents = {
  'post.created': z.object({ post }),
  'post.changed': z.object({ post }),
  'post.deleted': z.object({ post_id: id, deleted_at: timestamp, version: z.number().int() }),
  /** `actor` is set if a like or unlike caused it, so that other tabs and devices of that user update too. */
  'post.stats_changed': z.object({
    ...counts,
    actor: z.object({ user_id: id, has_liked: z.boolean() }).nullable(),
  }),
  'comment.created': z.object({ comment }),
  /** The new text; it doesn't say who liked the comment. */
  'comment.edited': z.object({ comment }),
  'comment.deleted': z.object({
    comment_id: id,
    post_id: id,
    deleted_at: timestamp,
    is_removed: z.boolean(),
    version: z.number().int(),
  }),
  /** A moderator removed content: to its author and the moderators, with the reason. */
  'content.removed': z.object({
    kind: z.enum(['post', 'comment']),
    id,
    post_id: id,
    space_id: id,
    author_id: id,
    reason: z.string().nullable(),
  }),
  /** The number of open cases of a space: to its moderators. */
  'space.report_count_changed': z.object({
    space_id: id,
    open_count: z.number().int(),
    version: z.number().int(),
  }),
  /** An administrative action was logged: to the moderators. */
  'audit_log.created': z.object({ space_id: id }),
  'comment.likes_changed': z.object({
    comment_id: id,
    like_count: z.number().int(),
    version: z.number().int(),
    actor: z.object({ user_id: id, has_liked: z.boolean() }),
  }),
  /** Votes changed, or the poll was closed. Results aren't included: clients that can see them refetch the poll. */
  'poll.changed': z.object({
    post_id: id,
    voter_count: z.number().int(),
    closed_at: timestamp.nullable(),
    version: z.number().int(),
  }),
  /** To the voter's own devices: the poll as they see it now. */
  'poll.voted': z.object({ post_id: id, poll }),
  /** To the author's own devices; `version` is null once the draft was posted or discarded. */
  'draft.changed': z.object({ space_id: id, client_id: id, version: z.number().int().nullable() }),
  /** Settings were saved. `access_changed`: who can read the space may have changed. */
  'space.changed': z.object({ space: spaceSummary, access_changed: z.boolean() }),
  'space.member_count_changed': z.object({ space_id: id, member_count: z.number().int() }),
  /** Someone added or removed their location; only members can request who and where. */
  'map.changed': z.object({ space_id: id }),
  'membership.changed': z.object({ space_id: id, role: z.enum(['owner', 'admin', 'member']).nullable() }),
  /** A join request was made or decided: to the moderators and the requester. */
  'space.join_requests_changed': z.object({ space_id: id }),
  ...setupLiveEvents,
  ...calendarLiveEvents,
  /** A notification is new, or something was merged into it. `unread_count` counts all unread notifications. */
  'notification.changed': z.object({ notification, unread_count: z.number().int() }),
  /** Notifications were read (`notification_ids` null: all up to this version of the list). */
  'notification.read': z.object({
    notification_ids: z.array(id).nullable(),
    clicked: z.boolean(),
    unread_count: z.number().int(),
    version: z.number().int(),
  }),
  'notification.removed': z.object({
    notification_id: id,
    unread_count: z.number().int(),
    version: z.number().int(),
  }),
  /** Someone's level in a space has changed. */
  'member.level_changed': z.object({
    space_id: id,
    user_id: id,
    level: z.number().int(),
    level_version: z.number().int(),
  }),
  /** Points were awarded, revoked or expired: the order of the leaderboard may have changed. */
  'space.points_changed': z.object({ space_id: id }),
  /** The owner has renamed the levels. */
  'space.levels_changed': z.object({ space_id: id }),
  /** Badges were awarded; published in the spaces that the user is a member of. */
  'member.badges_awarded': z.object({
    user_id: id,
    badges: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  'session.ended': z.object({ session_ids: z.array(id) }),
} as const;
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
