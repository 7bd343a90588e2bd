import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDownUp } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { CommentSection, commentPages, toCommentView } from '#web/features/comments/index.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { useCourse } from '../course-context.ts';

/** The comments below a page of a course. They are loaded after its text. */
export function PageComments({ pageId }: { pageId: string }) {
  const { space, commentSearch } = useCourse();
  const { data } = useInfiniteQuery(commentPages(pageId, toCommentView(commentSearch)));
  // Comments that were loaded in an earlier visit are brought up to date from there.
  const cursor = data ? Math.min(...data.pages.map(({ live_cursor }) => live_cursor)) : null;
  useChannel(cursor === null ? null : `post:${pageId}`, cursor);
  return (
    <div className="lesson-comments">
      <CommentSection
        postId={pageId}
        space={space}
        search={commentSearch}
        orderLink={<OrderLink pageId={pageId} />}
        isPage
      />
    </div>
  );
}

/** Link that reverses the order of the comments; the order is stored in the URL. */
function OrderLink({ pageId }: { pageId: string }) {
  const { space, address, commentSearch } = useCourse();
  const isNewest = commentSearch.comments === 'newest';
  return (
    <Link
      to="/$subdomain/space/classroom/$course"
      params={{ subdomain: space.subdomain, course: address }}
      search={isNewest ? { md: pageId } : { md: pageId, comments: 'newest' }}
      replace
      resetScroll={false}
      className="btn -mr-3"
      data-variant="quiet"
      data-size="sm"
      aria-label={isNewest ? t('Newest first. Show oldest first') : t('Oldest first. Show newest first')}
    >
      <ArrowDownUp size={16} aria-hidden="true" />
      {isNewest ? t('Newest first') : t('Oldest first')}
    </Link>
  );
}
