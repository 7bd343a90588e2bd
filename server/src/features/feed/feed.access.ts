import type { Locator } from '#server/platform/access.ts';
import { findScope } from '../members/index.ts';
import { spaceOfPost } from './feed.queries.ts';

export const postLocator: Locator = {
  notFound: 'post_not_found',
  locate: (db, viewer, postId) => findScope(db, viewer, spaceOfPost(postId)),
};
