import { msg } from '../i18n/translate.ts';
import { defineErrors } from './define-errors.ts';

/** Errors that more than one feature returns. */
export const requestErrors = defineErrors({
  invalid_json: { status: 400, message: msg("The request isn't valid JSON.") },
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
  not_allowed: { status: 403, message: msg("You don't have permission to do this.") },
  no_changes: { status: 400, message: msg('No changes to save.') },
});
