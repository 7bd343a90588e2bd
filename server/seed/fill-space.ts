import { createComment } from '#server/features/comments/index.ts';
import { createPost, setPostPinned } from '#server/features/posts/index.ts';
import { setReaction } from '#server/features/reactions/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from './add-people.ts';
import { type DemoSpace, requireSpaceContext } from './create-demo-space.ts';
import { createDice, type Dice } from './dice.ts';
import { fanOutDemoPost, publishAlone } from './fan-out.ts';
import { storeDemoImage } from './files/store-image.ts';
import { forEachOf } from './pool.ts';
import { showLinkedPages } from './show-linked-pages.ts';
import { type PlannedCommunity, type TimedThread, waitingTime } from './timeline.ts';

const hour = 60 * 60 * 1000;
/** The share of members who like a post, by its warmth. */
const postWarmth = [0.1, 0.24, 0.42, 0.62];
const remarkWarmth = 0.05;

/** An action below a post at a given time. */
interface TimedAction {
  at: number;
  run: () => Promise<void>;
}

/** Creates the posts of a space in order, then the comments and likes of each, several posts at a time. */
export async function fillSpace(
  platform: Platform,
  community: PlannedCommunity,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const images = new Map<number, string[]>();
  await forEachOf(community.timed, 2, async (thread, index) => {
    const stored: string[] = [];
    for (const image of thread.images) stored.push(await storeImage(platform, space, people, thread, image));
    images.set(index, stored);
  });
  const postIds: string[] = [];
  for (const [index, thread] of community.timed.entries()) {
    const { viewer } = requireMember(people, thread.by);
    const scope = await requireSpaceContext(platform, viewer, space.space_id);
    const categoryId = space.categories.get(thread.category);
    if (!categoryId) throw new Error(`'${thread.title}' names the unknown category '${thread.category}'`);
    await publishAlone(async () => {
      const post = await withFrozenTime(thread.at, () =>
        createPost(platform, viewer, scope, {
          client_id: newId(),
          title: thread.title,
          body: thread.body,
          category_id: categoryId,
          upload_ids: images.get(index) ?? [],
        }),
      );
      await fanOutDemoPost(platform, thread.at);
      postIds.push(post.id);
    });
  }
  await forEachOf(community.timed, 6, async (thread, index) => {
    await runInOrder(actionsOf(platform, { thread, postId: postIds[index] ?? '', space, people, now }));
  });
  await showLinkedPages(platform, requireMember(people, community.owner).viewer.user_id);
  for (const [order, title] of community.pinned.entries()) {
    const { viewer } = requireMember(people, community.owner);
    const scope = await requireSpaceContext(platform, viewer, space.space_id);
    const index = community.timed.findIndex((thread) => thread.title === title);
    await withFrozenTime(now - (community.pinned.length - order) * hour, () =>
      setPostPinned(platform.db, viewer, scope, postIds[index] ?? '', true),
    );
  }
}

async function storeImage(
  platform: Platform,
  space: DemoSpace,
  people: DemoMembers,
  thread: TimedThread,
  image: string,
): Promise<string> {
  const upload = await withFrozenTime(thread.at - 60_000, () =>
    storeDemoImage(
      platform,
      {
        user_id: requireMember(people, thread.by).viewer.user_id,
        space_id: space.space_id,
        purpose: 'post_image',
      },
      `images/${image}`,
    ),
  );
  return upload.id;
}

async function runInOrder(actions: TimedAction[]): Promise<void> {
  for (const { at, run } of actions.toSorted((one, other) => one.at - other.at))
    await withFrozenTime(at, run);
}

/**
 * Returns who likes a post or comment, and when. People differ in how often they like something, and no one likes their
 * own content.
 */
function drawLikes(
  dice: Dice,
  input: { space: DemoSpace; by: string; share: number; at: number; now: number },
): { key: string; at: number }[] {
  const likes: { key: string; at: number }[] = [];
  for (const key of [...input.space.joined.keys()].sort()) {
    const freely = 0.35 + createDice(`${key} likes`).next() * 1.3;
    // Recent content is liked sooner, so that its likes are not in the future.
    const wait = waitingTime(dice, Math.min(9 * hour, (input.now - input.at) / 2));
    if (!dice.chance(input.share * freely) || key === input.by) continue;
    const at = Math.round(Math.max(input.at, input.space.joined.get(key) ?? 0) + wait);
    if (at < input.now) likes.push({ key, at });
  }
  return likes;
}

function actionsOf(
  platform: Platform,
  input: { thread: TimedThread; postId: string; space: DemoSpace; people: DemoMembers; now: number },
): TimedAction[] {
  const { thread, postId, space, people, now } = input;
  const dice = createDice(`${thread.title} likes`);
  const share = (postWarmth[thread.warmth] ?? 0.2) * dice.between(0.7, 1.3);
  const actions: TimedAction[] = drawLikes(dice, { space, by: thread.by, share, at: thread.at, now }).map(
    ({ key, at }) => ({
      at,
      run: async () => {
        const target = { kind: 'post', id: postId } as const;
        const { viewer } = requireMember(people, key);
        await setReaction(platform, viewer, space.space_id, { target, kind: 'like', is_given: true });
      },
    }),
  );
  const commentIds: string[] = [];
  for (const [index, remark] of thread.remarks.entries()) {
    const at = thread.remarksAt[index] ?? now;
    actions.push({
      at,
      run: async () => {
        const { viewer } = requireMember(people, remark.by);
        const comment = await createComment(
          platform,
          viewer,
          await requireSpaceContext(platform, viewer, space.space_id),
          {
            client_id: newId(),
            post_id: postId,
            parent_id: remark.responses === null ? null : (commentIds[remark.responses] ?? null),
            body: remark.text,
          },
        );
        commentIds[index] = comment.id;
      },
    });
    const fond = dice.chance(0.2) ? remarkWarmth * 3.5 : remarkWarmth;
    for (const like of drawLikes(dice, { space, by: remark.by, share: fond, at, now })) {
      actions.push({
        at: like.at + 1,
        run: async () => {
          const { viewer } = requireMember(people, like.key);
          const target = { kind: 'comment', id: commentIds[index] ?? '' } as const;
          await setReaction(platform, viewer, space.space_id, { target, kind: 'like', is_given: true });
        },
      });
    }
  }
  return actions;
}
