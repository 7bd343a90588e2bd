import { createLocator } from '../members/index.ts';
import { spaceOfPost } from './feed.queries.ts';

/** Also leads to deleted posts: what was said about them stays readable. Every write asks whether the post still lives. */
export const postLocator = createLocator('post_not_found', spaceOfPost);
