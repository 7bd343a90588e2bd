import { z } from 'zod';
import { cursor, defineEndpoint, id, timestamp } from '../../schema/endpoint.ts';
import { avatarPerson } from '../../users.ts';

/** A code of a certificate, as it's typed. */
const code = z.string().max(40);

/** A certificate, as everyone who has its code sees it. Names are those at the time it was issued. */
export const certificate = z.object({
  code: z.string(),
  name: z.string(),
  course_title: z.string(),
  space_name: z.string(),
  issued_at: timestamp,
  /** When an editor of the course revoked it; null while it's valid. */
  revoked_at: timestamp.nullable(),
  /** The address of its PDF. */
  pdf_url: z.string(),
});
export type Certificate = z.output<typeof certificate>;

/** The certificates of a course, for its viewer. */
export const courseCertificate = z.object({
  /** Whether the course gives certificates. */
  is_on: z.boolean(),
  /** The viewer's own; null if they have none. */
  certificate: certificate.nullable(),
});
export type CourseCertificate = z.output<typeof courseCertificate>;

const ofCourse = z.object({ course_id: id });
const inClassroom = { feature: 'classroom', params: ofCourse } as const;

export const certificateEndpoints = {
  get_course_certificate: defineEndpoint({
    ...inClassroom,
    method: 'GET',
    path: '/api/courses/:course_id/certificate',
    summary: 'Get whether a course gives certificates, and that of the viewer.',
    access: 'space-viewer',
    output: courseCertificate,
    rateLimit: 'none',
  }),
  issue_certificate: defineEndpoint({
    ...inClassroom,
    method: 'PUT',
    path: '/api/courses/:course_id/certificate',
    summary:
      "Issue the viewer's certificate, once they have done all pages of the course that they see. Repeating the call returns the same one.",
    access: 'space-member',
    output: courseCertificate,
    errors: ['certificates_off', 'course_not_completed'],
    rateLimit: 'write',
  }),
  set_course_certificates: defineEndpoint({
    ...inClassroom,
    method: 'PUT',
    path: '/api/courses/:course_id/certificates',
    summary: 'Turn the certificates of a course on or off (its editors). Those that were issued stay valid.',
    access: 'space-member',
    body: z.object({ is_on: z.boolean() }),
    output: z.object({ is_on: z.boolean() }),
    errors: ['not_allowed'],
    rateLimit: 'write',
  }),
  list_course_certificates: defineEndpoint({
    ...inClassroom,
    method: 'GET',
    path: '/api/courses/:course_id/certificates',
    summary: 'List the certificates of a course, latest first, 50 a page (its editors).',
    access: 'space-member',
    query: z.object({ cursor }),
    output: z.object({
      certificates: z.array(certificate.extend({ person: avatarPerson })),
      next_cursor: z.string().nullable(),
    }),
    errors: ['not_allowed'],
    rateLimit: 'none',
  }),
  set_certificate_revoked: defineEndpoint({
    method: 'PUT',
    path: '/api/courses/:course_id/certificates/revoked',
    summary: 'Revoke a certificate of a course, or make it valid again (its editors).',
    access: 'space-member',
    feature: 'classroom',
    params: ofCourse,
    body: z.object({ code, revoked: z.boolean() }),
    output: z.object({ certificate }),
    errors: ['not_allowed', 'certificate_not_found'],
    rateLimit: 'write',
  }),
  get_certificate: defineEndpoint({
    method: 'GET',
    path: '/api/certificates/:code',
    summary: 'Check a certificate by its code. Needs no account.',
    access: 'public',
    params: z.object({ code }),
    output: z.object({ certificate }),
    errors: ['certificate_not_found'],
    rateLimit: 'none',
  }),
};
