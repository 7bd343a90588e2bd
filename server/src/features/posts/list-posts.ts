import type { Post } from '#contract/features/posts/posts.ts';
import type { MemberRights, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { categoryChannel, spaceChannel } from '#server/platform/live/publish.ts';
import { toGivenKinds } from '#server/platform/shared-pages/shared-item.ts';
import { createSharedPages } from '#server/platform/shared-pages/shared-pages.ts';
import { listPostRows, type OwnRow, ownOfPosts, type PostSelection } from './list-posts.queries.ts';
import { type SharedPost, toPost, toSharedPost, toViewerPost } from './posts.view.ts';

/** A page that many viewers request. Its selection depends on nothing but the key and the space. */
export interface SharedPage {
  key: string;
  space_id: string;
  /** The categories with access rules, whose posts have channels of their own. */
  limited: readonly string[];
  /** The viewer's rights in the space, for the results of polls. */
  rights: MemberRights;
}

interface PageOfPosts {
  ids: string[];
  posts: SharedPost[];
}

const sharedPages = createSharedPages<PageOfPosts, OwnRow>({
  // About 150 KB each.
  limit: 100,
  // An empty one isn't kept: it's quickly read, and anyone can ask for many of them, as of categories that don't exist.
  sizeOf: ({ ids }) => (ids.length > 0 ? 1 : Number.POSITIVE_INFINITY),
  ownColumn: ownOfPosts,
});

/**
 * Returns the posts of a selection as the viewer sees them. For features that list posts; they check access themselves. A
 * `shared` page may come from memory, unless something in the space was changed since.
 */
export async function listPosts(
  db: Db,
  viewer: Viewer | null,
  selection: PostSelection,
  shared: SharedPage | null,
): Promise<Readonly<Post>[]> {
  const read = async () => await listPostRows(db, viewer, selection);
  if (!shared) return (await read()).map(toPost);
  const { key, space_id, limited, rights } = shared;
  const found = await sharedPages(db, viewer, {
    key,
    channels: [spaceChannel(space_id), ...limited.map(categoryChannel)],
    read,
    toPage: (rows) => ({ ids: rows.map(({ id }) => id), posts: rows.map(toSharedPost) }),
  });
  if (found.rows) return found.rows.map(toPost);
  const own = { given: toGivenKinds(found.own?.given ?? null), voted: new Set(found.own?.voted) };
  return found.page.posts.map((post) => toViewerPost(post, viewer, rights, own));
}
