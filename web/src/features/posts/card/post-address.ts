import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';

/** Where a link to a post leads, as props of `Link`. */
export const toPostAddress = ({ subdomain }: Pick<Space, 'subdomain'>, { slug }: Pick<Post, 'slug'>) =>
  ({ to: '/$subdomain/post/$postSlug', params: { subdomain, postSlug: slug } }) as const;

export type PostAddress = ReturnType<typeof toPostAddress>;
