import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface ContextLinkProps {
  subdomain: string;
  post: { id: string; slug: string };
  /** The comment that is meant; null for the post itself. */
  commentId: string | null;
  className: string;
  'data-variant': string;
  'data-size'?: string;
  children: ReactNode;
}

/** Links to a post, or to a comment where it was written: below a post, or below a page of a course. */
export function ContextLink({ subdomain, post, commentId, ...props }: ContextLinkProps) {
  return (
    <Link
      // A page has its id for a slug. The feed finds where its comment is.
      to={post.slug === post.id ? '/$subdomain/space' : '/$subdomain/post/$postSlug'}
      params={{ subdomain, postSlug: post.slug }}
      search={commentId ? { highlight_comment: commentId } : {}}
      {...props}
    />
  );
}
