import type { Feature } from '#server/platform/feature.ts';
import { onMemberBanned } from '../members/index.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { notifyReportersJob } from './notify-reporters.job.ts';
import { resolveMemberCase } from './resolve-member-case.ts';

onMemberBanned((tx, { jobs }, viewer, spaceId, userId) =>
  resolveMemberCase(tx, jobs, viewer, spaceId, userId),
);

export { decideCase } from './decide-case.ts';
export { removeContent } from './remove-content.ts';
export { reportContent } from './report-content.ts';

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
  jobs: (platform) => [notifyReportersJob(platform)],
};
