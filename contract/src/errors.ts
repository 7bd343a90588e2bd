/**
 * The closed list of error codes: code -> HTTP status and the sentence people read.
 * The sentences are the product's own texts (document 1, sections 5 and 8); screens may put a title before them.
 */
export const errorCatalogue = {
  invalid_json: { status: 400, message: 'The request is not valid JSON.' },
  invalid_input: { status: 400, message: 'Some of what was sent cannot be accepted.' },
  invalid_text: { status: 400, message: 'The text contains characters that cannot be stored.' },
  invalid_cursor: {
    status: 400,
    message: 'This page address is no longer valid. Please start from the first page.',
  },
  unsupported_media_type: { status: 415, message: 'This kind of content is not accepted here.' },
  body_too_large: { status: 413, message: 'What was sent is too large.' },
  invalid_request: { status: 400, message: 'The request could not be understood.' },
  headers_too_large: { status: 431, message: 'The address or the headers of the request are too large.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  origin_refused: { status: 403, message: 'This request came from another site and was refused.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait and try again.' },
  internal: { status: 500, message: 'Something went wrong. This error has been logged for debugging.' },
  unavailable: { status: 503, message: 'The server is busy or starting. Please try again in a moment.' },

  authentication_required: { status: 401, message: 'Authentication required' },
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  email_not_confirmed: {
    status: 403,
    message: 'Please confirm your email address first. We sent you a link.',
  },
  email_taken: { status: 409, message: 'An account with this email address already exists.' },
  invalid_reset_token: {
    status: 400,
    message: 'This reset link is no longer valid. Please ask for a new one.',
  },
  invalid_confirmation_token: { status: 400, message: 'This confirmation link is no longer valid.' },
  external_sign_in_off: { status: 404, message: 'Signing in with another service is not set up here.' },
  external_sign_in_failed: {
    status: 400,
    message: 'Signing in with the other service did not work. Please try again.',
  },
  external_sign_in_unavailable: {
    status: 503,
    message: 'The other sign-in service cannot be reached right now. Please try again in a moment.',
  },
  external_email_unverified: {
    status: 403,
    message:
      'The other sign-in service has not confirmed your email address. Confirm it there, then try again.',
  },

  space_not_found: { status: 404, message: 'Space not found' },
  map_not_enabled: { status: 404, message: 'This space has no map.' },
  calendar_not_enabled: { status: 404, message: 'This space has no calendar.' },
  city_not_found: { status: 404, message: 'This city is not in our list. Please choose another one nearby.' },
  subdomain_taken: { status: 409, message: 'This address is already taken.' },
  subdomain_reserved: { status: 409, message: 'This address is reserved.' },
  not_allowed: { status: 403, message: "You don't have permission to do this." },
  no_changes: { status: 400, message: 'No changes to save.' },
  membership_required: { status: 403, message: 'Join this space to take part.' },
  join_needs_approval: {
    status: 403,
    message: 'This space is private. Ask an owner or admin for an invitation.',
  },
  join_needs_payment: { status: 403, message: 'Payments are not set up for this space yet.' },
  already_member: { status: 409, message: 'You are already a member of this space' },
  join_without_asking: { status: 409, message: 'This space is open: join it at once.' },
  join_request_not_found: { status: 404, message: 'This request no longer exists.' },
  membership_blocked: { status: 403, message: 'You cannot rejoin this space.' },
  owner_cannot_leave: { status: 409, message: 'As the owner, you cannot leave. Transfer ownership first.' },
  member_not_found: { status: 404, message: 'This person is not a member of the space.' },
  remove_not_allowed: { status: 403, message: 'Not allowed to remove members.' },
  owner_cannot_be_removed: { status: 403, message: 'Owner cannot be removed.' },
  use_leave_for_yourself: { status: 403, message: 'Use Leave Space for yourself.' },
  admins_cannot_remove_admins: { status: 403, message: 'Admins cannot remove other admins.' },

  role_change_not_allowed: { status: 403, message: 'Not allowed to change roles.' },
  admins_cannot_change_admins: { status: 403, message: 'Admins cannot modify other admins or owner.' },

  post_empty: { status: 400, message: 'Write something or add a picture.' },
  post_too_long: { status: 400, message: 'The post is longer than 20,000 characters.' },
  post_not_found: { status: 404, message: 'The post you are looking for could not be found' },
  pin_limit_reached: {
    status: 409,
    message: 'Three posts are pinned already. Unpin one of them first.',
  },
  category_required: { status: 400, message: 'Choose a category for your post.' },
  category_not_found: { status: 400, message: 'This category does not exist in this space.' },
  post_limit_reached: {
    status: 429,
    message: 'You have written 10 posts within an hour. Please wait a little.',
  },
  announcement_not_allowed: { status: 403, message: 'Only the owner and admins can announce something.' },
  only_author_edits: { status: 403, message: 'Only the author can edit this.' },
  post_changed_meanwhile: {
    status: 409,
    message: 'This post was changed meanwhile, on another device or in another window.',
  },
  draft_already_posted: { status: 409, message: 'This draft has already been posted.' },
  poll_not_found: { status: 404, message: 'This post has no poll.' },
  poll_closed: { status: 409, message: 'This poll is closed.' },
  poll_one_choice: { status: 400, message: 'Only one option can be chosen in this poll.' },
  poll_option_not_found: { status: 400, message: 'This option does not belong to the poll.' },
  poll_has_votes: {
    status: 409,
    message: 'Somebody has voted: the question and the options stay as they are.',
  },
  poll_closes_in_past: { status: 400, message: 'The closing time has already passed.' },
  comment_empty: { status: 400, message: 'Write something first.' },
  comment_too_long: { status: 400, message: 'A comment can have at most 5,000 characters.' },
  comment_not_found: { status: 404, message: 'This comment no longer exists.' },
  comments_closed: { status: 403, message: 'Comments are closed on this post.' },
  comment_limit_reached: {
    status: 429,
    message: 'You have written 60 comments within an hour. Please wait a little.',
  },
  edit_only_own: { status: 403, message: 'Only its author can edit this.' },
  not_the_author: { status: 403, message: 'Only the author or the people who run the space can do this.' },

  report_of_own: { status: 409, message: 'You cannot report yourself or what you wrote.' },
  report_needs_words: { status: 400, message: 'Say in a few words what is wrong.' },
  rule_not_found: { status: 400, message: 'This rule no longer exists. Please choose again.' },
  case_not_found: { status: 404, message: 'This report no longer exists.' },
  case_decided: { status: 409, message: 'Someone else has already decided about this.' },
  removal_needs_reason: { status: 400, message: 'Say why, in a sentence that the author will read.' },
  event_not_found: { status: 404, message: 'This event does not exist or was deleted.' },
  event_span_refused: {
    status: 400,
    message: 'A calendar page covers at least a moment and at most 62 days.',
  },
  event_description_too_long: { status: 400, message: 'The description is longer than 5,000 characters.' },
  event_ends_before_it_starts: { status: 400, message: 'The event must end after it starts.' },
  event_too_long: { status: 400, message: 'An event lasts at most 31 days.' },
  event_not_whole_days: { status: 400, message: 'An all-day event begins and ends at midnight.' },
  unknown_time_zone: { status: 400, message: 'This time zone does not exist.' },
  event_link_needed: { status: 400, message: 'An online event needs a link.' },
  event_address_needed: { status: 400, message: 'An event in person needs an address.' },
  event_host_not_member: { status: 400, message: 'Hosts must be members of the space.' },
  event_repeats_too_often: { status: 400, message: 'A series has at most 200 events.' },
  event_repeats_too_far: { status: 400, message: 'A series ends before the year 2100.' },
  event_never_happens: { status: 400, message: 'No day fits this rule.' },
  event_repeat_needs_scope: {
    status: 400,
    message: 'The rule of a series can be changed for this and later events, or for all.',
  },
  event_cancelled: { status: 409, message: 'This event was cancelled.' },
  event_over: { status: 409, message: 'This event is over.' },
  capacity_below_going: { status: 409, message: 'More people are going than there would be seats.' },
  event_has_no_link: { status: 404, message: 'This event has no link.' },
  event_link_not_open: {
    status: 403,
    message: 'The link opens 15 minutes before the event and closes when it ends.',
  },
  event_link_for_going: { status: 403, message: 'Seats are limited: the link is for those who are going.' },

  upload_not_found: { status: 404, message: 'This file does not exist or is not yours.' },
  upload_quota_reached: {
    status: 409,
    message: "You've reached the limit for files you haven't posted. Post them, or try again tomorrow.",
  },
  space_storage_full: {
    status: 409,
    message: 'This space has used all its storage. Ask the owner or an admin for help.',
  },
  file_too_large: { status: 413, message: 'The file is too large.' },
  file_type_refused: { status: 415, message: 'Invalid file. Please check file size and format.' },
  picture_too_large: {
    status: 422,
    message: 'The picture has too many pixels. At most 4096 by 4096 are accepted.',
  },
  file_malicious: { status: 422, message: 'This document contains script and was refused.' },
  file_unreadable: { status: 422, message: 'The file is damaged and cannot be read.' },
  video_too_long: { status: 422, message: 'The video is longer than 5 minutes.' },
  picture_unreadable: { status: 422, message: 'The picture is damaged and cannot be read.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every error answer. `data` depends on the code: `rate_limited` has `retry_after` in seconds. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; data: unknown; request_id: string };
}
