import { type RawBuilder, sql } from 'kysely';
import { type NotificationType, typesWhere } from '#contract/features/notifications/notification-types.ts';
import { type Notification, notificationActor } from '#contract/features/notifications/notifications.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { prepareVariants } from '#server/platform/db/prepare-query.ts';
import { personJsonOrNull } from '#server/platform/people/person.queries.ts';
import { toPlainExcerpt } from '#server/platform/text/markdown.ts';
import { unreadMessagesOf } from './conversations/unread-messages.queries.ts';

/*
 * Reads users' lists. An entry is a row of `notifications`, or a broadcast that the user got: both are rows `n` with the same
 * columns, so that nothing that shows, sends or counts entries knows the difference. The unread messages of a conversation
 * are an entry too that can be sent, but is in no list: chat has a list and a badge of its own.
 */

export interface UnreadCount {
  unread_count: number;
  version: number;
}

/** An entry, and whether the post that it is about is in a category with access rules. */
export type EntryRow = Notification & { is_limited: boolean };

/** An entry in the list of a user. */
export interface EntryOfUser {
  id: string;
  user_id: string;
}

const listOfTypes = (types: NotificationType[]) => sql`(${sql.join(types.map((type) => sql.lit(type)))})`;
const shownInsideSpace = sql`n.type in ${listOfTypes(typesWhere((type) => type.shown_inside_space))}`;
const keptWithoutTarget = listOfTypes(typesWhere(({ target_deleted }) => target_deleted === 'keep'));

/**
 * The title of the post or page that `n` is about or under, as it is now. Null without a post that its user can read: only members
 * are notified of posts. Also null for types that are kept when the post is deleted, because nothing tells open lists then.
 */
const postTitle = sql`(select p.title from posts p
    join space_members m on m.space_id = p.space_id and m.user_id = n.user_id and m.status = 'active'
    where p.id = case n.target_type when 'post' then n.target_id else n.post_id end and p.space_id = n.space_id
      and p.deleted_at is null and n.type not in ${keptWithoutTarget}
      and (n.target_type <> 'course' or is_course_shown(n.target_id, p.id))
      and (p.post_type <> 'course_page' or is_page_shown(p.id)))`;

/** The title of the course that `n` is about, as it is now. Null without a course that members see. */
const courseTitle = sql`case when n.target_type = 'course' then (select c.title from courses c
    join space_members m on m.space_id = c.space_id and m.user_id = n.user_id and m.status = 'active'
    where c.id = n.target_id and c.space_id = n.space_id and is_course_shown(c.id, null)) end`;

/**
 * Whether the post that `n` is about or under is in a category with access rules: see `hideClosed`. Asked of that post: as one
 * condition with the rules, all posts of such categories could be read.
 */
const isLimited = sql`(n.type not in ${keptWithoutTarget} and coalesce((
    select exists (select from access_rules ar where ar.item_id = p.category_id) from posts p
    where p.id = case n.target_type when 'post' then n.target_id else n.post_id end), false))`;

/** The conversation of an entry `n`. Those who left a group, or were removed, don't see a new name. */
const conversationJson = sql`(select json_build_object('id', c.id, 'is_group', c.is_group,
    'name', case when p.status = 'active' then c.name end)
  from chat_conversations c left join chat_participants p on p.conversation_id = c.id and p.user_id = n.user_id
  where c.id = n.conversation_id)`;

/** What is sent of an entry `n`, except the names of its actors. */
export const entryColumns = sql`
  n.id, n.user_id, n.actor_id, n.last_actor_id, n.type, n.content_preview, n.actor_relationship, n.space_id,
  n.conversation_id, n.target_type, n.target_id, n.post_id, ${postTitle} as post_title,
  ${courseTitle} as course_title, n.params, n.read, n.clicked, n.snoozed_until, n.created_at, n.expires_at, n.batch_key,
  n.batch_updated_at, n.actor_count, n.version, ${shownInsideSpace} as shown_inside_space,
  ${personJsonOrNull('u', notificationActor)} as actor,
  case when n.space_id is not null then json_build_object('id', s.id, 'name', s.name, 'subdomain', s.subdomain,
    'icon_image', s.icon_image) end as space, ${isLimited} as is_limited,
  case when n.conversation_id is not null then ${conversationJson} end as conversation`;
export const entryJoins = sql`left join spaces s on s.id = n.space_id left join users u on u.id = n.last_actor_id`;

