import { type Message, msg, t } from './i18n/translate.ts';
import { maxCommentText, maxEventDescription, maxPostBody } from './values/limits.ts';

interface CatalogueEntry {
  status: number;
  message: Message;
  /** The values of the message. */
  values?: Record<string, number>;
}

const entries = {
  invalid_json: { status: 400, message: msg('The request is not valid JSON.') },
  invalid_input: { status: 400, message: msg("Some fields aren't valid.") },
  invalid_text: { status: 400, message: msg("The text contains characters that can't be stored.") },
  invalid_cursor: {
    status: 400,
    message: msg('This page link is no longer valid. Start again from the first page.'),
  },
  unsupported_media_type: { status: 415, message: msg("This content type isn't supported.") },
  body_too_large: { status: 413, message: msg('The request is too large.') },
  invalid_request: { status: 400, message: msg("The request isn't valid.") },
  headers_too_large: { status: 431, message: msg('The URL or the headers of the request are too large.') },
  request_timeout: { status: 408, message: msg('The request took too long to arrive.') },
  origin_not_allowed: { status: 403, message: msg("Requests from other sites aren't allowed.") },
  not_found: { status: 404, message: msg('Page not found.') },
  rate_limited: { status: 429, message: msg('Too many attempts. Please wait and try again.') },
  internal: { status: 500, message: msg('Something went wrong. This error has been logged for debugging.') },
  unavailable: { status: 503, message: msg('The server is busy or starting. Please try again in a moment.') },

  authentication_required: { status: 401, message: msg('Authentication required') },
  invalid_credentials: { status: 401, message: msg('Invalid email or password') },
  email_not_confirmed: {
    status: 403,
    message: msg('Please confirm your email address first. We sent you a link.'),
  },
  email_taken: { status: 409, message: msg('An account with this email address already exists.') },
  invalid_reset_token: {
    status: 400,
    message: msg('This reset link is no longer valid. Request a new one.'),
  },
  invalid_confirmation_token: { status: 400, message: msg('This confirmation link is no longer valid.') },
  sso_not_configured: { status: 404, message: msg("Single sign-on isn't set up here.") },
  external_sign_in_failed: {
    status: 400,
    message: msg('Single sign-on failed. Please try again.'),
  },
  external_sign_in_unavailable: {
    status: 503,
    message: msg("Single sign-on isn't available right now. Please try again in a moment."),
  },
  external_email_unverified: {
    status: 403,
    message: msg(
      "Your email address isn't verified with the sign-in provider. Verify it there, then try again.",
    ),
  },

  space_not_found: { status: 404, message: msg('Space not found') },
  map_not_enabled: { status: 404, message: msg('This space has no map.') },
  calendar_not_enabled: { status: 404, message: msg('This space has no calendar.') },
  city_not_found: { status: 404, message: msg("This city isn't in our list. Choose another one nearby.") },
  subdomain_taken: { status: 409, message: msg('This address is already taken.') },
  space_limit_reached: { status: 429, message: msg('You can create up to 5 spaces a day. Try again later.') },
  subdomain_reserved: { status: 409, message: msg('This address is reserved.') },
  not_allowed: { status: 403, message: msg("You don't have permission to do this.") },
  no_changes: { status: 400, message: msg('No changes to save.') },
  membership_required: { status: 403, message: msg('Join this space first.') },
  join_needs_approval: {
    status: 403,
    message: msg('This space is private. Ask an owner or admin for an invitation.'),
  },
  join_needs_payment: { status: 403, message: msg("Payments aren't set up for this space yet.") },
  already_member: { status: 409, message: msg('You are already a member of this space') },
  approval_not_required: {
    status: 409,
    message: msg('This space is public. You can join without a request.'),
  },
  join_request_not_found: { status: 404, message: msg('This request no longer exists.') },
  join_request_paused: {
    status: 429,
    message: msg('Your last request was declined. You can ask again in a day.'),
  },
  membership_blocked: { status: 403, message: msg("You can't rejoin this space.") },
  owner_cannot_leave: {
    status: 409,
    message: msg('As the owner, you cannot leave. Transfer ownership first.'),
  },
  member_not_found: { status: 404, message: msg("This person isn't a member of the space.") },
  remove_not_allowed: { status: 403, message: msg('Not allowed to remove members.') },
  owner_cannot_be_removed: { status: 403, message: msg('Owner cannot be removed.') },
  cannot_remove_self: { status: 403, message: msg('Use Leave Space for yourself.') },
  admins_cannot_remove_admins: { status: 403, message: msg('Admins cannot remove other admins.') },

  role_change_not_allowed: { status: 403, message: msg('Not allowed to change roles.') },
  admins_cannot_change_admins: { status: 403, message: msg('Admins cannot modify other admins or owner.') },

  post_empty: { status: 400, message: msg('Write something or add an image.') },
  post_too_long: {
    status: 400,
    message: msg('The post is longer than {max, number} characters.'),
    values: { max: maxPostBody },
  },
  post_not_found: { status: 404, message: msg('The post you are looking for could not be found') },
  pin_limit_reached: {
    status: 409,
    message: msg('You can pin up to three posts. Unpin one first.'),
  },
  category_required: { status: 400, message: msg('Choose a category for your post.') },
  category_not_found: { status: 400, message: msg("This category doesn't exist in this space.") },
  post_limit_reached: {
    status: 429,
    message: msg("You've reached the limit of 10 posts an hour. Try again later."),
  },
  announcement_not_allowed: {
    status: 403,
    message: msg('Only the owner and admins can post announcements.'),
  },
  edit_conflict: {
    status: 409,
    message: msg('This post was edited somewhere else.'),
  },
  draft_already_posted: { status: 409, message: msg('This draft has already been posted.') },
  poll_not_found: { status: 404, message: msg('This post has no poll.') },
  poll_closed: { status: 409, message: msg('This poll is closed.') },
  poll_one_choice: { status: 400, message: msg('You can choose only one option in this poll.') },
  poll_option_not_found: { status: 400, message: msg("This option isn't part of the poll.") },
  poll_has_votes: {
    status: 409,
    message: msg("The question and options can't be changed once voting has started."),
  },
  poll_closes_in_past: { status: 400, message: msg('The end date has already passed.') },
  comment_empty: { status: 400, message: msg('Write something first.') },
  comment_too_long: {
    status: 400,
    message: msg('A comment can have at most {max, number} characters.'),
    values: { max: maxCommentText },
  },
  comment_not_found: { status: 404, message: msg('This comment no longer exists.') },
  comments_closed: { status: 403, message: msg('Comments are turned off.') },
  comment_limit_reached: {
    status: 429,
    message: msg("You've reached the limit of 60 comments an hour. Try again later."),
  },
  not_author: { status: 403, message: msg('Only the author can edit this.') },
  not_author_or_moderator: {
    status: 403,
    message: msg('Only the author or a moderator can do this.'),
  },

  cannot_report_self: { status: 409, message: msg("You can't report yourself or your own content.") },
  report_note_required: { status: 400, message: msg('Describe the problem in a few words.') },
  rule_not_found: { status: 400, message: msg('This rule no longer exists. Please choose again.') },
  case_not_found: { status: 404, message: msg('This report no longer exists.') },
  case_resolved: { status: 409, message: msg('Another moderator has already resolved this.') },
  removal_needs_reason: { status: 400, message: msg('Add a reason. The author will see it.') },
  event_not_found: { status: 404, message: msg('This event no longer exists.') },
  date_range_too_large: {
    status: 400,
    message: msg('Choose a range of up to 62 days.'),
  },
  event_description_too_long: {
    status: 400,
    message: msg('The description is longer than {max, number} characters.'),
    values: { max: maxEventDescription },
  },
  event_ends_before_it_starts: { status: 400, message: msg('The event must end after it starts.') },
  event_too_long: { status: 400, message: msg('An event can last up to 31 days.') },
  event_not_whole_days: { status: 400, message: msg('An all-day event must start and end at midnight.') },
  unknown_time_zone: { status: 400, message: msg("This time zone doesn't exist.") },
  event_link_needed: { status: 400, message: msg('An online event needs a link.') },
  event_address_needed: { status: 400, message: msg('An in-person event needs an address.') },
  event_host_not_member: { status: 400, message: msg('Hosts must be members of the space.') },
  recurrence_too_many: { status: 400, message: msg('A series can have up to 200 events.') },
  recurrence_too_long: { status: 400, message: msg('A series must end before the year 2100.') },
  recurrence_empty: { status: 400, message: msg('No dates match this schedule.') },
  recurrence_scope_required: {
    status: 400,
    message: msg('Change this and following events, or the whole series.'),
  },
  event_cancelled: { status: 409, message: msg('This event was canceled.') },
  event_over: { status: 409, message: msg('This event is over.') },
  capacity_below_attendance: {
    status: 409,
    message: msg("Capacity can't be lower than the number of people going."),
  },
  event_has_no_link: { status: 404, message: msg('This event has no link.') },
  event_link_not_open: {
    status: 403,
    message: msg('The link opens 15 minutes before the event and closes when it ends.'),
  },
  event_link_requires_rsvp: {
    status: 403,
    message: msg('Only people who are going can see the link.'),
  },

  upload_not_found: { status: 404, message: msg("This file doesn't exist or isn't yours.") },
  upload_quota_reached: {
    status: 409,
    message: msg("You've reached the limit for files you haven't posted. Post them, or try again tomorrow."),
  },
  space_storage_full: {
    status: 409,
    message: msg("This space has used all its storage. The server's operator can raise the limit."),
  },
  file_too_large: { status: 413, message: msg('The file is too large.') },
  unsupported_file_type: { status: 415, message: msg('Invalid file. Please check file size and format.') },
  image_too_large: {
    status: 422,
    message: msg('The image is too large. The maximum is 4096 × 4096 pixels.'),
  },
  file_malicious: { status: 422, message: msg("This document contains scripts and can't be uploaded.") },
  file_unreadable: { status: 422, message: msg("The file is damaged and can't be read.") },
  video_too_long: { status: 422, message: msg('The video is longer than 5 minutes.') },
  image_corrupt: { status: 422, message: msg("The image is damaged and can't be read.") },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof entries;

/**
 * The complete list of error codes, each with its HTTP status and the message that people read. Screens may show a
 * title above the message.
 */
export const errorCatalogue: Record<ErrorCode, CatalogueEntry> = entries;

/** Returns the message of an error code in the reader's language. */
export function errorMessage(code: ErrorCode): string {
  const { message, values } = errorCatalogue[code];
  return t(message, values);
}

/** The body of every error response. `data` depends on the code: `rate_limited` has `retry_after` in seconds. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; data: unknown; request_id: string };
}
