import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { badgeDescription, badgeName } from '#contract/values/badge-names.ts';
import { nowIso } from '#server/platform/clock.ts';
import { listen } from '#testing/live.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newCourse, newFolder, newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { awardBadges } from './award-badges.job.ts';
import { insertAnniversaries } from './badges.queries.ts';

// Jobs are off: the tests run the badge job themselves.
const server = sharedServer({ runsJobs: false });

const badgesOf = async (person: TestPerson) =>
  (
    await server.db
      .selectFrom('user_badges')
      .select(['badge_code', 'awarded_at'])
      .where('user_id', '=', person.user.id)
      .orderBy('badge_code')
      .execute()
  ).map((row) => row.badge_code);

it('The catalog has the names and descriptions of all badges, as the database has them', async () => {
  const badges = await server.db.selectFrom('badges').select(['code', 'name', 'description']).execute();
  expect(badges.length).toBeGreaterThan(0);
  for (const badge of badges) {
    expect([badgeName(badge), badgeDescription(badge)]).toEqual([badge.name, badge.description]);
    const unnamed = { ...badge, name: '', description: '' };
    expect([badgeName(unnamed), badgeDescription(unnamed)]).toEqual([badge.name, badge.description]);
  }
  const unknown = { code: 'constructor', name: 'A', description: 'B' };
  expect([badgeName(unknown), badgeDescription(unknown)]).toEqual(['A', 'B']);
});

it('Badges are awarded once for a first post, a first comment and ten likes, and published live', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const author = await newMember(server, space);
  await awardBadges(server.db);
  expect(await badgesOf(author)).toEqual(['early_member']);
  expect(await badgesOf(owner)).toEqual([]);
  const listener = await listen(server.url, owner);
  await listener.subscribe(`space:${space.id}`);
  const posts = [await newPost(author, space), await newPost(author, space)];
  await newComment(author, posts[0]?.id ?? '');
  await Promise.all([awardBadges(server.db), awardBadges(server.db)]);
  await awardBadges(server.db);
  expect(await badgesOf(author)).toEqual(['early_member', 'first_comment', 'first_post']);
  // The event of the first badge may still be on its way when the listener subscribes.
  const notified = await listener.received('member.badges_awarded', ({ payload }) =>
    payload.badges.some(({ code }) => code === 'first_post'),
  );
  expect(notified.payload).toEqual({
    user_id: author.user.id,
    badges: [
      { code: 'first_post', name: 'First post' },
      { code: 'first_comment', name: 'First comment' },
    ],
  });
  listener.close();
  for (let n = 0; n < 5; n += 1) {
    const fan = await newMember(server, space);
    for (const post of posts) await fan.call('like_post', { post_id: post.id });
    if (n === 3) await awardBadges(server.db);
    if (n === 3) expect(await badgesOf(author)).not.toContain('ten_likes');
  }
  await awardBadges(server.db);
  expect(await badgesOf(author)).toContain('ten_likes');
  const { member } = await owner.call('get_member_card', { space_id: space.id, user_id: author.user.id });
  expect(member.badges.map(({ code }) => code)).toEqual([
    'first_post',
    'first_comment',
    'ten_likes',
    'early_member',
  ]);
  // Earned badges are kept.
  for (const post of posts) await author.call('delete_post', { post_id: post.id });
  await awardBadges(server.db);
  expect(await badgesOf(author)).toContain('first_post');
});