/** The latest three. Chosen before they are joined with their users: planned together, all users were read for each entry. */
const actorNames = sql`case when n.has_one_actor then array_remove(array[u.full_name], null)
  else array(select p.full_name from (
      select a.user_id, a.occurred_at from notification_actors a
      where a.notification_id = n.id order by a.occurred_at desc, a.user_id limit 3) a
    join users p on p.id = a.user_id order by a.occurred_at desc, a.user_id) end as actor_names`;

const rowColumns = sql`n.id, n.user_id, n.actor_id, n.last_actor_id, n.type, n.content_preview, n.actor_relationship,
  n.space_id, n.conversation_id, n.target_type, n.target_id, n.post_id, n.params, n.read, n.clicked, n.snoozed_until, n.created_at, n.expires_at,
  n.batch_key, n.batch_updated_at, n.actor_count, n.version, n.actor_count = 1 as has_one_actor`;

/** Its version is that of the list: a broadcast is as its user sees it now. */
const broadcastColumns = (
  position: RawBuilder<unknown>,
) => sql`b.id, c.user_id, b.actor_id, b.actor_id as last_actor_id, b.type, b.content_preview,
  relationship_to(c.user_id, b.actor_id, b.actor_relationship) as actor_relationship, b.space_id, null::uuid as conversation_id, b.target_type, b.target_id, b.post_id, b.params, coalesce(k.read, false) as read,
  coalesce(k.clicked, false) as clicked, k.snoozed_until, b.created_at, b.expires_at, b.batch_key, ${position} as batch_updated_at,
  case when b.actor_id is null then 0 else 1 end as actor_count, c.version, true as has_one_actor`;

/** Which broadcasts are read, and what their position is: those that came back after they were snoozed have one of their own. */
const placements = {
  any: { position: sql`coalesce(k.returned_at, b.created_at)`, condition: sql`true` },
  // Apart from each other, so that both are read in the order of an index.
  sent: { position: sql`b.created_at`, condition: sql`k.returned_at is null` },
  returned: { position: sql`k.returned_at`, condition: sql`k.returned_at is not null` },
};

/** The broadcasts `b` of a space or with an id that are in the list of a user; conditions and ids are those of `n`. */
const broadcastsOf = (
  userId: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
  { position, condition } = placements.any,
) => sql`
  select n.* from (
    select ${broadcastColumns(position)} from notification_broadcasts b
    join notification_counts c on c.user_id = ${userId}
    left join notification_broadcast_marks k on k.broadcast_id = b.id and k.user_id = c.user_id
    where k.removed_at is null and ${condition}) n
  where ${conditions} and is_broadcast_recipient(n.id, ${userId})`;

/** The unread broadcasts in the list of a user. */
export const unreadBroadcastsOf = (userId: string) => sql`
  select n.id, n.space_id from space_members m cross join lateral (
    ${broadcastsOf(sql`${userId}::uuid`, sql`n.space_id = m.space_id and not n.read`)}) n
  where m.user_id = ${userId}::uuid and m.status = 'active'`;

/** The entries `n` with these ids, given as a table `w (id, user_id)`. */
export const entriesOf = (wanted: RawBuilder<unknown>) =>
  sql`${wanted} cross join lateral (${listedEntry}) n`;
const listedEntry = sql`
  select ${rowColumns} from notifications n where n.id = w.id and n.user_id = w.user_id
  union all ${broadcastsOf(sql`w.user_id`, sql`n.id = w.id`)}`;

/** What can be sent of table `w (id, user_id)`: an entry, or the unread messages of the conversation with this id. */
export const sentEntryOf = sql`${listedEntry}
  union all ${unreadMessagesOf(sql`p.conversation_id = w.id and p.user_id = w.user_id`)}`;

/** Matches what the list leaves out while the viewer is inside a space: see `shown_inside_space` of a type. */
const hiddenInside = (spaceId: RawBuilder<unknown>) =>
  sql`n.space_id = ${spaceId} and not ${shownInsideSpace}`;

/** Which part of a user's list is read. */
interface ListedPart {
  isSnoozed: boolean;
  /** Only what came from the space, or what is shown inside of it. */
  space: 'only' | 'inside' | null;
  isContinued: boolean;
  limit: number;
}

