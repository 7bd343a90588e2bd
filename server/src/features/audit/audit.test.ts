import { expect, it, vi } from 'vitest';
import type { AuditAction } from '#contract/features/audit/audit.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { findLastDecline, listModerators, recordAudit } from './index.ts';
import type { AuditInput } from './record-audit.ts';

const server = sharedServer({ runsJobs: false });

async function newScene() {
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  const [admin, member] = [await newMember(server, space, 'Adam'), await newMember(server, space)];
  await setRole(server, space.id, admin.user.id, 'admin');
  return { owner, admin, member, space };
}

const record = (action: AuditInput) => server.db.transaction().execute((tx) => recordAudit(tx, action));
const logOf = async (viewer: TestPerson, space: Space, cursor?: string) =>
  await viewer.call('list_audit_log', { space_id: space.id, cursor });

it('An entry has its actor, target, post, comment and details', async () => {
  const { owner, admin, member, space } = await newScene();
  const post = await newPost(member, space, { title: 'The post' });
  const comment = await newComment(member, post.id);
  const by = { space_id: space.id, actor_id: admin.user.id };
  await record({ ...by, action: 'member_banned' });
  await record({
    ...by,
    action: 'comment_removed',
    target_user_id: member.user.id,
    post_id: post.id,
    comment_id: comment.id,
    details: { reason: 'Not here.' },
  });
  const { actions, next_cursor } = await logOf(owner, space);
  expect(next_cursor).toBeNull();
  expect(actions).toMatchObject([
    {
      space_id: space.id,
      action: 'comment_removed',
      actor: { id: admin.user.id, full_name: 'Adam Tester' },
      target: { id: member.user.id },
      post: { id: post.id, slug: post.slug, title: 'The post' },
      comment_id: comment.id,
      details: { reason: 'Not here.' },
    },
    {
      action: 'member_banned',
      actor: { id: admin.user.id },
      target: null,
      post: null,
      comment_id: null,
      details: {},
    },
  ]);
});

it('The log is shown in pages of 50, latest first, without entries of other spaces', async () => {
  const { owner, space } = await newScene();
  const { other } = await newNeighbors(server, owner, space);
  const before = (await logOf(owner, space)).actions.length;
  for (let n = before; n < 51; n += 1) {
    for (const space_id of [space.id, other.space.id])
      await record({
        space_id,
        actor_id: owner.user.id,
        action: 'settings_saved',
        details: { n: String(n) },
      });
  }
  const first = await logOf(owner, space);
  const second = await logOf(owner, space, first.next_cursor ?? '');
  expect([first.actions.length, second.actions.length, second.next_cursor]).toEqual([50, 1, null]);
  const all = [...first.actions, ...second.actions];
  expect(new Set(all.map(({ id }) => id)).size).toBe(51);
  expect(all.map(({ space_id }) => space_id)).toEqual(all.map(() => space.id));
  expect(all.slice(0, 51 - before).map(({ details }) => details.n)).toEqual(
    Array.from({ length: 51 - before }, (_, n) => String(50 - n)),
  );
});

it('The moderators of a space are its owner and its current admins', async () => {
  const { owner, admin, space } = await newScene();
  await newNeighbors(server, owner, space);
  const [former, banned] = [await newMember(server, space), await newMember(server, space)];
  for (const { user } of [former, banned]) await setRole(server, space.id, user.id, 'admin');
  await former.call('leave_space', { space_id: space.id });
  await owner.call('ban_member', { space_id: space.id, user_id: banned.user.id });
  expect((await listModerators(server.db, space.id)).sort()).toEqual([owner.user.id, admin.user.id].sort());
});

it('The moderators of the space receive an event for a new entry, and no one else does', async () => {
  // Spaces whose log is empty: earlier events could arrive late.
  const { owner, admin, member, space } = await newScene();
  const next = await newScene();
  const people = [owner, admin, member, next.owner, next.admin];
  const listeners = await Promise.all(people.map((person) => listen(server.url, person)));
  for (const [index, listener] of listeners.entries())
    await listener.subscribe(`user:${people[index]?.user.id}`);
  for (const { id } of [space, next.space])
    await record({ space_id: id, actor_id: owner.user.id, action: 'settings_saved' });
  for (const index of [0, 1, 3, 4]) await listeners[index]?.received('audit_log.created');
  const received = listeners.map(({ events }) =>
    events.flatMap((event) => (event.type === 'audit_log.created' ? [event.payload.space_id] : [])),
  );
  expect(received).toEqual([[space.id], [space.id], [], [next.space.id], [next.space.id]]);
  for (const listener of listeners) listener.close();
});

it('The last decline of a request is that of this person in this space since a time', async () => {
  const { owner, member, space } = await newScene();
  const { other } = await newNeighbors(server, owner, space);
  const decline = (space_id: string, person: TestPerson, action: AuditAction = 'join_request_declined') =>
    record({ space_id, actor_id: owner.user.id, action, target_user_id: person.user.id });
  const since = '2026-01-01T00:00:00.000Z';
  const found = (from = since) =>
    findLastDecline(server.db, { space_id: space.id, user_id: member.user.id, since: from });
  await decline(other.space.id, member);
  await decline(space.id, other.member);
  await decline(space.id, member, 'member_removed');
  expect(await found()).toBeNull();
  await decline(space.id, member);
  const first = (await found()) ?? '';
  expect(first > since).toBe(true);
  await vi.waitFor(() => expect(new Date().toISOString() > first).toBe(true), { interval: 1 });
  await decline(space.id, member);
  const second = (await found()) ?? '';
  expect(second > first).toBe(true);
  expect(await found(first)).toBe(second);
  expect(await found(second)).toBeNull();
});
