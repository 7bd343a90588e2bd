import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { Activity, useEffect, useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { notifyReconnect } from '../live/reconnect.ts';
import { ApiError, NetworkError } from './api-client.ts';
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

function Once() {
  const [failure, setFailure] = useFailure();
  const hasFailed = useRef(false);
  useEffect(() => {
    if (!hasFailed.current) setFailure('Offline', new NetworkError(null));
    hasFailed.current = true;
  }, [setFailure]);
  return failure;
}

it('disappears too if its tab was hidden when the connection came back', () => {
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Once />
    </Activity>
  );
  const { rerender } = render(page('visible'));
  expect(screen.queryByText('Offline')).not.toBeNull();
  rerender(page('hidden'));
  act(notifyReconnect);
  rerender(page('visible'));
  expect(screen.queryByText('Offline')).toBeNull();
});
