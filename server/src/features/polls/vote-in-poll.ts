import type { Poll } from '#contract/features/polls/polls.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { feedChannel, postChannel, publish, userChannel } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { listClosedCategories, lockPostCategory } from '../spaces/index.ts';
import { canClose, isClosed } from './polls.policy.ts';
import {
  findPoll,
  findPollForUpdate,
  listOptions,
  listVotes,
  replaceVotes,
  updatePoll,
} from './polls.queries.ts';
import { toPoll } from './polls.view.ts';

/**
 * Returns the poll of a post as the viewer may see it.
 * @throws AppError `post_not_found`, `poll_not_found`
 */
export async function readPoll(db: Database | Tx, viewer: Viewer | null, postId: string): Promise<Poll> {
  const row = await findPoll(db, viewer, postId);
  if (!row) throw new AppError('post_not_found');
  if (!row.poll) throw new AppError('poll_not_found');
  return toPoll(row.poll, nowIso());
}

/**
 * Locks the viewer's membership, a post, its category and its poll. Returns the poll and the viewer's rights.
 * @throws AppError `membership_required`, `post_not_found`, `poll_not_found`
 */
async function lockPoll(tx: Tx, viewer: Viewer, scope: SpaceContext, postId: string) {
  const [rights, category_rules] = await Promise.all([
    requireActiveMember(tx, scope.space_id, viewer.user_id),
    lockPostCategory(tx, postId),
  ]);
  // Rules may have closed the category since the request began.
  const closed = await listClosedCategories(tx, viewer, { ...scope, ...rights, category_rules });
  if (closed.length > 0) throw new AppError('post_not_found');
  const poll = await findPollForUpdate(tx, postId);
  // The post was just deleted, or it has no poll.
  if (!poll) throw new AppError((await findPoll(tx, null, postId)) ? 'poll_not_found' : 'post_not_found');
  return { poll, rights };
}

/** Publishes the change to everyone, without the results. */
async function publishChange(
  tx: Tx,
  post: Parameters<typeof feedChannel>[0],
  postId: string,
  changed: { voter_count: number; closed_at: string | null; version: number },
): Promise<void> {
  await publish(tx, [feedChannel(post), postChannel(postId)], 'poll.changed', {
    post_id: postId,
    ...changed,
  });
}

/** Sets a person's vote to these options; an empty list withdraws it. Setting the same vote again changes nothing. */
export async function setVote(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  postId: string,
  optionIds: string[],
): Promise<Poll> {
  const { user_id } = viewer;
  const after = [...new Set(optionIds)];
  return await db.transaction().execute(async (tx) => {
    const { poll } = await lockPoll(tx, viewer, scope, postId);
    const at = nowIso();
    const before = await listVotes(tx, postId, user_id);
    const isSame = before.length === after.length && before.every((id) => after.includes(id));
    if (!isSame) {
      if (isClosed(poll, at)) throw new AppError('poll_closed');
      if (!poll.multiple && after.length > 1) throw new AppError('poll_one_choice');
      const options = new Set((await listOptions(tx, postId)).map(({ id }) => id));
      if (!after.every((id) => options.has(id))) throw new AppError('poll_option_not_found');
      const { space_id } = poll;
      await replaceVotes(tx, { post_id: postId, user_id, space_id }, { before, after, at });
      const voters = Math.sign(after.length) - Math.sign(before.length);
      await publishChange(tx, poll, postId, await updatePoll(tx, postId, { voters }));
    }
    const seen = await readPoll(tx, viewer, postId);
    if (!isSame) await publish(tx, userChannel(user_id), 'poll.voted', { post_id: postId, poll: seen });
    return seen;
  });
}

/** Closes a poll permanently. Closing it again changes nothing. */
export async function closePoll(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  postId: string,
): Promise<Poll> {
  return await db.transaction().execute(async (tx) => {
    const { poll, rights } = await lockPoll(tx, viewer, scope, postId);
    if (!canClose(viewer, { ...scope, ...rights }, poll.user_id))
      throw new AppError('not_author_or_moderator');
    if (poll.closed_at === null) {
      await publishChange(tx, poll, postId, await updatePoll(tx, postId, { closed_at: nowIso() }));
    }
    return await readPoll(tx, viewer, postId);
  });
}
