import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** The library's codes for a provider that is slow or sends an invalid response. */
const outageCodes: readonly (string | undefined)[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];
const outageErrors = ['server_error', 'temporarily_unavailable'];

/** Returns whether the provider couldn't be reached, as opposed to rejecting the request. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ClientError) return outageCodes.includes(error.code);
  if (error instanceof ResponseBodyError) return error.status >= 500 || outageErrors.includes(error.error);
  // Thrown by `fetch` when a connection fails or is interrupted.
  return error instanceof TypeError;
}

/** Returns whether the provider rejected this server's client id and secret. */
export function isClientError(error: unknown): boolean {
  return (
    (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) &&
    error.status === 401
  );
}

/** Returns the reason of a failure for the log, without tokens, codes or personal data. */
export function explainFailure(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return `${error.error}: ${error.error_description ?? error.message}`;
  }
  // Not translated: for the log.
  if (error instanceof WWWAuthenticateChallengeError) return `status ${error.status}: ${error.message}`;
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
