import { auditEndpoints } from './audit.ts';
import { authEndpoints } from './auth.ts';
import { calendarEndpoints } from './calendar.ts';
import { commentEndpoints } from './comments.ts';
import { draftEndpoints } from './drafts.ts';
import { feedEndpoints } from './feed.ts';
import { leaderboardEndpoints } from './leaderboard.ts';
import { mapEndpoints } from './map.ts';
import { memberEndpoints } from './members.ts';
import { mentionEndpoints } from './mentions.ts';
import { moderationEndpoints } from './moderation.ts';
import { notificationEndpoints } from './notifications.ts';
import { pollEndpoints } from './polls.ts';
import { postEndpoints } from './posts.ts';
import { profileEndpoints } from './profiles.ts';
import { reactionEndpoints } from './reactions.ts';
import { reportEndpoints } from './reports.ts';
import { mergeFeatures } from './schema/merge-features.ts';
import { spaceEndpoints } from './spaces.ts';
import { uploadEndpoints } from './uploads.ts';

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
};

/** Every endpoint of Hearth by its operation id. */
export const api = mergeFeatures(apiByFeature);
export type Api = typeof api;
export type OperationId = keyof Api;
