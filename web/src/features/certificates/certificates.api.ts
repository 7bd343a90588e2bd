import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

/** Whether a course gives certificates, and the viewer's own. */
export const courseCertificateQuery = (courseId: string) =>
  apiQuery('get_course_certificate', { course_id: courseId });

/** The certificates of a course, latest first, for its editors. */
export const certificatePages = (courseId: string) => ({
  ...apiPages('list_course_certificates', { course_id: courseId }, (output) => output),
  staleTime: 0,
});

/** A certificate by its code. */
export const certificateQuery = (code: string) => apiQuery('get_certificate', { code });
