import type { Feature } from '#server/platform/feature.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { operatorReportEmail } from './operator-emails/operator-report.email.ts';
import { recordRemoval } from './record-removal.ts';
import { notifyReportersJob } from './reporters/notify-reporters.job.ts';
import { publishResolved, resolveMemberCase } from './resolve-member-case.ts';

export { removeContent } from './remove-content.ts';
export { reportContent } from './report-content.ts';
export { resolveCase } from './resolve-case.ts';

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
  emails: [operatorReportEmail],
  hooks: {
    postDeleted: recordRemoval,
    commentDeleted: recordRemoval,
    memberBanned: async (tx, ban, { jobs }) => {
      await publishResolved(tx, jobs, ban.space_id, [await resolveMemberCase(tx, ban)]);
    },
  },
  jobs: (platform) => [notifyReportersJob(platform)],
};
