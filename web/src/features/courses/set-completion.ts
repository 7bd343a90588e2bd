import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { toProgress } from '#contract/values/progress.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { changePage, countCompleted } from './course-tree.ts';
import { refetchCourse, refetchCourses } from './courses.api.ts';
import { hasLocks } from './locks/page-locks.ts';
import { clearPending, readPending, setPending } from './pending-completions.ts';

/** Marks a page in the cache. The progress of its course follows wherever it's shown. */
export function applyCompletion(
  client: QueryClient,
  courseId: string,
  pageId: string,
  completedAt: string | null,
): void {
  const before = readEntity(client, 'course_tree', courseId);
  if (!before) return;
  const tree = changePage(before, pageId, { completed_at: completedAt });
  patchEntity(client, 'course_tree', courseId, { pages: tree.pages });
  patchEntity(client, 'course', courseId, ({ page_count, completed_count }) => {
    const change = countCompleted(tree.pages) - countCompleted(before.pages);
    // The pages that aren't here yet are counted, too.
    const [count, completed] = tree.missing
      ? [page_count, completed_count + change]
      : [tree.pages.length, countCompleted(tree.pages)];
    return { page_count: count, completed_count: completed, progress: toProgress(completed, count) };
  });
}

/**
 * Marks a page as done or not done for the viewer. Shown before the server responds, and reverted with a message if it
 * rejects it. One request of a page is sent at a time; the last mark wins.
 */
export async function setCompletion(
  client: QueryClient,
  courseId: string,
  pageId: string,
  completed: boolean,
): Promise<void> {
  const page = readEntity(client, 'course_tree', courseId)?.pages.find(({ id }) => id === pageId);
  const isSending = readPending(pageId) !== undefined;
  const completedAt = completed ? new Date().toISOString() : null;
  setPending(pageId, { courseId, completedAt });
  applyCompletion(client, courseId, pageId, completedAt);
  if (isSending) return;
  await send(client, courseId, pageId, page?.completed_at ?? null);
}

/** Sends the mark of a page until the server has the last one; `confirmed` is what it has. */
async function send(
  client: QueryClient,
  courseId: string,
  pageId: string,
  confirmed: string | null,
): Promise<void> {
  let known = confirmed;
  for (;;) {
    const sent = readPending(pageId);
    if (!sent) return;
    const completed = sent.completedAt !== null;
    try {
      const response = await getApiClient(client)('set_page_completion', { page_id: pageId, completed });
      known = response.completed_at;
    } catch (error) {
      clearPending(pageId);
      applyCompletion(client, courseId, pageId, known);
      // The server may have the mark although its response was lost.
      void refetchCourse(client, courseId);
      toast({
        title: t('Failed to update lesson completion status.'),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
      return;
    }
    if (readPending(pageId)?.completedAt === sent.completedAt) break;
  }
  clearPending(pageId);
  applyCompletion(client, courseId, pageId, known);
  const course = readEntity(client, 'course', courseId);
  const tree = readEntity(client, 'course_tree', courseId);
  // What was locked until this was done is open now, also in other courses.
  if (course) void refetchCourses(client, course.space_id);
  // A course that is being fetched may have been read before the mark.
  if ((tree && hasLocks(course, tree)) || client.isFetching({ queryKey: ['get_course'] }) > 0)
    void refetchCourse(client, courseId);
}
