import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '#contract/api.ts';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Course, CoursePage } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { nowMs, withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { emailsTo } from '#testing/emails.ts';
import { runJob } from '#testing/jobs.ts';
import { listen } from '#testing/live.ts';
import { holdQueries, untilWaiting } from '#testing/lock-waits.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { accessBy, newTree, ofPage } from '#testing/samples/course-access.ts';
import { newCoursesBySql, newPagesBySql } from '#testing/samples/courses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let other: TestPerson;
let space: Space;
let course: Course;
let page: CoursePage;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  [member, other] = [await newMember(server, space), await newMember(server, space)];
});
beforeEach(async () => {
  ({ course, page } = await newTree(owner, space));
});

const { setRules, give } = accessBy(() => owner);
const notificationsOf = async (person: TestPerson, id: string) =>
  (await person.call('get_notifications_with_actors', {})).notifications
    .filter(({ target_id }) => target_id === id)
    .map(({ type }) => type);
const inFeed = async () => (await owner.call('list_posts', { space_id: space.id })).posts.map(({ id }) => id);

/** What a reader of the page of a comment can do with it; each call of someone else is refused with this code. */
const calls = (comment: Comment): [OperationId, object, string][] => [
  ['list_comments', { post_id: comment.post_id }, 'post_not_found'],
  ['list_replies', { post_id: comment.post_id, thread_id: comment.thread_id }, 'post_not_found'],
  ['create_comment', { post_id: comment.post_id, client_id: newId(), body: '<p>Late</p>' }, 'post_not_found'],
  ['update_comment', { comment_id: comment.id, body: '<p>Late</p>' }, 'comment_not_found'],
  ['list_comment_versions', { comment_id: comment.id }, 'comment_not_found'],
  ['list_comment_likes', { comment_id: comment.id }, 'comment_not_found'],
  ['like_comment', { comment_id: comment.id }, 'comment_not_found'],
  ['unlike_comment', { comment_id: comment.id }, 'comment_not_found'],
  ['report_comment', { comment_id: comment.id, reason: 'spam' }, 'comment_not_found'],
  ['remove_comment', { comment_id: comment.id, reason: 'Spam' }, 'comment_not_found'],
  ['delete_comment', { comment_id: comment.id }, 'comment_not_found'],
];
const send = (person: TestPerson, operation: OperationId, input: object) =>
  outcomeOf(person.call(operation, input as never));

