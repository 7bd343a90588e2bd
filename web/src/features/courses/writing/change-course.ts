import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import type { Call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchCourse } from '../courses.api.ts';
import type { CourseTree } from '../courses.entity.ts';

interface CourseChange<Output> {
  /** Sends the change to the server. */
  write: (call: Call) => Promise<Output>;
  /** What it changes on the page before the server responds. */
  change?: (tree: CourseTree) => CourseTree;
  /** Title of the toast after a failure. */
  failed: string;
}

/** Shows why something failed. */
export function showFailure(title: string, error: unknown): void {
  toast({ title, description: toMessage(error, t('Please try again.')), variant: 'destructive' });
}

/**
 * Changes folders or pages of a course, then refetches it. Returns the response; null after a failure, which a toast shows.
 */
export async function changeCourse<Output>(
  client: QueryClient,
  courseId: string,
  { write, change, failed }: CourseChange<Output>,
): Promise<Output | null> {
  if (change) {
    // A response that is on its way doesn't contain the change yet.
    await client.cancelQueries({ queryKey: ['get_course'] });
    patchEntity(client, 'course_tree', courseId, change);
  }
  try {
    return await write(getApiClient(client));
  } catch (error) {
    showFailure(failed, error);
    return null;
  } finally {
    void refetchCourse(client, courseId);
  }
}
