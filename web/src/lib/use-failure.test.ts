import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError, NetworkError } from './api-client.ts';
import { notifyReconnect } from './reconnect.ts';
import { useFailure } from './use-failure.ts';

afterEach(cleanup);

it.each([
  ['a lost connection', new NetworkError(null), null],
  ['an outage', new ApiError('unavailable', 503, ''), null],
  ['a rejection', new ApiError('invalid_input', 400, 'No'), "Couldn't save"],
])('after %s, shows the failure until it may be over', (_name, error, after) => {
  const { result } = renderHook(() => useFailure());
  act(() => result.current[1]("Couldn't save", error));
  expect(result.current[0]).toBe("Couldn't save");
  act(notifyReconnect);
  expect(result.current[0]).toBe(after);
});
