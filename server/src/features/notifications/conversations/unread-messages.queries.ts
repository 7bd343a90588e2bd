import { type RawBuilder, sql } from 'kysely';
import { maxUnreadCount } from '#contract/values/limits.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';

/**
 * The unread messages of conversations as entries `n`, with the columns of a list; `participants` is a condition on `p`. Empty
 * where nothing is unread. Messages that have an entry of their own in the list, because they mention the participant, don't
 * count.
 */
export const unreadMessagesOf = (participants: RawBuilder<unknown>) => sql`
  select n.* from (
    select p.conversation_id as id, p.user_id, l.sender_id as actor_id, l.sender_id as last_actor_id,
      'new_message' as type, left(l.content, 1000) as content_preview, null::text as actor_relationship,
      null::uuid as space_id, p.conversation_id, 'message' as target_type, l.id as target_id, null::uuid as post_id,
      jsonb_build_object('count', u.count, 'shows', case when l.kind = 'voice' then 'voice'
        when l.content <> '' then 'text' when f.mime_type like 'image/%' then 'image' else 'file' end) as params,
      false as read, false as clicked, null::timestamptz as snoozed_until, u.first_at as created_at, l.created_at + interval '90 days' as expires_at,
      null::text as batch_key, l.created_at as batch_updated_at, 1 as actor_count, p.version::bigint as version,
      true as has_one_actor
    from chat_participants p
    cross join lateral (
      -- An aggregate, so that blocks are read once for a participant and not with each message.
      select coalesce(array_agg(b.user_id), '{}') as user_ids from (
        select blocked_user_id as user_id from chat_blocks where user_id = p.user_id
        union all select user_id from chat_blocks where blocked_user_id = p.user_id) b) blocked
    cross join lateral (
      select count(*)::int as count, min(m.created_at) as first_at, max(m.seq) as latest_seq from (
        select m.created_at, m.seq from chat_messages m
        where m.conversation_id = p.conversation_id and m.seq > greatest(p.last_read_seq, p.first_seq - 1)
          and m.deleted_at is null and m.kind <> 'system' and m.sender_id <> p.user_id
          and not (coalesce(p.user_id = any(m.mentioned_user_ids), false)
            and exists (select from notifications e where e.conversation_id = m.conversation_id and e.user_id = p.user_id
              and e.type = 'mention' and m.created_at <= e.batch_updated_at))
          and m.sender_id <> all(blocked.user_ids)
        order by m.seq desc limit ${sql.lit(maxUnreadCount)}) m) u
    join chat_messages l on l.conversation_id = p.conversation_id and l.seq = u.latest_seq
    left join chat_attachments a on a.message_id = l.id and a.position = 1
    left join uploads f on f.id = a.upload_id
    where ${participants} and p.status = 'active') n`;

/**
 * When the first message came that the user of delivery `d` hasn't read, deleted or not: after an email that was sent
 * later, nothing has been read.
 */
const unreadSince = sql`(select m.created_at from chat_participants p join chat_messages m
    on m.conversation_id = p.conversation_id and m.seq = greatest(p.last_read_seq, p.first_seq - 1) + 1
  where p.conversation_id = d.entry_id and p.user_id = d.user_id)`;

/**
 * Whether queueing the unread messages of `p` would change nothing, found without reading them: each delivery is queued, or is an
 * email since which nothing has been read, and no browser waits for its first one. Someone who has turned emails on since then gets
 * them after the next push.
 */
const isSettled = sql`coalesce((
  select bool_and(d.sent_at is null or (d.channel = 'email' and d.sent_at >= ${unreadSince}))
    and (bool_or(d.channel = 'push') or not exists (select from push_subscriptions b
      where b.user_id = p.user_id and b.is_active))
  from notification_deliveries d where d.entry_id = p.conversation_id and d.user_id = p.user_id), false)`;

const queueing = prepareQuery(
  (_, input: { conversation_id: string; now: string }) => sql<unknown>`
    insert into notification_deliveries as d (conversation_id, channel, user_id, queued_at, due_at)
    select n.id, c.channel, n.user_id, c.queued_at, c.due_at
    from (${unreadMessagesOf(sql`p.conversation_id = ${input.conversation_id}::uuid
      and (p.muted_until is null or p.muted_until <= ${input.now}::timestamptz) and not ${isSettled}`)}) n
    cross join lateral (
      select 'email' as channel, n.created_at as queued_at, w.due_at
      from wanted_channels(n.user_id, null, true, false, n.created_at) w
      union all
      select 'push', n.batch_updated_at, w.due_at
      from wanted_channels(n.user_id, null, false, true, n.batch_updated_at) w) c
    where wants_notification(n.user_id, null, 'messages', true)
    on conflict (entry_id, user_id, channel) do update
      set queued_at = excluded.queued_at, due_at = excluded.due_at, claimed_until = null, sent_at = null, bundle_id = null,
        failures = 0, pushed_to = '{}'
      where d.sent_at < case d.channel when 'email' then ${unreadSince} else excluded.queued_at end`,
);

/**
 * Queues the unread messages of a conversation for those who haven't read them. What is queued already stays, and is sent with
 * the new messages. New ones are pushed again after those that were sent, and emailed again only if these were read.
 */
export async function queueUnreadMessages(db: Db, conversationId: string): Promise<void> {
  await queueing.run(db, { conversation_id: conversationId, now: nowIso() });
}
