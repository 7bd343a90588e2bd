import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** The library's codes for a provider that is slow or answers what no provider answers. */
const outageCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];
const outageErrors = ['server_error', 'temporarily_unavailable'];

/** Whether the provider could not be asked, as opposed to having refused. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ClientError) return outageCodes.includes(error.code ?? '');
  if (error instanceof ResponseBodyError) return error.status >= 500 || outageErrors.includes(error.error);
  // What `fetch` throws when a connection fails or breaks off.
  return error instanceof TypeError;
}

/** Whether the provider did not accept this server's own name and secret. */
export function isClientError(error: unknown): boolean {
  return (
    (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) &&
    error.status === 401
  );
}

/** Why it failed, for the log: without tokens, codes or anything about a person. */
export function explainFailure(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return `${error.error}: ${error.error_description ?? error.message}`;
  }
  if (error instanceof WWWAuthenticateChallengeError) return `status ${error.status}: ${error.message}`;
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
