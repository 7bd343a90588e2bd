import type { CourseCertificate } from '#contract/features/certificates/certificates.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireVisibleCourse } from '../courses/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { newCertificateCode } from './certificate-code.ts';
import { findOwnCertificate, givesCertificates, insertCertificate } from './certificates.queries.ts';
import { toCertificate } from './certificates.view.ts';

/** Returns what a viewer sees of the certificates of a course. @throws AppError `course_not_found` */
export async function readCourseCertificate(
  db: Db,
  viewer: Viewer | null,
  scope: Pick<SpaceContext, 'space_id' | 'role' | 'permissions'>,
  courseId: string,
): Promise<CourseCertificate> {
  await requireVisibleCourse(db, viewer, scope, courseId);
  const [is_on, own] = await Promise.all([
    givesCertificates(db, courseId),
    findOwnCertificate(db, courseId, viewer?.user_id ?? null),
  ]);
  return { is_on, certificate: own && toCertificate(own) };
}

/**
 * Issues the viewer's certificate of a course, once they have done all pages that they see. Repeating it returns the same one.
 * @throws AppError `course_not_found`, `certificates_off`, `course_not_completed`
 */
export async function issueCertificate(
  { db }: Pick<Platform, 'db'>,
  viewer: Viewer,
  { space_id }: Pick<SpaceContext, 'space_id'>,
  courseId: string,
): Promise<CourseCertificate> {
  const { user_id } = viewer;
  return await db.transaction().execute(async (tx) => {
    const rights = await requireActiveMember(tx, space_id, user_id);
    const scope = { ...rights, space_id };
    const course = await requireVisibleCourse(tx, viewer, scope, courseId);
    const { certificate } = await readCourseCertificate(tx, viewer, scope, courseId);
    if (certificate === null) {
      if (!(await givesCertificates(tx, courseId))) throw new AppError('certificates_off');
      if (course.page_count === 0 || course.completed_count < course.page_count)
        throw new AppError('course_not_completed');
      const key = { id: newId(), code: newCertificateCode(), issued_at: nowIso() };
      await insertCertificate(tx, { ...key, user_id, course_id: courseId });
    }
    return await readCourseCertificate(tx, viewer, scope, courseId);
  });
}
