import { authErrors } from './features/auth/auth.errors.ts';
import { calendarErrors } from './features/calendar/calendar.errors.ts';
import { chatErrors } from './features/chat/chat.errors.ts';
import { commentErrors } from './features/comments/comments.errors.ts';
import { courseErrors } from './features/courses/courses.errors.ts';
import { draftErrors } from './features/drafts/drafts.errors.ts';
import { mapErrors } from './features/map/map.errors.ts';
import { memberErrors } from './features/members/members.errors.ts';
import { moderationErrors } from './features/moderation/moderation.errors.ts';
import { notificationErrors } from './features/notifications/notifications.errors.ts';
import { pollErrors } from './features/polls/polls.errors.ts';
import { postErrors } from './features/posts/posts.errors.ts';
import { profileErrors } from './features/profiles/profiles.errors.ts';
import { quizErrors } from './features/quizzes/quizzes.errors.ts';
import { reactionErrors } from './features/reactions/reactions.errors.ts';
import { spaceErrors } from './features/spaces/spaces.errors.ts';
import { uploadErrors } from './features/uploads/uploads.errors.ts';
import { videoErrors } from './features/videos/videos.errors.ts';
import { t } from './i18n/translate.ts';
import type { ErrorDefinition } from './schema/define-errors.ts';
import { mergeFeatures } from './schema/merge-features.ts';
import { requestErrors } from './schema/request-errors.ts';

const errors = mergeFeatures({
  requests: requestErrors,
  auth: authErrors,
  spaces: spaceErrors,
  map: mapErrors,
  notifications: notificationErrors,
  members: memberErrors,
  posts: postErrors,
  drafts: draftErrors,
  polls: pollErrors,
  comments: commentErrors,
  reactions: reactionErrors,
  moderation: moderationErrors,
  calendar: calendarErrors,
  courses: courseErrors,
  videos: videoErrors,
  quizzes: quizErrors,
  uploads: uploadErrors,
  chat: chatErrors,
  profiles: profileErrors,
});

export type ErrorCode = keyof typeof errors;

/**
 * Every error code with its HTTP status and message, in the order of `docs/errors.md`.
 */
export const errorCatalogue: Record<ErrorCode, ErrorDefinition> = errors;

/** Returns the message of an error code in the reader's language. */
export function errorMessage(code: ErrorCode): string {
  const { message, values } = errorCatalogue[code];
  return t(message, values);
}

/** The body of every error response. `data` depends on the code: `rate_limited` has `retry_after` in seconds. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; data: unknown; request_id: string };
}
