import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type RunningServer, startServer } from '#server/main.ts';
import { loadConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { createTestDatabase } from '#testing/database.ts';
import { listen } from '#testing/live.ts';
import { ownServer } from '#testing/server.ts';
import { demoAccounts } from './accounts.ts';
import { communities } from './content/communities.ts';
import { type Community, readThreads } from './content/community.ts';
import { games } from './content/games.ts';
import { demoPeople } from './content/people.ts';
import { hasMedia } from './files/media.ts';
import { seedDemo } from './seed-demo.ts';

const server = ownServer('it needs the demo and nothing else', { DEMO: 'on' });
const seeding = 300_000;
/** One of the communities with its first conversations only, which is there in a fraction of the time. */
const small: Community = {
  ...games,
  threads: games.threads.slice(0, 1).map((text) =>
    text
      .split(/^(?=== )/m)
      .slice(0, 6)
      .join(''),
  ),
};

/** Everything in a community that does not depend on ids or on the day it was created. */
async function describeCommunity(
  db: Database,
  subdomain: string,
): Promise<{ [part in 'posts' | 'comments' | 'members']: unknown[] }> {
  const { rows: posts } = await sql`
    select s.subdomain, u.username, c.name as category, p.title, p.like_count,
      -- Mentions contain ids, which differ from run to run.
      regexp_replace(p.body, 'data-mention="[^"]*"', '', 'g') as body, p.comment_count,
      (select count(*)::int from post_attachments a where a.post_id = p.id) as images
    from posts p join spaces s on s.id = p.space_id join users u on u.id = p.user_id
      join space_categories c on c.id = p.category_id where s.subdomain = ${subdomain} order by p.title`.execute(
    db,
  );
  const { rows: comments } = await sql`
    select p.title, u.username, c.like_count, regexp_replace(c.body, 'data-mention="[^"]*"', '', 'g') as body,
       r.username as reply_to
    from post_comments c join posts p on p.id = c.post_id join users u on u.id = c.user_id
      join spaces s on s.id = c.space_id
      left join post_comments parent on parent.id = c.parent_id left join users r on r.id = parent.user_id
    where s.subdomain = ${subdomain} order by p.title, c.id`.execute(db);
  const { rows: members } = await sql`
    select s.subdomain, s.name, s.about_description, s.member_count, u.username, u.bio, m.role,
      u.avatar_url is null as faceless
    from space_members m join spaces s on s.id = m.space_id join users u on u.id = m.user_id
    where s.subdomain = ${subdomain} order by u.username`.execute(db);
  return { posts, comments, members };
}

async function countOf(db: Database, table: keyof DB) {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

it('Demo content refers only to people, categories and images that exist', () => {
  for (const community of communities) {
    const inside = new Set([community.owner, ...community.admins, ...community.members]);
    for (const key of inside) expect(demoPeople.has(key), key).toBe(true);
    const categories = community.categories.map(({ key }) => key);
    for (const thread of community.threads.flatMap(readThreads)) {
      expect(categories).toContain(thread.category);
      for (const image of thread.images) expect(hasMedia(`images/${image}.webp`), image).toBe(true);
      for (const { by } of [thread, ...thread.remarks])
        expect(inside.has(by), `${by}: ${thread.title}`).toBe(true);
    }
  }
});

it('The demo has three communities with active members', async () => {
  const { db } = server;
  expect(await countOf(db, 'spaces')).toBe(3);
  // Discover recommends by it from the first page on.
  const active = await db.selectFrom('spaces').select('active_member_count').execute();
  for (const space of active) expect(space.active_member_count).toBeGreaterThan(1);
  expect(await countOf(db, 'users')).toBe(demoPeople.size);
  // Each page of a course has a discussion.
  expect((await countOf(db, 'posts')) - (await countOf(db, 'course_pages'))).toBe(131);
  expect(await countOf(db, 'polls')).toBe(4);
  expect(await countOf(db, 'poll_votes')).toBeGreaterThan(20);
  expect(await countOf(db, 'post_revisions')).toBe(1);
  expect(await countOf(db, 'post_revision_attachments')).toBe(1);
  const { rows: files } = await sql<{ purpose: string; mime_type: string }>`
    select purpose, mime_type from uploads where storage_key is not null order by 1, 2`.execute(db);
  expect(files.map(({ purpose, mime_type }) => `${purpose} ${mime_type}`)).toEqual([
    'chat_voice audio/webm',
    'comment_file application/pdf',
    'course_file text/plain',
    'course_video video/mp4',
    'post_file application/pdf',
    'post_file text/markdown',
    'post_file video/webm',
  ]);
  expect(await countOf(db, 'mentions')).toBeGreaterThanOrEqual(6);
  expect(await countOf(db, 'post_comments')).toBeGreaterThanOrEqual(600);
  const { rows: avatars } = await sql<{ color: string; byte_size: number }>`
    select color, byte_size from uploads where purpose = 'avatar'`.execute(db);
  expect(new Set(avatars.map((avatar) => `${avatar.color} ${avatar.byte_size}`)).size).toBe(avatars.length);
});

it('The demo has correct counts', async () => {
  const wrong = await sql`
    select 'post likes' as what, id from posts p
      where like_count <> (select count(*) from reactions l where l.target_id = p.id and l.target_kind = 'post')
    union all select 'comments', id from posts p
      where comment_count <> (select count(*) from post_comments c where c.post_id = p.id and c.deleted_at is null)
    union all select 'comment likes', id from post_comments c
      where like_count <> (select count(*) from reactions l where l.target_id = c.id and l.target_kind = 'comment')
    union all select 'members', id from spaces s
      where member_count <> (select count(*) from space_members m where m.space_id = s.id)
    union all select 'expired notifications', id from notifications n where expires_at < now()
    union all select 'unread notifications', user_id from notification_counts c
      where unread_count <> (select count(*) from notifications n where n.user_id = c.user_id and not n.read)
    union all select 'activity', id from posts p
      where last_activity_at <> greatest(created_at,
        (select max(c.created_at) from post_comments c where c.post_id = p.id))`.execute(server.db);
  expect(wrong.rows).toEqual([]);
});

it('The demo has courses with a draft, and members who have read some of them', async () => {
  const { rows } = await sql<{ title: string; pages: number; drafts: number; readers: number; done: number }>`
    select c.title, c.page_count as pages,
      (select count(*)::int from course_pages p where p.course_id = c.id and not p.is_published) as drafts,
      (select count(distinct d.user_id)::int from course_completions d where d.course_id = c.id) as readers,
      (select count(*)::int from course_completions d where d.course_id = c.id) as done
    from courses c join spaces s on s.id = c.space_id
    where s.subdomain = 'analog-photography' and c.cover_upload_id is not null order by c.position`.execute(
    server.db,
  );
  expect(rows.map(({ title, pages, drafts }) => [title, pages, drafts])).toEqual([
    ['Contact sheets that help you choose', 3, 0],
    ['Develop black and white at home', 5, 1],
    ['Your first roll', 9, 0],
  ]);
  for (const { pages, readers, done } of rows) {
    expect(readers).toBeGreaterThan(3);
    expect(done).toBeGreaterThan(readers);
    expect(done).toBeLessThan(readers * pages);
  }
});

it('The demo has conversations, a group, a message request and a voice message', async () => {
  const client = server.client();
  const [account] = demoAccounts;
  await client.call('sign_in', { email: account?.email ?? '', password: account?.password ?? '' });
  const { conversations } = await client.call('list_conversations', {});
  expect(conversations.map(({ is_group }) => is_group).toSorted()).toEqual([false, false, true]);
  expect(conversations[0]).toMatchObject({ unread_count: 2, is_group: false });
  const { conversations: requests } = await client.call('list_conversations', { filter: 'requests' });
  expect(requests).toMatchObject([{ status: 'request_received', last_seq: 1 }]);
  const { messages } = await client.call('list_messages', { conversation_id: conversations[0]?.id ?? '' });
  expect(messages.map(({ kind }) => kind)).toContain('voice');
  expect(messages.some(({ reply_to }) => reply_to !== null)).toBe(true);
  expect(messages.some(({ reaction_counts }) => Object.keys(reaction_counts).length > 0)).toBe(true);
  expect(messages.some(({ attachments }) => attachments[0]?.kind === 'image')).toBe(true);
});

it('The demo calendars have past and upcoming events with RSVPs', async () => {
  const { rows } = await sql<Record<string, number | string>>`
    select s.subdomain, count(*) filter (where e.starts_at > now()) > 3 as ahead,
      bool_or(e.series_id is not null) as repeats, bool_or(e.status = 'cancelled') as cancelled,
      bool_or('times' = any(e.changed_fields) or e.edited_at > e.created_at and e.status = 'scheduled') as moved,
      bool_or(e.going_count > 0) as has_rsvps
    from events e join spaces s on s.id = e.space_id group by 1 order by 1`.execute(server.db);
  const active = { ahead: true, repeats: true, cancelled: true, moved: true, has_rsvps: true };
  expect(rows).toEqual(
    ['analog-photography', 'slow-bread', 'small-games'].map((subdomain) => ({ subdomain, ...active })),
  );
  const { rows: full } = await sql`select id from events
    where starts_at > now() and going_count = capacity and waitlist_count > 0`.execute(server.db);
  expect(full.length).toBeGreaterThan(0);
  const { rows: wrong } = await sql`
    select 'counts' as what, e.id from events e cross join lateral (
        select count(*) filter (where rsvp = 'going') as going, count(*) filter (where rsvp = 'maybe') as maybe,
          count(*) filter (where rsvp = 'waiting') as waiting from event_rsvps r where r.event_id = e.id) t
      where (e.going_count, e.maybe_count, e.waitlist_count) <> (t.going, t.maybe, t.waiting)
    union all select 'RSVP before joining', r.event_id from event_rsvps r
      join space_members m using (space_id, user_id) where r.responded_at < m.joined_at
    union all select 'RSVP after the end', r.event_id from event_rsvps r join events e on e.id = r.event_id
      where r.responded_at > e.ends_at`.execute(server.db);
  expect(wrong).toEqual([]);
});

it('Everything in the demo happens in a possible order', async () => {
  const wrong = await sql`
    select 'post before joining' as what, p.id from posts p join space_members m using (space_id, user_id)
      where p.created_at < m.joined_at
    union all select 'comment before joining', c.id from post_comments c join space_members m using (space_id, user_id)
      where c.created_at < m.joined_at
    union all select 'comment before its post', c.id from post_comments c join posts p on p.id = c.post_id
      where c.created_at <= p.created_at
    union all select 'comment before its parent', c.id from post_comments c join post_comments o on o.id = c.parent_id
      where c.created_at <= o.created_at
    union all select 'joined before signing up', m.id from space_members m join users u on u.id = m.user_id
      where m.joined_at < u.created_at
    union all select 'in the future', id from post_comments where created_at > now()
    union all select 'likes of non-members', l.target_id from reactions l
      left join space_members m on m.space_id = l.space_id and m.user_id = l.user_id
      where l.target_kind <> 'message' and (m.id is null or l.created_at < m.joined_at)
    union all select 'announced at another time', n.id from notifications n join posts p on p.id = n.post_id
      where n.type in ('new_post', 'admin_announcement') and n.created_at <> p.created_at
    union all select 'course announced at another time', n.id from notifications n cross join lateral (
        select max(p.created_at) as last from course_pages p where p.course_id = n.target_id) pages
      where n.type = 'new_course' and n.created_at not between pages.last and pages.last + interval '30 minutes'
    union all select 'message before signing up', c.id from chat_messages c join users u on u.id = c.sender_id
      where c.created_at < u.created_at
    union all select 'message in the future', id from chat_messages where created_at > now()
    union all select 'reaction of others', l.target_id from reactions l join chat_messages c on c.id = l.target_id
      where l.created_at < c.created_at or not exists (select from chat_participants p
        where p.conversation_id = c.conversation_id and p.user_id = l.user_id)`.execute(server.db);
  expect(wrong.rows).toEqual([]);
  const { rows } = await sql<{ by_id: string; by_time: string }>`
    select string_agg(title, '|' order by id) as by_id, string_agg(title, '|' order by created_at) as by_time
    from posts`.execute(server.db);
  expect(rows[0]?.by_id).toBe(rows[0]?.by_time);
});

it('What the audit log of the demo contains happened after the space was created, and not just now', async () => {
  const { rows } = await sql<{ action: string; is_plausible: boolean }>`
    select distinct l.action, l.created_at between s.created_at and now() - interval '30 minutes' as is_plausible
    from audit_log l join spaces s on s.id = l.space_id`.execute(server.db);
  expect(rows.map(({ action }) => action)).toContain('access_limited');
  expect(rows.filter(({ is_plausible }) => !is_plausible)).toEqual([]);
});

it('Seeding leaves no live events, and the demo works live', async () => {
  expect(await countOf(server.db, 'live_events')).toBe(0);
  const client = server.client();
  const [account] = demoAccounts;
  await client.call('sign_in', { email: account?.email ?? '', password: account?.password ?? '' });
  const { space } = await client.call('get_space', { subdomain: 'analog-photography' });
  expect(space.permissions.isOwner).toBe(true);
  const receives = await listen(server.url, client);
  expect(await receives.subscribe(`space:${space.id}`, 0)).toMatchObject({ ok: true });
  await client.call('update_space', { space_id: space.id, feature_7_day_trial_enabled: true });
  await receives.received('space.changed');
  receives.close();
});

it('A second start finds the demo and adds nothing', async () => {
  const steps: string[] = [];
  const again = await seedDemo(server.running.platform, (step) => steps.push(step));
  expect(again).toEqual(demoAccounts);
  expect(steps).toEqual([]);
  expect(server.running.demoAccounts).toEqual(demoAccounts);
});

it(
  'Interrupted seeding starts over and creates the same demo',
  async () => {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'hearth-demo-'));
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'on',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
    });
    const start = (demo: boolean, progress?: (step: string) => void) =>
      startServer({ ...config, demo, databaseUrl: database.url }, progress);
    const crashAt = (name: string) => (step: string) => {
      if (step.includes(name)) throw new Error('simulated crash');
    };
    let running: RunningServer | null = null;
    try {
      await expect(start(true, crashAt('people'))).rejects.toThrow('simulated crash');
      running = await start(false);
      const { platform } = running;
      // All of the content is there when seeding is interrupted.
      await expect(seedDemo(platform, crashAt('points'), [small])).rejects.toThrow('simulated crash');
      const before = await describeCommunity(platform.db, small.subdomain);
      expect(before.posts.length).toBeGreaterThan(small.threads.flatMap(readThreads).length);
      expect(before.comments.length).toBeGreaterThan(20);
      expect(before.members.length).toBeGreaterThan(20);
      const steps: string[] = [];
      expect(await seedDemo(platform, (step) => steps.push(step), [small])).toEqual(demoAccounts);
      expect(steps[0]).toContain('interrupted');
      expect(await describeCommunity(platform.db, small.subdomain)).toEqual(before);
      expect(await countOf(platform.db, 'posts')).toBe(before.posts.length);
    } finally {
      await running?.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  seeding,
);

it('An unfinished demo with accounts of other people is left alone', async () => {
  await server.client().call('sign_up', {
    first_name: 'Real',
    last_name: 'Person',
    email: 'real@example.com',
    password: 'secret-1',
  });
  await server.db.updateTable('demo_state').set({ finished_at: null }).execute();
  const before = await countOf(server.db, 'users');
  expect(await seedDemo(server.running.platform, () => {})).toBeNull();
  expect(await countOf(server.db, 'users')).toBe(before);
});
