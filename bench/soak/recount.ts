import type pg from 'pg';
import type { Ledger } from './writers.ts';

/** Statements that return one row for each wrong count. */
const recounts: Record<string, string> = {
  'likes of posts': `select p.id, p.like_count, count(l.user_id) from posts p left join reactions l on l.target_id = p.id and l.kind = 'like'
    group by p.id having p.like_count <> count(l.user_id)`,
  'comments of posts': `select p.id, p.comment_count, count(c.id) from posts p
    left join post_comments c on c.post_id = p.id and c.deleted_at is null
    group by p.id having p.comment_count <> count(c.id)`,
  'commenters of posts': `select p.id, p.commenter_ids, p.last_comment_at, now.ids, now.at from posts p cross join lateral (
      select coalesce(array_agg(user_id order by latest desc), '{}') as ids, max(at) as at from (
        select user_id, max(id::text) as latest, max(created_at) as at from post_comments c
        where c.post_id = p.id and c.deleted_at is null group by user_id order by latest desc limit 4) people) now
    where p.deleted_at is null and (p.commenter_ids <> now.ids or p.last_comment_at is distinct from now.at)`,
  'likes of comments': `select c.id, c.like_count, count(l.user_id) from post_comments c
    left join reactions l on l.target_id = c.id and l.kind = 'like' group by c.id having c.like_count <> count(l.user_id)`,
  'ranks of posts': `select p.id from posts p full join post_ranks r on r.post_id = p.id
    where p.id is null or (p.deleted_at is null and p.pinned_at is null and p.post_type <> 'course_page')
      <> (r.post_id is not null) or r.like_count <> p.like_count`,
  'members of spaces': `select s.id, s.member_count, count(m.id) from spaces s
    left join space_members m on m.space_id = s.id and m.status = 'active'
    group by s.id having s.member_count <> count(m.id)`,
  'points of users': `select p.space_id, p.user_id, p.points, p.points_30, p.points_7 from member_points p
    left join point_ledger l on l.space_id = p.space_id and l.user_id = p.user_id and l.voided_at is null
    group by p.space_id, p.user_id
    having p.points <> coalesce(sum(l.delta), 0)
      or p.points_30 <> coalesce(sum(l.delta) filter (where l.window_days in (7, 30)), 0)
      or p.points_7 <> coalesce(sum(l.delta) filter (where l.window_days = 7), 0)`,
  'who is ranked': `select p.space_id, p.user_id from member_points p
    left join space_members m on m.space_id = p.space_id and m.user_id = p.user_id and m.status = 'active'
    where p.is_member <> (m.id is not null) or p.is_ranked <> coalesce(m.role = 'member', false)`,
  'members by level': `select coalesce(k.space_id, p.space_id), coalesce(k.level, p.level), k.sum, p.count
    from (select space_id, level, sum(n) from (select space_id, level, member_count as n from space_level_counts
      union all select space_id, level, change from space_level_log) k group by space_id, level) k
    full join (select space_id, level, count(*) from member_points where is_member group by space_id, level) p
      on p.space_id = k.space_id and p.level = k.level
    where coalesce(k.sum, 0) <> coalesce(p.count, 0)`,
  activity: `select u.id from users u where
    coalesce((select sum(contributions) from user_activity_monthly where user_id = u.id), 0)
      + coalesce((select sum(points) from user_activity_log where user_id = u.id), 0)
    <> 5 * (select count(*) from posts where user_id = u.id and deleted_at is null)
      + 2 * (select count(*) from post_comments where user_id = u.id and deleted_at is null)
      + coalesce((select sum(delta) from point_ledger where user_id = u.id and voided_at is null), 0)`,
  'unread notifications': `select c.user_id, c.unread_count, count(n.id) from notification_counts c
    left join (select user_id, id from notifications where not read
      union all select u.user_id, r.broadcast_id from notification_broadcast_recipients r, unnest(r.user_ids) u (user_id)
      where not exists (select from notification_broadcast_marks k where k.broadcast_id = r.broadcast_id
        and k.user_id = u.user_id and (k.read or k.removed_at is not null))) n on n.user_id = c.user_id
    group by c.user_id having c.unread_count <> count(n.id)`,
  'RSVPs of events': `select e.id, e.going_count, e.maybe_count, e.waitlist_count from events e
    left join event_rsvps r on r.event_id = e.id group by e.id
    having e.going_count <> count(*) filter (where r.rsvp = 'going')
      or e.maybe_count <> count(*) filter (where r.rsvp = 'maybe')
      or e.waitlist_count <> count(*) filter (where r.rsvp = 'waiting')`,
  'seats and the waitlist': `select id, capacity, going_count, waitlist_count from events
    where going_count > capacity or (waitlist_count > 0 and going_count < capacity)`,
  'live events': `select 'number' from live_events where seq is not null
    having count(*) <> count(distinct seq) or max(seq) <> (select max(last_seq) from live_state)`,
  'announcements of live events': `select id, created_at from live_announcements where created_at < now() - interval '30 seconds'`,
};

/** Counts everything again and checks what was acknowledged. Returns one line for each error. */
export async function recount(client: pg.Client, ledger: Ledger): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, text] of Object.entries(recounts)) {
    const { rows } = await client.query(text);
    if (rows.length > 0) wrong.push(`${name}: ${rows.length} wrong, such as ${JSON.stringify(rows[0])}`);
  }
  wrong.push(...(await findLost(client, 'posts', ledger.posts)));
  wrong.push(...(await findLost(client, 'post_comments', ledger.comments)));
  const { rows: uploads } = await client.query<{ id: string }>(
    'select id from unnest($1::uuid[]) id where not exists (select from uploads u where u.id = id.id)',
    [ledger.uploads],
  );
  if (uploads.length > 0) wrong.push(`uploads: ${uploads.length} acknowledged ones are gone`);
  wrong.push(...(await findWrongChoices(client, ledger)));
  return wrong;
}

async function findLost(
  client: pg.Client,
  table: 'posts' | 'post_comments',
  acknowledged: Map<string, string>,
): Promise<string[]> {
  const { rows } = await client.query<{ client_id: string; found: string[] }>(
    `select k.client_id, array_agg(t.id) filter (where t.id is not null) as found
     from unnest($1::uuid[], $2::uuid[]) k (client_id, id) left join ${table} t on t.client_id = k.client_id
     group by k.client_id, k.id having array_agg(t.id) <> array[k.id]`,
    [[...acknowledged.keys()], [...acknowledged.values()]],
  );
  return rows.map(({ client_id, found }) =>
    found ? `${table}: ${client_id} is there ${found.length} times` : `${table}: ${client_id} is lost`,
  );
}

/** Checks that each acknowledged like, RSVP and membership has the last chosen state. */
async function findWrongChoices(client: pg.Client, ledger: Ledger): Promise<string[]> {
  const { rows } = await client.query<{ key: string; value: string }>(
    `select case target_kind when 'post' then 'like:' else 'comment-like:' end || target_id || ':' || user_id as key,
       'yes' as value from reactions
     union all select 'member:' || space_id || ':' || user_id, 'yes' from space_members where status = 'active'
     union all select 'rsvp:' || event_id || ':' || user_id, rsvp from event_rsvps`,
  );
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const matches = (chosen: string, found: string) =>
    found === chosen || (chosen === 'going' && found === 'waiting');
  return [...ledger.choices].flatMap(([key, chosen]) => {
    const found = stored.get(key) ?? 'no';
    return chosen === null || matches(chosen, found) ? [] : [`${key}: chosen ${chosen}, stored ${found}`];
  });
}
