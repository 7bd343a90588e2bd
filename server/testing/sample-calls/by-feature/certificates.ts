import { newCertificate } from '../../samples/certificates.ts';
import { newCoursesBySql } from '../../samples/courses.ts';
import { onlyModerators } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

async function ofCourse({ server, space, owner }: SampleContext) {
  const [course_id = ''] = await newCoursesBySql(server, space.id, owner.user.id);
  return { course_id };
}

/** Creates a course that the caller has completed, and that gives certificates. */
async function ofCompleted({ server, space, owner, caller, role }: SampleContext) {
  const learner = caller && ['owner', 'admin', 'member'].includes(role) ? caller : owner;
  const { course_id } = await newCertificate(server, owner, space, learner, { isIssued: false });
  return { course_id };
}

async function ofCertificate({ server, space, owner }: SampleContext) {
  const { course_id, code } = await newCertificate(server, owner, space, owner);
  return { course_id, code };
}

const denialReason = onlyModerators('not_allowed');

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'certificates'> = {
  get_course_certificate: { input: ofCourse },
  issue_certificate: { input: ofCompleted },
  set_course_certificates: {
    input: async (context) => ({ ...(await ofCourse(context)), is_on: true }),
    denialReason,
  },
  list_course_certificates: { input: ofCourse, denialReason },
  set_certificate_revoked: {
    input: async (context) => ({ ...(await ofCertificate(context)), revoked: true }),
    denialReason,
  },
  get_certificate: { input: async (context) => ({ code: (await ofCertificate(context)).code }) },
};
