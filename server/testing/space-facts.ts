import { removeMember } from '#server/features/members/index.ts';
import { newId } from '#server/platform/ids.ts';
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
}

/** Makes a space a paid one. */
export async function setPaid(server: TestServer, spaceId: string, price = 10): Promise<void> {
  await server.db
    .updateTable('spaces')
    .set({ pricing_type: 'paid', price_per_month: price })
    .where('id', '=', spaceId)
    .execute();
}

/** Inserts a post by SQL and returns its id. `minutesAgo` sets its times. */
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
