import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { type CommentSearch, CommentSection, OrderLink } from '#web/features/comments/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { DeletedPost } from './card/deleted-post.tsx';
import { useRememberOpenedPin } from './card/opened-pins.ts';
import { PostArticle } from './card/post-article.tsx';
import { useSeeComments } from './card/seen-comments.ts';
import { useIsEditing } from './editing/edit-post-state.ts';
import { EditablePost } from './editing/editable-post.tsx';
import { postQuery } from './posts.api.ts';

interface PostScreenProps {
  space: Space;
  postId: string;
  /** Slug or ID of the post in the URL. */
  slug: string;
  /** Comment parameters of the URL. */
  search: CommentSearch;
  /** True if a link leads to the post itself. */
  isHighlighted: boolean;
}

/** A post with its attachments and comments. */
export function PostScreen({ space, postId, slug, search, isHighlighted }: PostScreenProps) {
  const post = useEntity('post', postId);
  const viewer = useViewer();
  const isEditing = useIsEditing(postId);
  // The post is loaded before its comments, so that no event after its cursor is missed.
  const response = useQuery(postQuery(space.subdomain, slug)).data;
  const cursor = response?.live_cursor ?? null;
  useChannel(`post:${postId}`, cursor);
  useRememberOpenedPin(postId, post?.pinned_at != null);
  useSeeComments(postId, post?.last_comment_at ?? null);
  if (!post) return null;
  const isNewest = search.comments === 'newest';
  return (
    <>
      <Link
        to="/$subdomain/space"
        params={{ subdomain: space.subdomain }}
        className="btn mb-3 -ml-3"
        data-variant="quiet"
        data-size="sm"
      >
        <ArrowLeft size={18} aria-hidden="true" className="flex-none" />
        {t('Feed')}
      </Link>
      {isEditing && <h1 className="sr-only">{post.title}</h1>}
      <EditablePost space={space} postId={postId}>
        {post.deleted_at ? (
          <DeletedPost removal={response?.removal ?? null} isOwn={viewer?.id === post.user_id} />
        ) : (
          <PostArticle post={post} space={space} isHighlighted={isHighlighted} />
        )}
      </EditablePost>
      <CommentSection
        postId={postId}
        space={space}
        search={search}
        orderLink={
          <OrderLink
            isNewest={isNewest}
            other={{
              to: '/$subdomain/post/$postSlug',
              params: { subdomain: space.subdomain, postSlug: slug },
              search: isNewest ? {} : { comments: 'newest' },
            }}
          />
        }
      />
    </>
  );
}
