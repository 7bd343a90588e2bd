import { authErrors } from './errors/auth.ts';
import { calendarErrors } from './errors/calendar.ts';
import { commentErrors } from './errors/comments.ts';
import type { ErrorDefinition } from './errors/define-errors.ts';
import { draftErrors } from './errors/drafts.ts';
import { mapErrors } from './errors/map.ts';
import { memberErrors } from './errors/members.ts';
import { moderationErrors } from './errors/moderation.ts';
import { pollErrors } from './errors/polls.ts';
import { postErrors } from './errors/posts.ts';
import { requestErrors } from './errors/requests.ts';
import { spaceErrors } from './errors/spaces.ts';
import { uploadErrors } from './errors/uploads.ts';
import { t } from './i18n/translate.ts';
import { mergeFeatures } from './schema/merge-features.ts';

const errors = mergeFeatures({
  requests: requestErrors,
  auth: authErrors,
  spaces: spaceErrors,
  map: mapErrors,
  members: memberErrors,
  posts: postErrors,
  drafts: draftErrors,
  polls: pollErrors,
  comments: commentErrors,
  moderation: moderationErrors,
  calendar: calendarErrors,
  uploads: uploadErrors,
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
