import { beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { SpaceContext } from '#server/platform/access.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { type Community, newCommunity } from '#testing/people-by-sql.ts';
import { expectNoRowsChanged } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql, setRole } from '#testing/space-facts.ts';
import { removeContent } from './remove-content.ts';
import { resolveCase } from './resolve-case.ts';

// Without jobs, which would write rows of their own: this file counts rows.
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

const openCases = async (person = owner) =>
  (await person.call('list_cases', { space_id: space.id, status: 'open' })).cases;
const handledCases = async () =>
  (await owner.call('list_cases', { space_id: space.id, status: 'resolved' })).cases;
const openCount = async () => (await owner.call('get_open_cases', { space_id: space.id })).open_count;
const decide = (
  person: TestPerson,
  case_id: string,
  outcome: 'dismissed' | 'removed' | 'banned',
  reason = 'Against what we agreed on.',
) => person.call('resolve_case', { space_id: space.id, case_id, outcome, reason });
const actions = async () =>
  (await owner.call('list_audit_log', { space_id: space.id })).actions.map(({ action }) => action);

describe('Reporting', () => {
  it('collects reports about one target in one case with its context, each reporter once', async () => {
    const post = await newPost(author, space, { title: 'The post' });
    const comment = await newComment(author, post.id, '<p>Bad <strong>words</strong></p>');
    const other = await newOf('member');
    const report = (person: TestPerson, note: string) =>
      person.call('report_comment', { comment_id: comment.id, reason: 'other', note });
    expect(await report(reader, 'It hurts')).toEqual({ already: false, reviewed_by: 'moderators' });
    expect(await report(other, 'Me too')).toEqual({ already: false, reviewed_by: 'moderators' });
    await expectNoRowsChanged(server, async () =>
      expect(await report(reader, 'Again')).toEqual({ already: true, reviewed_by: 'moderators' }),
    );
    const [found, ...rest] = await openCases();
    expect(rest).toEqual([]);
    expect(found).toMatchObject({
      kind: 'comment',
      target_id: comment.id,
      author: { id: author.user.id },
      post: { id: post.id, slug: post.slug, title: 'The post', is_deleted: false },
      body: '<p>Bad <strong>words</strong></p>',
      excerpt: null,
      report_count: 2,
      outcome: null,
      permissions: { can_resolve: true, can_ban: true },
    });
    expect(found?.reports.map(({ note, reporter }) => [reporter?.id, note])).toEqual([
      [other.user.id, 'Me too'],
      [reader.user.id, 'It hurts'],
    ]);
    expect(await openCount()).toBe(1);
  });

  it('stores the current text of the broken rule', async () => {
    await owner.call('update_space', {
      space_id: space.id,
      rules_list: [{ id: 'kind', text: 'Be kind' }],
    });
    const post = await newPost(author, space);
    const report = (rule_id?: string) =>
      reader.call('report_post', { post_id: post.id, reason: 'rule', ...(rule_id ? { rule_id } : {}) });
    for (const id of ['unknown', undefined]) {
      await expect(report(id)).rejects.toMatchObject({ code: 'rule_not_found' });
    }
    await report('kind');
    await owner.call('update_space', { space_id: space.id, rules_list: [] });
    const [found] = await openCases();
    expect(found?.reports[0]).toMatchObject({ reason: 'rule', rule_text: 'Be kind' });
    expect(found).toMatchObject({ excerpt: 'With some text.', body: null });
  });

  it('stores no text of a rule for another reason', async () => {
    const rules_list = [{ id: 'kind', text: 'Be kind' }];
    await owner.call('update_space', { space_id: space.id, rules_list });
    const post = await newPost(author, space);
    await reader.call('report_post', { post_id: post.id, reason: 'spam', rule_id: 'kind' });
    expect((await openCases())[0]?.reports[0]).toMatchObject({ reason: 'spam', rule_text: null });
  });

  it('counts once per person, however often it is sent at the same time', async () => {
    const post = await newPost(author, space);
    const report = () => reader.call('report_post', { post_id: post.id, reason: 'spam' });
    const responses = await Promise.all(Array.from({ length: 6 }, report));
    expect(responses.filter(({ already }) => !already)).toHaveLength(1);
    expect(await openCases()).toMatchObject([{ report_count: 1 }]);
  });

  it('is rejected for oneself, for deleted content, and without a required note', async () => {
    const post = await newPost(author, space);
    const comment = await newComment(author, post.id);
    const spam = { reason: 'spam' as const };
    const ofMember = (user_id: string) => ({ space_id: space.id, user_id, ...spam });
    for (const rejected of [
      () => author.call('report_post', { post_id: post.id, ...spam }),
      () => author.call('report_comment', { comment_id: comment.id, ...spam }),
      () => author.call('report_member', ofMember(author.user.id)),
    ]) {
      await expect(rejected()).rejects.toMatchObject({ code: 'cannot_report_self' });
    }
    await expect(
      reader.call('report_post', { post_id: post.id, reason: 'other', note: '  ' }),
    ).rejects.toMatchObject({ code: 'report_note_required' });
    await expect(reader.call('report_member', ofMember(newId()))).rejects.toMatchObject({
      code: 'member_not_found',
    });
    await author.call('delete_comment', { comment_id: comment.id });
    await expect(reader.call('report_comment', { comment_id: comment.id, ...spam })).rejects.toMatchObject({
      code: 'comment_not_found',
    });
    await author.call('delete_post', { post_id: post.id });
    await expect(reader.call('report_post', { post_id: post.id, ...spam })).rejects.toMatchObject({
      code: 'post_not_found',
    });
    expect(await openCases()).toEqual([]);
    // The owner can be reported too.
    await reader.call('report_member', ofMember(owner.user.id));
    expect((await openCases(admin))[0]).toMatchObject({ kind: 'member', post: null, body: null });
  });

  it('is published only to moderators', async () => {
    const post = await newPost(author, space);
    const listeners = await Promise.all(
      [owner, admin, reader].map(async (person) => {
        const listener = await listen(server.url, person);
        await listener.subscribe(`user:${person.user.id}`);
        await listener.subscribe(`space:${space.id}`);
        return listener;
      }),
    );
    await reader.call('report_post', { post_id: post.id, reason: 'spam' });
    const [ofOwner, ofAdmin, ofReader] = listeners;
    for (const listener of [ofOwner, ofAdmin]) {
      const { payload } = (await listener?.received('space.report_count_changed')) ?? {};
      expect(payload).toEqual({ space_id: space.id, open_count: 1, version: 1 });
    }
    await newPost(owner, space);
    await ofReader?.received('post.created');
    expect(ofReader?.events.map(({ type }) => type)).not.toContain('space.report_count_changed');
    for (const listener of listeners) listener.close();
  });
});