describe('Comments below a page', () => {
  it('are written, answered, liked, edited and deleted as those of posts', async () => {
    const comment = await newComment(member, page.id, '<p>How long?</p>');
    expect(comment).toMatchObject({ post_id: page.id, space_id: space.id });
    const reply = await newComment(owner, page.id, '<p>An hour.</p>', comment.id);
    await other.call('like_comment', { comment_id: reply.id });
    await member.call('update_comment', { comment_id: comment.id, body: '<p>How long now?</p>' });
    const { comments } = await other.call('list_comments', { post_id: page.id });
    expect(comments.map(({ body, like_count }) => [body, like_count])).toEqual([
      ['<p>How long now?</p>', 0],
      ['<p>An hour.</p>', 1],
    ]);
    await owner.call('remove_comment', { comment_id: comment.id, reason: 'Off topic' });
    const [removed] = (await other.call('list_comments', { post_id: page.id })).comments;
    expect(removed).toMatchObject({ body: '', is_removed: true });
    expect((await member.call('list_my_removals', { space_id: space.id })).removals[0]).toMatchObject({
      id: comment.id,
    });
  });

  it('give points for likes', async () => {
    const writer = await newMember(server, space);
    const comment = await newComment(writer, page.id);
    await other.call('like_comment', { comment_id: comment.id });
    const row = await server.db
      .selectFrom('member_points')
      .select('points')
      .where('user_id', '=', writer.user.id)
      .where('space_id', '=', space.id)
      .executeTakeFirst();
    expect(row?.points).toBe(1);
  });

  it('notify the author of the page, of the comment that is replied to, and who is mentioned', async () => {
    const mention = `<p><span data-mention="${other.user.id}">@x</span></p>`;
    const comment = await newComment(member, page.id, mention);
    expect(await notificationsOf(owner, comment.id)).toEqual(['comment_reply']);
    expect(await notificationsOf(other, comment.id)).toEqual(['mention']);
    const reply = await newComment(owner, page.id, '<p>Yes</p>', comment.id);
    expect(await notificationsOf(member, reply.id)).toEqual(['comment_reply']);
    const on = { post: null, page: { id: page.id, course_id: course.id } };
    expect(await member.call('find_comment', { space_id: space.id, target_id: reply.id })).toEqual(on);
  });

  it('do not notify those who cannot open it', async () => {
    await setRules(ofPage(page), [{ kind: 'purchase' }]);
    await give(ofPage(page), member);
    const mention = `<p><span data-mention="${other.user.id}">@x</span></p>`;
    const comment = await newComment(member, page.id, mention);
    await member.call('update_comment', { comment_id: comment.id, body: `${mention}<p>again</p>` });
    expect(await notificationsOf(other, comment.id)).toEqual([]);
    await owner.call('delete_comment', { comment_id: comment.id });
    const parent = await newComment(member, page.id);
    await owner.call('take_course_access', { ...ofPage(page), from: { user_id: member.user.id } });
    const reply = await newComment(owner, page.id, '<p>Yes</p>', parent.id);
    expect(await notificationsOf(member, reply.id)).toEqual([]);
  });

  it('say that it is their page to who wrote it', async () => {
    const comment = await newComment(member, page.id);
    const { notifications } = await owner.call('get_notifications_with_actors', {});
    const found = notifications.find(({ target_id }) => target_id === comment.id);
    expect(found?.params).toEqual({ to: 'page' });
  });

  it('take as many statements with many mentions as with one', async () => {
    const people = [member, other, owner];
    for (let n = 0; n < 6; n += 1) people.push(await newMember(server, space));
    await setRules(ofPage(page), [{ kind: 'date', at: '2020-01-01T00:00:00.000Z' }]);
    const mention = ({ user }: TestPerson) => `<span data-mention="${user.id}">@x</span>`;
    const writing = (count: number) =>
      countQueries(() =>
        newComment(owner, page.id, `<p>${people.slice(0, count).map(mention).join(' ')}</p>`),
      );
    await writing(1);
    expect(await writing(people.length)).toBe(await writing(1));
  });

  it('are not sent to those to whom the page was closed meanwhile', async () => {
    const immediate = { space_id: space.id, notifications_email_frequency: 'immediate' } as const;
    await member.call('update_space_notification_preferences', immediate);
    const comment = await newComment(member, page.id);
    const sent = async () => {
      await withFrozenTime(nowMs() + 3 * 60_000, () => runJob(server, 'deliver-notifications'));
      const emails = await emailsTo(server, member.user.email);
      return JSON.stringify(emails.map(({ values }) => values));
    };
    await newComment(owner, page.id, '<p>An open reply</p>', comment.id);
    expect(await sent()).toContain('An open reply');
    await newComment(owner, page.id, '<p>A confidential reply</p>', comment.id);
    await setRules(ofPage(page), [{ kind: 'grant' }]);
    expect(await sent()).not.toContain('A confidential reply');
    await setRules(ofPage(page), []);
    await newComment(owner, page.id, '<p>A late reply</p>', comment.id);
    await owner.call('update_course', { course_id: course.id, comments_enabled: false });
    expect(await sent()).not.toContain('A late reply');
  });

  it('notify their author of likes, unless the page was closed to them', async () => {
    const [open, closed] = [await newComment(member, page.id), await newComment(member, page.id)];
    await other.call('like_comment', { comment_id: open.id });
    await setRules(ofPage(page), [{ kind: 'grant' }]);
    await owner.call('like_comment', { comment_id: closed.id });
    expect(await notificationsOf(member, open.id)).toEqual(['post_like']);
    expect(await notificationsOf(member, closed.id)).toEqual([]);
    await owner.call('unlike_comment', { comment_id: closed.id });
    await setRules(ofPage(page), []);
    await owner.call('like_comment', { comment_id: closed.id });
    expect(await notificationsOf(member, closed.id)).toEqual(['post_like']);
  });

  it('cannot be liked once their page was closed while the like waited', async () => {
    const { id: comment_id } = await newComment(member, page.id);
    const like = await server.db.transaction().execute(async (tx) => {
      await sql`select from post_comments where id = ${comment_id} for update`.execute(tx);
      const waiting = outcomeOf(other.call('like_comment', { comment_id }));
      await untilWaiting(server.db, '%post_comments%');
      await sql`update courses set comments_enabled = false where id = ${course.id}`.execute(tx);
      return { waiting };
    });
    expect(await like.waiting).toBe('comment_not_found');
    await sql`update courses set comments_enabled = true where id = ${course.id}`.execute(server.db);
    expect(await other.call('like_comment', { comment_id })).toMatchObject({ like_count: 1 });
  });

  it('are listed without the title of a page that members no longer see', async () => {
    const comment = await newComment(member, page.id);
    await newComment(owner, page.id, '<p>Yes</p>', comment.id);
    const title = async () =>
      (await member.call('get_notifications_with_actors', {})).notifications[0]?.post_title;
    expect(await title()).toBe('A Page');
    await owner.call('update_course_page', { page_id: page.id, is_published: false });
    await owner.call('update_course_page', { page_id: page.id, title: 'A Secret', base_revision: 1 });
    expect(await title()).toBeNull();
    await owner.call('update_course_page', { page_id: page.id, is_published: true });
    expect(await title()).toBe('A Secret');
    await owner.call('delete_course', { course_id: course.id });
    expect(await title()).toBeNull();
  });

  it('are published to those who have the page open, and to no one else in the space', async () => {
    const listener = await listen(server.url, member);
    await listener.subscribe(`space:${space.id}`);
    expect(await listener.subscribe(`post:${page.id}`)).toMatchObject({ ok: true });
    const comment = await newComment(owner, page.id);
    expect((await listener.received('comment.created')).channel).toBe(`post:${page.id}`);
    await owner.call('delete_comment', { comment_id: comment.id });
    await listener.received('comment.deleted');
    const post = await newPost(owner, space);
    await newComment(owner, post.id);
    const counted = await listener.received('post.stats_changed');
    expect(counted.payload.post_id).toBe(post.id);
    listener.close();
  });

  it('can be read by visitors of a public space, who cannot write', async () => {
    await newComment(member, page.id);
    const visitor = server.client();
    expect((await visitor.call('list_comments', { post_id: page.id })).comments).toHaveLength(1);
    const stranger = await newPerson(server);
    expect(await outcomeOf(newComment(stranger, page.id))).toBe('membership_required');
  });
});

