/*
 * Objects for tests, valid by the schemas of the contract: a field that the contract adds, renames or limits fails here and not
 * in one of the tests. Each call returns a new object; `fields` replace the defaults.
 */
import { z } from 'zod';
import { type CalendarEventDetail, calendarEventDetail } from '#contract/features/calendar/calendar.ts';
import { type Conversation, conversation } from '#contract/features/chat/conversations.ts';
import { type Message, message } from '#contract/features/chat/messages.ts';
import { type Comment, comment } from '#contract/features/comments/comments.ts';
import { type ModerationCase, moderationCase } from '#contract/features/moderation/moderation.ts';
import { type Notification, notification } from '#contract/features/notifications/notifications.ts';
import { type PostDetail, postDetail } from '#contract/features/posts/posts.ts';
import { type FollowState, followState } from '#contract/features/profiles/follows.ts';
import { type Space, space } from '#contract/features/spaces/spaces.ts';
import { type Account, account, type SpacePerson, spacePerson } from '#contract/users.ts';

/** Returns the nth ID. IDs sort by their number. */
export const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** Returns the time n seconds after the first of January 2026. */
export const timeOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();

/** The ID of the space that everything belongs to unless `fields` say otherwise. */
export const spaceId = idOf(1_000_000);
const authorId = idOf(2_000_000);

export function aPerson(fields: Partial<SpacePerson> = {}): SpacePerson {
  return spacePerson.parse({
    id: authorId,
    full_name: 'Ada Tester',
    username: 'ada',
    avatar_url: null,
    profile_url: '/ada',
    level: 1,
    level_version: 0,
    ...fields,
  });
}

/** How the viewer and a person follow each other: not at all. */
export function aFollow(fields: Partial<FollowState> = {}): FollowState {
  return followState.parse({
    user_id: authorId,
    is_following: false,
    follows_viewer: false,
    can_follow: true,
    followers: 1,
    following: 4,
    version: 3,
    ...fields,
  });
}

/** Someone who is signed in. */
export function anAccount(fields: Partial<Account> = {}): Account {
  return account.parse({
    ...aPerson(),
    email: 'ada@example.com',
    email_verified: true,
    first_name: 'Ada',
    last_name: 'Tester',
    bio: null,
    role: 'member',
    time_zone: 'Europe/Lisbon',
    time_zone_automatic: true,
    ...fields,
  });
}

/** Every setting that can be off or empty is, so that a new one needs no change here. */
const noSettings = Object.fromEntries(
  Object.entries(space.shape).flatMap(([field, schema]): [string, false | null][] => {
    if (schema instanceof z.ZodBoolean) return [[field, false]];
    return schema instanceof z.ZodNullable ? [[field, null]] : [];
  }),
);

export function aSpace(fields: Partial<Space> = {}): Space {
  return space.parse({
    ...noSettings,
    id: spaceId,
    name: 'Bread',
    subdomain: 'bread',
    primary_color: '#26A69A',
    pricing_type: 'free',
    member_count: 2,
    owner_id: authorId,
    course_count: 0,
    feature_calendar_enabled: true,
    feature_map_enabled: true,
    categories: [],
    intro_media_type: 'none',
    created_at: timeOf(0),
    updated_at: timeOf(0),
    owner: aPerson(),
    staff: [{ role: 'owner', user: aPerson() }],
    can_read: true,
    membership: { role: 'member', joined_at: timeOf(0) },
    permissions: {
      isOwner: false,
      isAdmin: false,
      canEditSpace: false,
      canManageMembers: false,
      canCreateContent: true,
      canAccessSettings: false,
    },
    ...fields,
  });
}

export function aPost(fields: Partial<PostDetail> = {}): PostDetail {
  const { created_at = timeOf(0), user_id = authorId } = fields;
  return postDetail.parse({
    id: idOf(1),
    slug: 'a-post',
    space_id: spaceId,
    user_id,
    category_id: null,
    title: 'A post',
    excerpt: 'Text',
    body: '<p>Text</p>',
    post_type: 'post',
    pinned_at: null,
    comments_closed: false,
    edited_at: null,
    deleted_at: null,
    last_activity_at: created_at,
    like_count: 0,
    reaction_counts: {},
    comment_count: 0,
    commenters: [],
    last_comment_at: null,
    created_at,
    version: 1,
    author: aPerson({ id: user_id }),
    attachments: [],
    files: [],
    poll: null,
    revision: 1,
    link_preview: null,
    has_liked: false,
    my_reactions: [],
    ...fields,
  });
}

export function aComment(fields: Partial<Comment> = {}): Comment {
  const { id = idOf(1), user_id = authorId } = fields;
  return comment.parse({
    id,
    post_id: idOf(3_000_000),
    space_id: spaceId,
    user_id,
    parent_id: null,
    thread_id: id,
    reply_to: null,
    body: '<p>Text</p>',
    attachment: null,
    like_count: 0,
    reaction_counts: {},
    created_at: timeOf(0),
    edited_at: null,
    deleted_at: null,
    is_removed: false,
    removal_reason: null,
    version: 1,
    author: aPerson({ id: user_id }),
    has_liked: false,
    my_reactions: [],
    ...fields,
  });
}