/** The contributions of a person, including those that the job hasn't added up yet. */
async function contributionsOf({ user }: TestPerson): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(n), 0)::int as sum from (
    select points as n from user_activity_log where user_id = ${user.id}::uuid
    union all select contributions from user_activity_monthly where user_id = ${user.id}::uuid) all_of_them`.execute(
    server.db,
  );
  return rows[0]?.sum ?? 0;
}

it('Pages count three contributions while they are done, and a finished course earns a badge once', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [member, other] = [await newMember(server, space), await newMember(server, space)];
  const course = await newCourse(owner, space);
  const folder = await newFolder(owner, course);
  const first = await newPage(owner, course);
  const second = await newPage(owner, course, { folder_id: folder.id });
  const draft = await newPage(owner, course, { is_published: false });
  const set = async (person: TestPerson, page: { id: string }, completed = true) =>
    await person.call('set_page_completion', { page_id: page.id, completed });

  await set(member, first);
  await set(member, first);
  expect(await contributionsOf(member)).toBe(3);
  await awardBadges(server.db);
  expect(await badgesOf(member)).not.toContain('first_course');
  await set(member, second);
  await awardBadges(server.db);
  expect(await badgesOf(member)).toContain('first_course');
  expect(await contributionsOf(member)).toBe(6);
  await set(member, second, false);
  await awardBadges(server.db);
  expect(await contributionsOf(member)).toBe(3);
  expect(await badgesOf(member)).toContain('first_course');

  // Not for one's own course, nor for a draft in place of a page.
  for (const page of [first, second]) await set(owner, page);
  await set(other, first);
  await owner.call('update_course_page', { page_id: draft.id, base_revision: 1, is_published: true });
  await set(other, draft);
  await owner.call('update_course_page', { page_id: draft.id, base_revision: 1, is_published: false });
  await awardBadges(server.db);
  for (const person of [owner, other]) expect(await badgesOf(person)).not.toContain('first_course');
});

it('What was learned counts on after the page is gone; a deleted account leaves nothing', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [member, leaver] = [await newMember(server, space), await newMember(server, space)];
  const course = await newCourse(owner, space);
  const page = await newPage(owner, course);
  for (const person of [member, leaver])
    await person.call('set_page_completion', { page_id: page.id, completed: true });
  await sql`delete from users where id = ${leaver.user.id}::uuid`.execute(server.db);
  await sql`delete from course_pages where id = ${page.id}::uuid`.execute(server.db);
  expect(await contributionsOf(member)).toBe(3);
  expect(await contributionsOf(leaver)).toBe(0);
});

it('The one-year badge is awarded on its day without any activity', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [old, young] = [await newMember(server, space), await newMember(server, space)];
  await awardBadges(server.db);
  const joined = async (person: TestPerson, days: number) =>
    await sql`update space_members set joined_at = now() - make_interval(days => ${days}::int)
      where user_id = ${person.user.id}::uuid`.execute(server.db);
  await joined(old, 367);
  await joined(young, 360);
  await sql`delete from user_activity_log`.execute(server.db);
  await insertAnniversaries(server.db, nowIso());
  await awardBadges(server.db);
  expect(await badgesOf(old)).toContain('one_year');
  expect(await badgesOf(young)).not.toContain('one_year');
});

it('One run handles more activity than a batch holds, also of people who have left', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const author = await newMember(server, space);
  await awardBadges(server.db);
  await sql`insert into user_activity_log (user_id, points, created_at)
    select ${owner.user.id}::uuid, 0, now() from generate_series(1, 1000)`.execute(server.db);
  await newPost(author, space);
  await author.call('leave_space', { space_id: space.id });
  await awardBadges(server.db);
  expect(await badgesOf(author)).toContain('first_post');
});

it('The 101st member of a space is not an early member', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const prefix = `early-${space.id}-`;
  await sql`insert into users (id, email, full_name, first_name, last_name, username, profile_url)
    select uuidv7(), name || '@example.com', 'Early', 'Early', 'Bird', name, name
    from (select ${prefix} || n as name from generate_series(1, 99) n) people`.execute(server.db);
  await sql`insert into space_members (id, space_id, user_id)
    select uuidv7(), ${space.id}::uuid, id from users where username like ${`${prefix}%`}`.execute(server.db);
  const late = await newMember(server, space);
  await awardBadges(server.db);
  expect(await badgesOf(late)).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from user_badges b
    join users u on u.id = b.user_id where u.username like ${`${prefix}%`} and b.badge_code = 'early_member'`.execute(
    server.db,
  );
  expect(rows[0]?.count).toBe(99);
});