describe('The comments below a page that someone cannot open', () => {
  const closed: [string, () => Promise<unknown>][] = [
    ['is a draft', () => owner.call('update_course_page', { page_id: page.id, is_published: false })],
    ['is in a draft', () => owner.call('update_course', { course_id: course.id, is_published: false })],
    ['is locked', () => setRules(ofPage(page), [{ kind: 'purchase' }])],
  ];
  const closedToAll: [string, () => Promise<unknown>][] = [
    ['is deleted', () => owner.call('delete_course_page', { page_id: page.id })],
    ['is in a deleted course', () => owner.call('delete_course', { course_id: course.id })],
    [
      'is in a course without comments',
      () => owner.call('update_course', { course_id: course.id, comments_enabled: false }),
    ],
  ];

  it.each([...closed, ...closedToAll])('finds no comments when it %s', async (_name, close) => {
    const upload = await newUpload(other, { purpose: 'comment_image', space_id: space.id });
    const { comment } = await other.call('create_comment', {
      post_id: page.id,
      client_id: newId(),
      body: '<p>Look</p>',
      upload_id: upload.id,
    });
    const mine = await newComment(member, page.id);
    expect((await member.fetch(upload.url)).status).toBe(200);
    await close();
    for (const [operation, input, code] of [...calls(comment), ...calls(mine)])
      expect([operation, await send(member, operation, input)]).toEqual([operation, code]);
    expect(await member.call('find_comment', { space_id: space.id, target_id: comment.id })).toEqual({
      post: null,
      page: null,
    });
    expect((await member.fetch(upload.url)).status).toBe(404);
    const listener = await listen(server.url, member);
    expect(await listener.subscribe(`post:${page.id}`)).toMatchObject({ reason: 'forbidden' });
    listener.close();
  });

  it.each([...closed, ...closedToAll])('gets no more of its comments when it %s', async (_name, close) => {
    const [listener, editor] = [await listen(server.url, member), await listen(server.url, owner)];
    for (const one of [listener, editor]) await one.subscribe(`space:${space.id}`);
    for (const one of [listener, editor]) await one.subscribe(`post:${page.id}`);
    await close();
    await vi.waitFor(() => expect(listener.closed).toEqual([`post:${page.id}`]));
    // What was closed to the editor would have been before that event.
    await publishMarker(server, space.id, 77);
    await editor.received('space.member_count_changed', ({ payload }) => payload.member_count === 77);
    const isOpenToEditors = closed.some(([, one]) => one === close);
    expect(editor.closed).toEqual(isOpenToEditors ? [] : [`post:${page.id}`]);
    for (const one of [listener, editor]) one.close();
  });

  it.each(['create_comment', 'update_comment'] as const)(
    'changes nothing by a request (%s) that began before it was a draft',
    async (operation) => {
      const comment = await newComment(member, page.id);
      const { held, release } = holdQueries(/ for [a-z ]+ of "m"/);
      const request = outcomeOf(
        operation === 'create_comment'
          ? newComment(member, page.id, '<p>Late</p>')
          : member.call('update_comment', { comment_id: comment.id, body: '<p>Late</p>' }),
      );
      await held;
      // By SQL: a request would lock the membership, too.
      await server.db
        .updateTable('course_pages')
        .set({ is_published: false })
        .where('id', '=', page.id)
        .execute();
      release();
      expect(await request).toBe(operation === 'create_comment' ? 'post_not_found' : 'comment_not_found');
    },
  );

  const change = (person: TestPerson, role: 'admin' | 'member') =>
    owner.call('set_member_role', { space_id: space.id, user_id: person.user.id, role });
  it.each<[string, (person: TestPerson) => Promise<unknown>]>([
    ['leaves the space', (person) => person.call('leave_space', { space_id: space.id })],
    [
      'is removed from it',
      (person) => owner.call('remove_member', { space_id: space.id, user_id: person.user.id }),
    ],
    ['is no admin anymore', (person) => change(person, 'member')],
    [
      'looks at a classroom that is turned off',
      () => owner.call('update_space', { space_id: space.id, feature_classroom_enabled: false }),
    ],
  ])('gets no more comments of a locked page when they lose the right: who %s', async (name, lose) => {
    const person = await newMember(server, space);
    await setRules(ofPage(page), [{ kind: 'purchase' }]);
    if (name === 'is no admin anymore') await change(person, 'admin');
    else await give(ofPage(page), person);
    const listener = await listen(server.url, person);
    expect(await listener.subscribe(`post:${page.id}`)).toMatchObject({ ok: true });
    await lose(person);
    await vi.waitFor(() => expect(listener.closed).toEqual([`post:${page.id}`]));
    listener.close();
    await owner
      .call('update_space', { space_id: space.id, feature_classroom_enabled: true })
      .catch(() => 'It was on.');
  });

  it.each(closedToAll)('is everyone when it %s', async (_name, close) => {
    const comment = await newComment(member, page.id);
    await close();
    for (const [operation, input, code] of calls(comment))
      expect([operation, await send(owner, operation, input)]).toEqual([operation, code]);
  });

  it.each(closed)('does not include its editors when it %s', async (_name, close) => {
    const comment = await newComment(member, page.id);
    await close();
    expect((await owner.call('list_comments', { post_id: page.id })).comments).toMatchObject([
      { id: comment.id },
    ]);
    await newComment(owner, page.id, '<p>Soon</p>', comment.id);
  });

  it('keeps the comments of a course whose comments are turned on again', async () => {
    const comment = await newComment(member, page.id);
    for (const comments_enabled of [false, true])
      await owner.call('update_course', { course_id: course.id, comments_enabled });
    expect((await member.call('list_comments', { post_id: page.id })).comments).toEqual([comment]);
  });
});

