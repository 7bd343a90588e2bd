import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { runHooks } from '#server/platform/lifecycle.ts';
import { publishDependents } from '../../access/index.ts';
import { type CourseContext, restorableSince } from '../edit-course.ts';
import { deleteExpired } from './expired-courses.queries.ts';

const batchSize = 50;

/**
 * Deletes courses, folders and pages that can't be restored anymore, with their versions, completions and files. Each batch is
 * one transaction, so that nothing is left without what it belongs to.
 */
export function deleteExpiredCoursesJob(context: CourseContext): JobKind {
  return {
    name: 'delete-expired-courses',
    schedule: '17 4 * * *',
    async run() {
      for (let more = true; more; ) {
        more = await context.db.transaction().execute(async (tx) => {
          const { deleted, upload_ids, gone } = await deleteExpired(tx, restorableSince(), batchSize);
          // Nobody has completed them anymore. No rule that is being saved can name them, because they were deleted long before.
          for (const [spaceId, items] of Map.groupBy(gone, ({ space_id }) => space_id))
            await publishDependents(
              tx,
              spaceId,
              items.map(({ id }) => id),
            );
          if (upload_ids.length > 0) await runHooks(tx, context, 'courseUploadsReleased', { upload_ids });
          return deleted > 0;
        });
      }
    },
  };
}