const pageOfList = prepareVariants(
  (
    { isSnoozed, space, isContinued, limit }: ListedPart,
    values: { user_id: string; space_id: string | undefined; at: string | undefined; id: string | undefined },
  ) => {
    const user = sql`${values.user_id}::uuid`;
    const conditions: RawBuilder<unknown>[] = [
      isSnoozed ? sql`n.snoozed_until is not null` : sql`n.snoozed_until is null`,
    ];
    if (space === 'only') conditions.push(sql`n.space_id = ${values.space_id}::uuid`);
    if (space === 'inside') conditions.push(sql`not (${hiddenInside(sql`${values.space_id}::uuid`)})`);
    if (isContinued)
      conditions.push(sql`(n.batch_updated_at, n.id) < (${values.at}::timestamptz, ${values.id}::uuid)`);
    const condition = sql.join(conditions, sql` and `);
    const page = sql`order by n.batch_updated_at desc, n.id desc limit ${pageLimit(limit)}`;
    return sql<EntryRow>`
      select ${entryColumns}, ${actorNames} from (
        (select ${rowColumns} from notifications n where n.user_id = ${user} and ${condition} ${page})
        union all
        (select n.* from space_members m cross join lateral (
          ${broadcastsOf(user, sql`n.space_id = m.space_id and ${condition}`, placements.sent)} ${page}) n
        where m.user_id = ${user} and m.status = 'active')
        union all
        (${broadcastsOf(user, condition, placements.returned)} ${page})) n
      ${entryJoins} ${page}`;
  },
);

/**
 * Returns a page of the user's list, latest first; what is snoozed is in a list of its own. What came from a space is deleted
 * when they leave it.
 */
export async function listNotifications(
  db: Db,
  userId: string,
  input: {
    only_space_id: string | undefined;
    inside_space_id: string | undefined;
    is_snoozed: boolean;
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<EntryRow[]> {
  const { only_space_id, inside_space_id, is_snoozed, after, limit } = input;
  const space = only_space_id ? 'only' : inside_space_id ? 'inside' : null;
  return await pageOfList.run(
    db,
    { isSnoozed: is_snoozed, space, isContinued: after !== null, limit },
    { user_id: userId, space_id: only_space_id ?? inside_space_id, at: after?.at, id: after?.id },
  );
}

/** Returns these entries; those that aren't in the list of their user are left out. */
export async function listEntries(db: Db, entries: readonly EntryOfUser[]): Promise<EntryRow[]> {
  const ids = entries.map(({ id }) => id);
  const users = entries.map(({ user_id }) => user_id);
  const wanted = sql`unnest(${ids}::uuid[], ${users}::uuid[]) w (id, user_id)`;
  const { rows } = await sql<EntryRow>`
    select ${entryColumns}, ${actorNames} from ${entriesOf(wanted)} ${entryJoins}`.execute(db);
  return rows;
}

/** Returns what is to be sent of these entries and conversations; what isn't there anymore, or has been read, is left out. */
export async function listSentEntries(db: Db, entries: readonly EntryOfUser[]): Promise<EntryRow[]> {
  const ids = entries.map(({ id }) => id);
  const users = entries.map(({ user_id }) => user_id);
  const { rows } = await sql<EntryRow>`
    select ${entryColumns}, ${actorNames} from unnest(${ids}::uuid[], ${users}::uuid[]) w (id, user_id)
    cross join lateral (${sentEntryOf}) n ${entryJoins}`.execute(db);
  return rows.map((entry) =>
    entry.type === 'new_message'
      ? { ...entry, content_preview: toPlainExcerpt(entry.content_preview) }
      : entry,
  );
}

/** Returns the number of unread notifications (all, or those shown inside a space) and the version of the list. */
export async function countUnread(db: Db, userId: string, insideSpaceId?: string): Promise<UnreadCount> {
  const user = sql`${userId}::uuid`;
  const unreadInside = (id: string) => sql`not n.read and ${hiddenInside(sql`${id}::uuid`)}`;
  const hidden = insideSpaceId
    ? sql`(select count(*)::int from notifications n where n.user_id = ${user} and ${unreadInside(insideSpaceId)})
      - (select count(*)::int from (${broadcastsOf(user, unreadInside(insideSpaceId))}) n)`
    : sql`0`;
  const { rows } = await sql<UnreadCount>`
    select c.unread_count - ${hidden} as unread_count, c.version from notification_counts c
    where c.user_id = ${user}`.execute(db);
  return rows[0] ?? { unread_count: 0, version: 0 };
}

/** Counts a user's unread notifications by space. Spaces without any are left out. */
export async function countUnreadBySpace(
  db: Db,
  userId: string,
): Promise<{ space_id: string; unread_count: number }[]> {
  const { rows } = await sql<{ space_id: string; unread_count: number }>`
    select n.space_id, count(*)::int as unread_count from (
      select n.space_id from notifications n where n.user_id = ${userId}::uuid and not n.read and n.space_id is not null
      union all
      select n.space_id from (${unreadBroadcastsOf(userId)}) n) n
    group by n.space_id`.execute(db);
  return rows;
}