export function anEvent(fields: Partial<CalendarEventDetail> = {}): CalendarEventDetail {
  return calendarEventDetail.parse({
    id: idOf(1),
    space_id: spaceId,
    series_id: null,
    user_id: authorId,
    title: 'Bread evening',
    cover: null,
    starts_at: '2027-06-01T16:00:00.000Z',
    ends_at: '2027-06-01T17:00:00.000Z',
    time_zone: 'Europe/Berlin',
    starts_local: '2027-06-01T18:00',
    ends_local: '2027-06-01T19:00',
    all_day: false,
    location_type: 'none',
    address: null,
    hosts: [],
    capacity: null,
    status: 'scheduled',
    going_count: 0,
    maybe_count: 0,
    waitlist_count: 0,
    version: 1,
    created_at: timeOf(0),
    edited_at: null,
    viewer_rsvp: null,
    description: '',
    repeat: null,
    is_exception: false,
    moved_from: null,
    lock: null,
    access: null,
    ...fields,
  });
}

/** An unread notification: someone liked a post. */
export function aNotification(
  fields: { [Field in keyof Notification]?: Notification[Field] } = {},
): Notification {
  const actor = { ...aPerson(), first_name: 'Ada', last_name: 'Tester' };
  const { created_at = timeOf(0), space_id = spaceId } = fields;
  return notification.parse({
    id: idOf(1),
    user_id: idOf(4_000_000),
    actor_id: actor.id,
    last_actor_id: actor.id,
    type: 'post_like',
    params: {},
    content_preview: '',
    actor_relationship: 'member',
    space_id,
    conversation_id: null,
    target_type: 'post',
    target_id: idOf(1),
    post_id: null,
    post_title: null,
    course_title: null,
    shown_inside_space: false,
    read: false,
    clicked: false,
    snoozed_until: null,
    created_at,
    expires_at: timeOf(100_000_000),
    batch_key: null,
    batch_updated_at: created_at,
    actor_count: 1,
    actor_names: [actor.full_name],
    version: 1,
    actor,
    space: { id: space_id, name: 'Bread', subdomain: 'bread', icon_image: null },
    conversation: null,
    ...fields,
  });
}

/** An open case: someone reported a comment as spam. */
export function aCase(fields: Partial<ModerationCase> = {}): ModerationCase {
  return moderationCase.parse({
    id: idOf(1),
    space_id: spaceId,
    kind: 'comment',
    target_id: idOf(5),
    author: aPerson({ full_name: 'Olive' }),
    post: { id: idOf(6), slug: 'first-rolls', title: 'First rolls', is_deleted: false },
    excerpt: null,
    body: '<p>Buy my presets</p>',
    images: [],
    files: [],
    deleted_at: null,
    report_count: 1,
    reports: [
      {
        id: idOf(7),
        reporter: aPerson({ full_name: 'Mia' }),
        reason: 'spam',
        rule_text: null,
        note: null,
        created_at: timeOf(0),
      },
    ],
    created_at: timeOf(0),
    resolved_at: null,
    outcome: null,
    outcome_reason: null,
    resolved_by: null,
    permissions: { can_resolve: true, can_ban: true },
    ...fields,
  });
}

/** A message of someone else. */
export function aMessage(fields: Partial<Message> = {}): Message {
  const { sender_id = authorId, created_at = timeOf(0), seq = 1 } = fields;
  return message.parse({
    id: idOf(seq),
    conversation_id: idOf(5_000_000),
    seq,
    client_id: null,
    sender_id,
    sender: aPerson({ id: sender_id }),
    kind: 'text',
    content: `Message ${seq}`,
    attachments: [],
    attachment_url: null,
    attachment_type: null,
    voice: null,
    reply_to: null,
    like_count: 0,
    reaction_counts: {},
    has_liked: false,
    my_reactions: [],
    link_preview: null,
    mentions: [],
    system: null,
    is_edited: false,
    is_deleted: false,
    created_at,
    edited_at: null,
    read_by_ids: [],
    version: 1,
    ...fields,
  });
}

/** A direct conversation with someone, without messages. */
export function aConversation(fields: Partial<Conversation> = {}): Conversation {
  const { id = idOf(5_000_000) } = fields;
  return conversation.parse({
    id,
    conversation_id: id,
    is_group: false,
    name: null,
    conversation_name: 'Ada Tester',
    icon: null,
    created_by: authorId,
    created_at: timeOf(0),
    latest_message_content: null,
    latest_message_time: null,
    latest_message_sender: null,
    latest_message_kind: null,
    latest_message_system: null,
    last_message_at: null,
    last_seq: 0,
    last_read_seq: 0,
    unread_count: 0,
    is_marked_unread: false,
    other_participants: [
      {
        ...aPerson(),
        user_id: authorId,
        is_admin: false,
        is_online: false,
        last_seen_at: null,
        last_read_seq: 0,
      },
    ],
    participant_count: 2,
    is_admin: false,
    muted_until: null,
    status: 'active',
    send_barrier: null,
    will_send_request: false,
    blocked_user_ids: [],
    draft_excerpt: null,
    can: { send: true, edit: false, add: false, remove: false, leave: false },
    version: 1,
    viewer_version: 1,
    ...fields,
  });
}
