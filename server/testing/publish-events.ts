import { newId } from '#server/platform/ids.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import type { TestServer } from './server.ts';

/** Publishes an event on a space's channel in a separate transaction. The member count identifies it. */
export async function publishMarker(
  server: Pick<TestServer, 'db'>,
  spaceId: string,
  marker: number,
  options: { rollBack?: boolean } = {},
): Promise<void> {
  const run = server.db.transaction().execute(async (tx) => {
    await publish(tx, spaceChannel(spaceId), 'space.member_count_changed', {
      space_id: spaceId,
      member_count: marker,
    });
    if (options.rollBack) throw new Error('rolled back on purpose');
  });
  await (options.rollBack ? run.catch(() => {}) : run);
}

/** Publishes an event of about `bytes` bytes on a space's channel. */
export async function publishLarge(
  server: Pick<TestServer, 'db'>,
  spaceId: string,
  bytes: number,
): Promise<void> {
  const at = new Date().toISOString();
  const person = {
    id: newId(),
    full_name: 'Large',
    username: 'large',
    avatar_url: null,
    profile_url: 'large',
  };
  await server.db.transaction().execute(async (tx) => {
    await publish(tx, spaceChannel(spaceId), 'comment.created', {
      comment: {
        id: newId(),
        post_id: newId(),
        space_id: spaceId,
        user_id: person.id,
        parent_id: null,
        thread_id: newId(),
        reply_to: null,
        body: 'x'.repeat(bytes),
        like_count: 0,
        reaction_counts: {},
        created_at: at,
        edited_at: null,
        deleted_at: null,
        is_removed: false,
        removal_reason: null,
        attachment: null,
        version: 1,
        author: { ...person, level: 1, level_version: 0 },
        has_liked: false,
        my_reactions: [],
      },
    });
  });
}