describe('The discussion of a page', () => {
  it('is no post', async () => {
    await newComment(member, page.id);
    expect(await inFeed()).not.toContain(page.id);
    const post: [OperationId, object][] = [
      ['get_post', {}],
      ['delete_post', {}],
      ['like_post', {}],
      ['pin_post', {}],
      ['remove_post', { reason: 'Spam' }],
      ['report_post', { reason: 'spam' }],
      ['set_comments_closed', { closed: true }],
      ['get_post_mute', {}],
    ];
    for (const [operation, input] of post)
      expect([operation, await send(owner, operation, { post_id: page.id, ...input })]).toEqual([
        operation,
        'post_not_found',
      ]);
    const bySlug = owner.call('get_post_by_slug', { subdomain: space.subdomain, slug: page.id });
    expect(await outcomeOf(bySlug)).toBe('post_not_found');
  });

  it('stays deleted after its page, with what moderators did there', async () => {
    const [courseId = ''] = await newCoursesBySql(server, space.id, owner.user.id);
    const [pageId = ''] = await newPagesBySql(server, courseId);
    const comment = await newComment(member, pageId);
    await other.call('report_comment', { comment_id: comment.id, reason: 'spam' });
    await owner.call('remove_comment', { comment_id: comment.id, reason: 'Spam' });
    await server.db.deleteFrom('courses').where('id', '=', courseId).execute();
    const left = await server.db
      .selectFrom('posts')
      .innerJoin('audit_log', 'audit_log.post_id', 'posts.id')
      .select(['audit_log.comment_id', 'posts.deleted_at'])
      .where('posts.id', '=', pageId)
      .execute();
    expect(left).toEqual([{ comment_id: comment.id, deleted_at: expect.any(String) }]);
    expect(await outcomeOf(member.call('list_comments', { post_id: pageId }))).toBe('post_not_found');
  });
});