describe('Deciding a case', () => {
  const reportPost = async () => {
    const post = await newPost(author, space);
    await reader.call('report_post', { post_id: post.id, reason: 'spam' });
    const [found] = await openCases();
    return { post, case_id: found?.id ?? '' };
  };

  it('can dismiss the report: the content stays, and a report by someone else opens a new case', async () => {
    const { post, case_id } = await reportPost();
    await decide(admin, case_id, 'dismissed', '');
    expect((await reader.call('get_post', { post_id: post.id })).removal).toBeNull();
    expect((await handledCases())[0]).toMatchObject({
      id: case_id,
      outcome: 'dismissed',
      resolved_by: { id: admin.user.id },
    });
    expect(await openCount()).toBe(0);
    expect(await actions()).toEqual(['report_dismissed']);
    await admin.call('report_post', { post_id: post.id, reason: 'spam' });
    expect(await openCount()).toBe(1);
  });

  it('can remove a post with a reason that only its author and moderators see', async () => {
    const { post, case_id } = await reportPost();
    const listener = await listen(server.url, author);
    await listener.subscribe(`user:${author.user.id}`);
    await decide(owner, case_id, 'removed', 'Advertising');
    expect((await listener.received('content.removed')).payload).toMatchObject({
      kind: 'post',
      id: post.id,
      author_id: author.user.id,
      reason: 'Advertising',
    });
    const reasonFor = async (person: TestPerson) =>
      (await person.call('get_post', { post_id: post.id })).removal;
    for (const person of [author, admin, owner]) {
      expect(await reasonFor(person)).toEqual({ is_removed: true, reason: 'Advertising' });
    }
    expect(await reasonFor(reader)).toEqual({ is_removed: true, reason: null });
    const { notifications } = await author.call('get_notifications_with_actors', {});
    expect(notifications[0]).toMatchObject({
      type: 'content_removed',
      target_type: 'post',
      content_preview: 'Advertising',
      target_id: post.id,
      actor: { id: owner.user.id },
    });
    expect(await actions()).toEqual(['post_removed']);
    // Repeating the decision changes nothing; a different one is rejected.
    await expectNoRowsChanged(server, async () => {
      await decide(owner, case_id, 'removed', 'Advertising');
      await expect(decide(admin, case_id, 'dismissed')).rejects.toMatchObject({ code: 'case_resolved' });
    });
    listener.close();
  });

  it('can remove a comment: its replies stay, and its author sees the reason', async () => {
    const post = await newPost(owner, space);
    const comment = await newComment(author, post.id);
    const reply = await newComment(reader, post.id, '<p>Reply</p>', comment.id);
    await reader.call('report_comment', { comment_id: comment.id, reason: 'harassment' });
    const [found] = await openCases();
    await decide(admin, found?.id ?? '', 'removed', 'Please stay friendly');
    const seenBy = async (person: TestPerson) =>
      (await person.call('list_comments', { post_id: post.id })).comments;
    for (const [person, reason] of [
      [author, 'Please stay friendly'],
      [owner, 'Please stay friendly'],
      [reader, null],
    ] as const) {
      const [top, below] = await seenBy(person);
      expect(top).toMatchObject({ is_removed: true, removal_reason: reason, body: '' });
      expect(below?.id).toBe(reply.id);
    }
    // Moderators still see the removed content.
    expect((await handledCases())[0]?.body).toBe('<p>A comment.</p>');
  });

  it('can ban the author, which also removes the content', async () => {
    const { post, case_id } = await reportPost();
    await decide(admin, case_id, 'banned', 'Third time');
    await expect(newPost(author, space)).rejects.toMatchObject({ code: 'membership_required' });
    await expect(author.call('public_join_space', { space_id: space.id })).rejects.toMatchObject({
      code: 'membership_blocked',
    });
    expect((await reader.call('get_post', { post_id: post.id })).removal?.is_removed).toBe(true);
    expect((await actions()).toSorted()).toEqual(['member_banned', 'post_removed']);
  });

  it('can ban a reported member', async () => {
    await reader.call('report_member', { space_id: space.id, user_id: author.user.id, reason: 'spam' });
    await decide(admin, (await openCases())[0]?.id ?? '', 'banned', 'Third time');
    await expect(newPost(author, space)).rejects.toMatchObject({ code: 'membership_required' });
    expect((await handledCases())[0]).toMatchObject({
      kind: 'member',
      outcome: 'banned',
      outcome_reason: 'Third time',
      resolved_by: { id: admin.user.id },
    });
  });

  it('says that a case is resolved before it asks for a reason', async () => {
    const { case_id } = await reportPost();
    await decide(admin, case_id, 'dismissed', '');
    expect((await handledCases())[0]).toMatchObject({ outcome: 'dismissed', outcome_reason: null });
    await expect(decide(owner, case_id, 'removed', '')).rejects.toMatchObject({ code: 'case_resolved' });
  });

  it('requires a role that the moderator still has when it is made', async () => {
    const { post, case_id } = await reportPost();
    const viewer = { user_id: admin.user.id, role: admin.user.role, session_id: newId() };
    // As the request found them, before the role was taken away.
    const before = { space_id: space.id, role: 'admin', permissions: { canEditSpace: true } } as SpaceContext;
    await setRole(server, space.id, admin.user.id, 'member');
    const { platform } = server.running;
    for (const outcome of ['dismissed', 'removed'] as const) {
      const input = { case_id, outcome, reason: 'Spam' };
      await expect(resolveCase(platform, viewer, before, input)).rejects.toMatchObject({
        code: 'not_allowed',
      });
    }
    const target = { kind: 'post', id: post.id } as const;
    await expect(removeContent(platform, viewer, before, target, 'Spam')).rejects.toMatchObject({
      code: 'not_allowed',
    });
    expect((await reader.call('get_post', { post_id: post.id })).removal).toBeNull();
    expect(await openCount()).toBe(1);
  });

  it('does not let an admin ban the owner or another admin', async () => {
    const second = await newOf('admin');
    for (const [reported, code] of [
      [owner, 'owner_cannot_be_removed'],
      [second, 'admins_cannot_remove_admins'],
    ] as const) {
      await reader.call('report_member', {
        space_id: space.id,
        user_id: reported.user.id,
        reason: 'harassment',
      });
      const [found] = await openCases(admin);
      expect(found?.permissions.can_ban).toBe(false);
      await expect(decide(admin, found?.id ?? '', 'banned')).rejects.toMatchObject({ code });
      await decide(admin, found?.id ?? '', 'dismissed');
    }
  });

  it('requires a reason, and rejects cases of other spaces and the removal of a member', async () => {
    const { case_id } = await reportPost();
    await expect(decide(owner, case_id, 'removed', ' ')).rejects.toMatchObject({
      code: 'removal_needs_reason',
    });
    const elsewhere = await newSpace(owner);
    await expect(
      owner.call('resolve_case', { space_id: elsewhere.id, case_id, outcome: 'dismissed' }),
    ).rejects.toMatchObject({ code: 'case_not_found' });
    await reader.call('report_member', { space_id: space.id, user_id: author.user.id, reason: 'spam' });
    const ofMember = (await openCases()).find(({ kind }) => kind === 'member');
    await expect(decide(owner, ofMember?.id ?? '', 'removed')).rejects.toMatchObject({
      code: 'invalid_input',
      data: { issues: [{ path: 'outcome', message: 'A member is banned, not removed' }] },
    });
    expect(await openCount()).toBe(2);
  });

  it('happens once when two moderators decide at the same moment', async () => {
    const { post, case_id } = await reportPost();
    const results = await Promise.allSettled([
      decide(owner, case_id, 'removed'),
      decide(admin, case_id, 'dismissed'),
      decide(owner, case_id, 'banned'),
      decide(admin, case_id, 'removed'),
    ]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    const [found] = await handledCases();
    const { removal } = await owner.call('get_post', { post_id: post.id });
    expect(removal === null).toBe(found?.outcome === 'dismissed');
    expect(await openCount()).toBe(0);
    expect(await openCases()).toEqual([]);
  });

  it('still works when the author has deleted the content meanwhile', async () => {
    const { post, case_id } = await reportPost();
    await author.call('delete_post', { post_id: post.id });
    expect((await openCases())[0]?.deleted_at).not.toBeNull();
    await decide(owner, case_id, 'removed');
    expect(await openCount()).toBe(0);
  });
});

describe('Removal without a report', () => {
  it('notifies the author with the reason, is logged and resolves an open report', async () => {
    const post = await newPost(author, space);
    const comment = await newComment(author, post.id);
    await reader.call('report_comment', { comment_id: comment.id, reason: 'spam' });
    await admin.call('remove_comment', { comment_id: comment.id, reason: 'Spam' });
    await admin.call('remove_post', { post_id: post.id, reason: 'Also spam' });
    expect(await openCount()).toBe(0);
    expect((await handledCases())[0]).toMatchObject({ outcome: 'removed', outcome_reason: 'Spam' });
    const { actions: log } = await owner.call('list_audit_log', { space_id: space.id });
    expect(log.map(({ action, details, actor, target }) => [action, details, actor?.id, target?.id])).toEqual(
      [
        ['post_removed', { reason: 'Also spam' }, admin.user.id, author.user.id],
        ['comment_removed', { reason: 'Spam' }, admin.user.id, author.user.id],
      ],
    );
    await expect(admin.call('remove_post', { post_id: post.id, reason: 'Again' })).rejects.toMatchObject({
      code: 'post_not_found',
    });
  });
});

describe('Moderation queue', () => {
  it('is read in pages with a constant number of queries, and only by moderators', async () => {
    const report = async () => {
      const post_id = await newPostBySql(server, space.id, author.user.id);
      await reader.call('report_post', { post_id, reason: 'spam' });
    };
    for (let n = 0; n < 3; n += 1) await report();
    const few = await countQueries(() => openCases());
    for (let n = 0; n < 22; n += 1) await report();
    const many = await countQueries(() => openCases());
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(3);
    const first = await owner.call('list_cases', { space_id: space.id });
    const second = await owner.call('list_cases', { space_id: space.id, cursor: first.next_cursor ?? '' });
    const ids = [...first.cases, ...second.cases].map(({ id }) => id);
    expect(ids).toHaveLength(25);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(second.next_cursor).toBeNull();
    for (const operation of ['list_cases', 'list_audit_log', 'get_open_cases'] as const) {
      await expect(reader.call(operation, { space_id: space.id })).rejects.toMatchObject({
        code: 'not_allowed',
      });
    }
  });
});

describe('Cases and audit log of a space', () => {
  it('include nothing of other spaces', async () => {
    const { other, category_id } = await newNeighbors(server, owner, space);
    const before = await actions();
    const spam = { reason: 'spam' as const };
    const post = await newPost(author, space, { category_id });
    // The same person is reported in both spaces, so that only the space tells their cases apart.
    await setRole(server, other.space.id, author.user.id, 'member');
    for (const { id } of [space, other.space])
      await owner.call('report_member', { space_id: id, user_id: author.user.id, ...spam });
    await reader.call('report_post', { post_id: post.id, ...spam });
    await other.admin.call('report_post', { post_id: other.post.id, ...spam });
    const kinds = async (person: TestPerson, space_id: string, status: 'open' | 'resolved') =>
      (await person.call('list_cases', { space_id, status })).cases.map(({ kind, target_id }) => [
        kind,
        target_id,
      ]);
    const aboutAuthor = ['member', author.user.id];
    expect(await kinds(owner, space.id, 'open')).toEqual([['post', post.id], aboutAuthor]);
    expect(await kinds(owner, other.space.id, 'open')).toEqual([['post', other.post.id], aboutAuthor]);
    expect(await openCount()).toBe(2);

    for (const found of (await openCases()).toReversed()) await decide(owner, found.id, 'dismissed');
    expect(await openCount()).toBe(0);
    expect(await kinds(owner, space.id, 'resolved')).toEqual([['post', post.id], aboutAuthor]);
    expect(await kinds(owner, other.space.id, 'open')).toHaveLength(2);
    expect(await kinds(owner, other.space.id, 'resolved')).toEqual([]);
    expect(await actions()).toEqual(['report_dismissed', 'report_dismissed', ...before]);
    const removal = { post_id: other.post.id, reason: 'Elsewhere.' };
    await owner.call('remove_post', removal);
    expect(await actions()).toHaveLength(before.length + 2);
  });

  it('hide from a moderator what is about them, in their space only', async () => {
    const { other } = await newNeighbors(server, owner, space);
    await setRole(server, other.space.id, admin.user.id, 'admin');
    const of = (space_id: string, person: TestPerson) => ({
      space_id,
      user_id: person.user.id,
      reason: 'spam' as const,
    });
    await owner.call('report_member', of(space.id, author));
    for (const { id } of [space, other.space]) await owner.call('report_member', of(id, admin));
    const counts = async (space_id: string) =>
      await Promise.all(
        [owner, admin].map(async (person) => (await person.call('get_open_cases', { space_id })).open_count),
      );
    expect(await counts(space.id)).toEqual([2, 1]);
    expect(await counts(other.space.id)).toEqual([1, 0]);
    expect((await openCases(admin)).map(({ target_id }) => target_id)).toEqual([author.user.id]);
    const about = (await openCases()).find(({ target_id }) => target_id === admin.user.id);
    await decide(owner, about?.id ?? '', 'dismissed');
    expect(await counts(space.id)).toEqual([1, 1]);
  });
});

describe('Audit log', () => {
  it('records every administrative action in the same transaction', async () => {
    const member = await newOf('member');
    const ofMember = { space_id: space.id, user_id: member.user.id };
    await owner.call('set_member_role', { ...ofMember, role: 'admin' });
    await owner.call('set_member_role', { ...ofMember, role: 'member' });
    await admin.call('ban_member', ofMember);
    await admin.call('unban_member', ofMember);
    await admin.call('remove_member', { space_id: space.id, user_id: reader.user.id });
    await owner.call('update_space', { space_id: space.id, description: 'New words' });
    const post = await newPost(author, space);
    await admin.call('set_comments_closed', { post_id: post.id, closed: true });
    await admin.call('delete_post', { post_id: post.id });
    await owner.call('transfer_ownership', { space_id: space.id, user_id: admin.user.id });
    expect(await actions()).toEqual([
      'ownership_transferred',
      'post_removed',
      'comments_closed',
      'settings_saved',
      'member_removed',
      'member_unbanned',
      'member_banned',
      'member_role_changed',
      'member_role_changed',
    ]);
    // Rejected actions are not logged.
    await expect(
      author.call('remove_member', { space_id: space.id, user_id: admin.user.id }),
    ).rejects.toMatchObject({ code: 'remove_not_allowed' });
    expect(await actions()).toHaveLength(9);
    // Authors deleting their own content is not an administrative action.
    const ownPost = await newPost(author, space);
    await author.call('delete_post', { post_id: ownPost.id });
    expect(await actions()).toHaveLength(9);
  });
});
