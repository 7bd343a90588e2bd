import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { t } from '#contract/i18n/translate.ts';
import { canReadSpace, requireFeature } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import { toDisposition } from '#server/platform/http/content-disposition.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { isUuid } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { courseLocators } from '../courses.access.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import type { CountedCourse } from './learners.queries.ts';
import { readAllLearners, readLearners, readStatistics, requireEditableCourse } from './read-learners.ts';
import { toCsvRow } from './write-csv.ts';

export function learnerRoutes(route: RouteBinder, { db }: Platform): void {
  route('get_course_statistics', async ({ input, viewer, scope }) => {
    const course = await requireEditableCourse(db, toCourseViewer(viewer, scope), { ...scope, ...input });
    return { statistics: await readStatistics(db, course) };
  });

  route('list_course_learners', async ({ input, viewer, scope }) => {
    const course = await requireEditableCourse(db, toCourseViewer(viewer, scope), { ...scope, ...input });
    return await readLearners(db, course, input);
  });
}

async function* writeLearners(platform: Platform, course: CountedCourse): AsyncGenerator<string> {
  const states = { in_progress: t('In progress'), finished: t('Finished'), not_started: t('Not started') };
  // Excel reads the file as UTF-8 only with this mark.
  yield `\uFEFF${toCsvRow([
    t('Name'),
    t('State'),
    t('Pages done'),
    t('Progress in percent'),
    t('Last page done'),
    t('Member since'),
  ])}`;
  for await (const learner of readAllLearners(platform.db, course))
    yield toCsvRow([
      learner.person.full_name,
      states[learner.state],
      learner.completed_count,
      learner.progress,
      learner.last_completed_at ?? '',
      learner.joined_at,
    ]);
}

/** Serves the progress of all members in a course as a CSV file, to its editors. */
export function learnerFileRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, cookies, budgets, clientAddress } = platform;
  app.get(
    '/api/courses/:course_id/learners.csv',
    async (request: FastifyRequest<{ Params: { course_id: string } }>, reply) => {
      budgets.takeForNetwork('document', clientAddress(request.raw));
      const course_id = request.params.course_id.toLowerCase();
      if (!isUuid(course_id)) throw new AppError('course_not_found');
      const session = cookies.read(request.headers.cookie);
      const { viewer, scope } = await courseLocators.course_id.locateCaller(db, session, course_id);
      if (!viewer) throw new AppError('authentication_required');
      if (!scope || !canReadSpace(scope)) throw new AppError('course_not_found');
      requireFeature(scope, 'classroom');
      const reader = toCourseViewer(viewer, scope);
      const course = await requireEditableCourse(db, reader, { ...scope, course_id });
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', toDisposition('attachment', `${course.slug}.csv`))
        .type('text/csv; charset=utf-8')
        .send(Readable.from(writeLearners(platform, course)));
    },
  );
}
