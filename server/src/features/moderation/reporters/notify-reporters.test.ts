import { beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newComment, newPost, type TestPerson } from '#testing/people.ts';
import { type Community, newCommunity, newPeopleBySql } from '#testing/people-by-sql.ts';
import { expectNoRowsChanged } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';
import { notifyReporters } from './notify-reporters.job.ts';

// Without jobs: the tests run the job themselves.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let admin: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;
let newOf: Community['newOf'];

beforeEach(async () => {
  ({ owner, admin, author, reader, space, newOf } = await newCommunity(server));
});

const listOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications.filter(
    ({ type }) => type === 'report_reviewed',
  );
const casesOf = async (status: 'open' | 'resolved' = 'open') =>
  (await admin.call('list_cases', { space_id: space.id, status })).cases;
const report = (person: TestPerson, postId: string) =>
  person.call('report_post', { post_id: postId, reason: 'spam' });
async function decideOpen(outcome: 'dismissed' | 'removed' | 'banned', by = admin): Promise<string> {
  const [found] = await casesOf();
  const case_id = found?.id ?? '';
  await by.call('resolve_case', { space_id: space.id, case_id, outcome, reason: 'Because.' });
  await notifyReporters(server.running.platform, case_id);
  return case_id;
}

describe('Notification of reporters', () => {
  it('says once that the content was removed, without moderator, other reporters or reason', async () => {
    const other = await newOf('member');
    const post = await newPost(author, space, { title: 'Buy this' });
    for (const person of [reader, other]) await report(person, post.id);
    const caseId = await decideOpen('removed');
    const expected = {
      type: 'report_reviewed',
      content_preview: '',
      actor: null,
      actor_id: null,
      last_actor_id: null,
      // The post was deleted: the notification points to the space.
      target_type: 'space',
      target_id: space.id,
      params: { kind: 'post', outcome: 'removed' },
    };
    for (const person of [reader, other]) expect(await listOf(person)).toMatchObject([expected]);
    await expectNoRowsChanged(server, () =>
      Promise.all([1, 2, 3].map(() => notifyReporters(server.running.platform, caseId))),
    );
    for (const person of [author, owner, admin]) expect(await listOf(person)).toEqual([]);
  });

  it('says that the content stays, with a link to it', async () => {
    const post = await newPost(author, space);
    const comment = await newComment(author, post.id);
    await reader.call('report_comment', { comment_id: comment.id, reason: 'other', note: 'Hm' });
    await decideOpen('dismissed');
    expect(await listOf(reader)).toMatchObject([
      {
        params: { kind: 'comment', outcome: 'dismissed' },
        target_type: 'comment',
        target_id: comment.id,
        post_id: post.id,
      },
    ]);
    // Deleting the post later also deletes the notification.
    await author.call('delete_comment', { comment_id: comment.id });
    expect(await listOf(reader)).toEqual([]);
  });

  it('describes a ban as action taken, whether from the queue or the member list', async () => {
    await reader.call('report_member', { space_id: space.id, user_id: author.user.id, reason: 'spam' });
    const other = await newOf('member');
    await admin.call('ban_member', { space_id: space.id, user_id: author.user.id });
    expect(await casesOf()).toEqual([]);
    const [found] = await casesOf('resolved');
    expect(found).toMatchObject({ outcome: 'banned', resolved_by: { id: admin.user.id } });
    await notifyReporters(server.running.platform, found?.id ?? '');
    expect(await listOf(reader)).toMatchObject([
      { params: { kind: 'member', outcome: 'banned' }, target_type: 'space' },
    ]);
    expect(await listOf(other)).toEqual([]);
  });

  it('is not sent to former members or to the moderator who decided', async () => {
    const post = await newPost(author, space);
    const leaver = await newOf('member');
    for (const person of [leaver, admin, reader]) await report(person, post.id);
    await leaver.call('leave_space', { space_id: space.id });
    await decideOpen('dismissed');
    for (const person of [leaver, admin]) expect(await listOf(person)).toEqual([]);
    expect(await listOf(reader)).toHaveLength(1);
  });

  it('reaches all reporters in several batches', async () => {
    const post = await newPost(author, space);
    await report(reader, post.id);
    const [found] = await casesOf();
    const many = await newPeopleBySql(server, 220);
    const at = new Date().toISOString();
    await server.db
      .insertInto('space_members')
      .values(many.map(({ user }) => ({ id: user.id, space_id: space.id, user_id: user.id, joined_at: at })))
      .execute();
    await server.db
      .insertInto('moderation_reports')
      .values(
        many.map(({ user }) => ({
          id: user.id,
          case_id: found?.id ?? '',
          space_id: space.id,
          kind: 'post',
          target_id: post.id,
          reporter_id: user.id,
          about_moderator: false,
          reason: 'spam',
          created_at: at,
        })),
      )
      .execute();
    await decideOpen('dismissed');
    const { count } = await server.db
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('space_id', '=', space.id)
      .where('type', '=', 'report_reviewed')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(221);
  });
});

describe('Notification of an author about removals', () => {
  it('is separate for each removal, with the reason', async () => {
    const [first, second] = [await newPost(author, space), await newPost(author, space)];
    await admin.call('remove_post', { post_id: first.id, reason: 'No selling here.' });
    await admin.call('remove_post', { post_id: second.id, reason: 'Nor here.' });
    const { notifications } = await author.call('get_notifications_with_actors', {});
    expect(notifications).toMatchObject([
      { type: 'content_removed', content_preview: 'Nor here.', target_type: 'post' },
      { type: 'content_removed', content_preview: 'No selling here.', target_id: first.id },
    ]);
  });

  it('is not sent when the removal came with a ban', async () => {
    await report(reader, (await newPost(author, space)).id);
    await decideOpen('banned');
    expect((await author.call('get_notifications_with_actors', {})).notifications).toEqual([]);
    expect((await author.call('get_unread_notification_count', {})).unread_count).toBe(0);
  });
});
