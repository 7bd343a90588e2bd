import { createLocator } from '../members/index.ts';
import { spaceOfPost } from './posts.queries.ts';

/** Also finds deleted posts: their comments stay readable. Every write checks that the post is not deleted. */
export const postLocator = createLocator(spaceOfPost);
