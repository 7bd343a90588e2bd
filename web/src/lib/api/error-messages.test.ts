import { expect, it } from 'vitest';
import { ApiError, NetworkError } from './api-client.ts';
import { toMessage } from './error-messages.ts';

it('Errors of the server and the network have their own messages, all others the given one', () => {
  expect(toMessage(new ApiError('space_not_found', 404, 'This space is gone.'), 'Try again.')).toBe(
    'This space is gone.',
  );
  expect(toMessage(new NetworkError(new TypeError('offline')), 'Try again.')).toContain(
    "Couldn't reach the server",
  );
  expect(toMessage(new ApiError('internal', 500, ''), 'Try again.')).toBe('Try again.');
  expect(toMessage(new TypeError('x is undefined'), 'Try again.')).toBe('Try again.');
});

it('A request after the end of the session says so', () => {
  const error = new ApiError('authentication_required', 401, 'Authentication required');
  expect(toMessage(error, 'Try again.')).toBe('Your session has expired.');
});
