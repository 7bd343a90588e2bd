import { aboutRoute, spaceLandingRoute } from '#web/pages/about/about.route.ts';
import { calendarRoute } from '#web/pages/calendar/calendar.route.ts';
import { classroomRoute } from '#web/pages/classroom/classroom.route.ts';
import { courseRoute } from '#web/pages/course/course.route.ts';
import { courseProgressRoute } from '#web/pages/course-progress/course-progress.route.ts';
import { spaceDebugRoute } from '#web/pages/debug/debug.route.ts';
import { feedRoute } from '#web/pages/feed/feed.route.ts';
import { leaderboardRoute } from '#web/pages/leaderboard/leaderboard.route.ts';
import { mapRoute } from '#web/pages/map/map.route.ts';
import { membersRoute } from '#web/pages/members/members.route.ts';
import { moderationLogRoute, moderationRoute } from '#web/pages/moderation/moderation.route.ts';
import { postRoute } from '#web/pages/post/post.route.ts';
import { findSpaceTab } from './space-tabs.ts';

/** The pages of a space. */
export const spacePages = [
  spaceLandingRoute,
  aboutRoute,
  feedRoute,
  classroomRoute,
  courseRoute,
  courseProgressRoute,
  calendarRoute,
  membersRoute,
  leaderboardRoute,
  mapRoute,
  postRoute,
  moderationRoute,
  moderationLogRoute,
  spaceDebugRoute,
] as const;

/** Reserved tab names without a tab; they redirect to the feed. */
const absentTabs = ['search'];

/** The names below `/{subdomain}/space` that belong to pages. */
const pageNames = new Set(
  spacePages.flatMap(
    ({ options }) => /^\/space\/([\w-]+)$/.exec('path' in options ? options.path : '')?.[1] ?? [],
  ),
);

/** Whether the third segment of an address is part of the space rather than a post. */
export const isReservedInSpace = (name: string): boolean =>
  findSpaceTab(name) !== undefined || pageNames.has(name) || absentTabs.includes(name) || name === 'space';
