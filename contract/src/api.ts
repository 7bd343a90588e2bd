import { auditEndpoints } from './features/audit/audit.ts';
import { authEndpoints } from './features/auth/auth.ts';
import { calendarEndpoints } from './features/calendar/calendar.ts';
import { chatEndpoints } from './features/chat/chat.ts';
import { commentEndpoints } from './features/comments/comments.ts';
import { courseEndpoints } from './features/courses/course-endpoints.ts';
import { draftEndpoints } from './features/drafts/drafts.ts';
import { feedEndpoints } from './features/feed/feed.ts';
import { leaderboardEndpoints } from './features/leaderboard/leaderboard.ts';
import { mapEndpoints } from './features/map/map.ts';
import { memberEndpoints } from './features/members/members.ts';
import { mentionEndpoints } from './features/mentions/mentions.ts';
import { moderationEndpoints } from './features/moderation/moderation.ts';
import { notificationEndpoints } from './features/notifications/notifications.ts';
import { pollEndpoints } from './features/polls/polls.ts';
import { postEndpoints } from './features/posts/posts.ts';
import { profileEndpoints } from './features/profiles/profiles.ts';
import { quizEndpoints } from './features/quizzes/quizzes.ts';
import { reactionEndpoints } from './features/reactions/reactions.ts';
import { reportEndpoints } from './features/reports/reports.ts';
import { spaceEndpoints } from './features/spaces/spaces.ts';
import { uploadEndpoints } from './features/uploads/uploads.ts';
import { videoEndpoints } from './features/videos/videos.ts';
import { mergeFeatures } from './schema/merge-features.ts';

/** Every endpoint of Hearth by its feature. */
export const apiByFeature = {
  auth: authEndpoints,
  spaces: spaceEndpoints,
  members: memberEndpoints,
  profiles: profileEndpoints,
  posts: postEndpoints,
  feed: feedEndpoints,
  comments: commentEndpoints,
  reactions: reactionEndpoints,
  polls: pollEndpoints,
  drafts: draftEndpoints,
  mentions: mentionEndpoints,
  notifications: notificationEndpoints,
  leaderboard: leaderboardEndpoints,
  map: mapEndpoints,
  uploads: uploadEndpoints,
  reports: reportEndpoints,
  moderation: moderationEndpoints,
  audit: auditEndpoints,
  calendar: calendarEndpoints,
  courses: courseEndpoints,
  videos: videoEndpoints,
  quizzes: quizEndpoints,
  chat: chatEndpoints,
};

/** Every endpoint of Hearth by its operation id. */
export const api = mergeFeatures(apiByFeature);
export type Api = typeof api;
export type OperationId = keyof Api;
