import { sql } from 'kysely';
import { removeMember } from '#server/features/members/index.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './server.ts';

/** Makes a person an active member with this role, whatever their membership was before. */
export async function setRole(
  server: TestServer,
  spaceId: string,
  userId: string,
  role: 'admin' | 'member',
): Promise<void> {
  await server.db
    .insertInto('space_members')
    .values({ id: newId(), space_id: spaceId, user_id: userId, role, joined_at: new Date().toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'user_id']).doUpdateSet({ role, status: 'active' }),
    )
    .execute();
  await syncMemberPoints(server, spaceId);
}

/** Does for memberships that a test wrote by SQL what the hooks of `points` do when a membership starts or ends. */
export async function syncMemberPoints(server: TestServer, spaceId: string): Promise<void> {
  await sql`
    insert into member_points (space_id, user_id, is_member, is_ranked, joined_at)
    select space_id, user_id, status = 'active', status = 'active' and role = 'member', joined_at
    from space_members where space_id = ${spaceId}::uuid
    on conflict (space_id, user_id) do update
      set is_member = excluded.is_member, is_ranked = excluded.is_ranked, joined_at = excluded.joined_at`.execute(
    server.db,
  );
}

/** Makes a space a paid one. */
export async function setPaid(server: TestServer, spaceId: string, price = 10): Promise<void> {
  await server.db
    .updateTable('spaces')
    .set({ pricing_type: 'paid', price_per_month: price })
    .where('id', '=', spaceId)
    .execute();
}

/**
 * Inserts a post by SQL, also into the feed by likes, and returns its id. `minutesAgo` sets its times. Publishes that something in
 * the space has changed, without which pages in memory would be shown for another minute.
 */
export async function newPostBySql(
  server: TestServer,
  spaceId: string,
  userId: string,
  fields: { title?: string; minutesAgo?: number } = {},
): Promise<string> {
  const id = newId();
  const at = new Date(Date.now() - (fields.minutesAgo ?? 0) * 60_000).toISOString();
  await server.db
    .insertInto('posts')
    .values({
      id,
      space_id: spaceId,
      user_id: userId,
      client_id: newId(),
      slug: `post-${id}`,
      title: fields.title ?? 'A post',
      body: '<p>With some text.</p>',
      excerpt: 'With some text.',
      last_activity_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await server.db
    .insertInto('post_ranks')
    .values({ post_id: id, space_id: spaceId, like_count: 0, created_at: at })
    .execute();
  await server.db
    .transaction()
    .execute((tx) => publish(tx, spaceChannel(spaceId), 'space.levels_changed', { space_id: spaceId }));
  return id;
}

/** Inserts a comment by SQL and returns its id. Does not change the post's comment count. */
export async function newCommentBySql(
  server: TestServer,
  post: { id: string; space_id: string },
  userId: string,
  fields: { thread_id?: string; parent_id?: string } = {},
): Promise<string> {
  const id = newId();
  await server.db
    .insertInto('post_comments')
    .values({
      id,
      space_id: post.space_id,
      post_id: post.id,
      user_id: userId,
      client_id: newId(),
      thread_id: fields.thread_id ?? id,
      parent_id: fields.parent_id ?? null,
      body: '<p>A comment.</p>',
      created_at: new Date().toISOString(),
    })
    .execute();
  return id;
}

/** Removes a member by calling the action directly, without a request. */
export async function removeWithoutRequest(
  server: TestServer,
  remover: TestPerson,
  spaceId: string,
  userId: string,
): Promise<void> {
  const viewer = { user_id: remover.user.id, role: remover.user.role, session_id: newId() };
  await removeMember(server.running.platform, viewer, spaceId, userId);
}
