import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { describe, expect, it } from 'vitest';
import { explainFailure, isClientError, isOutage } from './external-failure.ts';

const outOfReach = (code: string) => Object.assign(new ClientError('failed'), { code });
function responseError(status: number, error: string, error_description?: string): ResponseBodyError {
  const response = new Response(null, { status });
  return new ResponseBodyError('rejected', { cause: { error, error_description }, response } as never);
}
const challenge = (status: number) =>
  new WWWAuthenticateChallengeError('challenged', {
    cause: [],
    response: new Response(null, { status }),
  } as never);

describe('A provider', () => {
  it.each([
    'OAUTH_TIMEOUT',
    'OAUTH_ABORT',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_PARSE_ERROR',
  ])('can’t be reached after %s', (code) => {
    expect(isOutage(outOfReach(code))).toBe(true);
    expect(isClientError(outOfReach(code))).toBe(false);
  });

  it('can’t be reached if the connection fails', () => {
    expect(isOutage(new TypeError('fetch failed'))).toBe(true);
  });

  it.each([
    [500, 'invalid_request', true],
    [503, 'invalid_request', true],
    [499, 'invalid_request', false],
    [400, 'server_error', true],
    [400, 'temporarily_unavailable', true],
    [400, 'invalid_grant', false],
  ])('that responds with %i and %s is out of order: %s', (status, error, isOut) => {
    expect(isOutage(responseError(status, error))).toBe(isOut);
  });

  it.each([new Error('any'), outOfReach('OAUTH_INVALID_RESPONSE'), new ClientError('no code'), 'text', null])(
    'works after another error: %s',
    (error) => {
      expect(isOutage(error)).toBe(false);
      expect(isClientError(error)).toBe(false);
    },
  );

  it('rejects this server with status 401', () => {
    expect([401, 400, 403].map((status) => isClientError(responseError(status, 'invalid_client')))).toEqual([
      true,
      false,
      false,
    ]);
    expect([401, 400].map((status) => isClientError(challenge(status)))).toEqual([true, false]);
    expect(isClientError(Object.assign(new Error('any'), { status: 401 }))).toBe(false);
  });
});

describe('The reason in the log', () => {
  it('is what the provider says', () => {
    expect(explainFailure(responseError(400, 'invalid_grant', 'The code is used.'))).toBe(
      'invalid_grant: The code is used.',
    );
    expect(explainFailure(responseError(400, 'invalid_grant'))).toBe('invalid_grant: rejected');
    const denied = new AuthorizationResponseError('denied', {
      cause: new URLSearchParams({ error: 'access_denied' }),
    } as never);
    expect(explainFailure(denied)).toBe('access_denied: denied');
    expect(explainFailure(challenge(401))).toBe('status 401: challenged');
  });

  it('is the error and its cause otherwise', () => {
    expect(explainFailure(new Error('one'))).toBe('one');
    expect(explainFailure(new Error('one', { cause: new Error('two') }))).toBe('one: two');
    expect(explainFailure(new Error('one', { cause: 'a token' }))).toBe('one');
    expect(explainFailure('a token')).toBe('unknown');
  });
});
