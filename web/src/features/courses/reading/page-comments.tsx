import { useInfiniteQuery } from '@tanstack/react-query';
import { CommentSection, commentPages, OrderLink, toCommentView } from '#web/features/comments/index.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { useCourse } from '../course-context.ts';

/** The comments below a page of a course. They are loaded after its text. */
export function PageComments({ pageId }: { pageId: string }) {
  const { space, address, commentSearch } = useCourse();
  const isNewest = commentSearch.comments === 'newest';
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
        orderLink={
          <OrderLink
            isNewest={isNewest}
            other={{
              to: '/$subdomain/space/classroom/$course',
              params: { subdomain: space.subdomain, course: address },
              search: isNewest ? { md: pageId } : { md: pageId, comments: 'newest' },
            }}
          />
        }
        isPage
      />
    </div>
  );
}
