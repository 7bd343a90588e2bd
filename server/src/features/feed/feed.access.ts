import { createLocator } from '../members/index.ts';
import { spaceOfPost } from './feed.queries.ts';

export const postLocator = createLocator('post_not_found', spaceOfPost);
