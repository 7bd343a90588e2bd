import type { Feature } from '#server/platform/feature.ts';
import { onMemberBanned } from '../members/index.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { notifyReportersJob } from './reporters/notify-reporters.job.ts';
import { publishResolved, resolveMemberCase } from './resolve-member-case.ts';

onMemberBanned(async (tx, { jobs }, viewer, spaceId, userId) => {
  await publishResolved(tx, jobs, spaceId, [await resolveMemberCase(tx, viewer, spaceId, userId)]);
});

export { removeContent } from './remove-content.ts';
export { reportContent } from './report-content.ts';
export { resolveCase } from './resolve-case.ts';

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
  jobs: (platform) => [notifyReportersJob(platform)],
};
