import { expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { isDueForRenewal, readDescriptor, renewSession } from './session-refresh.ts';

const day = 24 * 60 * 60;
const minute = 60;

it.each([
  ['just made', 30 * day, false],
  ['a day old', 29 * day + 1, false],
  ['more than a day old', 29 * day - 1, true],
  ['about to end', 4 * minute, true],
  ['over', -1, true],
])('decides on renewing a session that is %s: %s seconds left, %s', (_what, left, due) => {
  expect(isDueForRenewal(1_000_000 + left, 1_000_000_000)).toBe(due);
});

it("retries three times, 1.5 s apart, if the server can't be reached", async () => {
  const refresh = vi.fn().mockRejectedValue(new NetworkError('offline'));
  const wait = vi.fn(async () => {});
  expect(await renewSession(refresh, wait)).toBe(false);
  expect(refresh).toHaveBeenCalledTimes(4);
  expect(wait.mock.calls).toEqual([[1_500], [1_500], [1_500]]);
});

it("stops after the first success, and doesn't retry after a rejection", async () => {
  const second = vi.fn().mockRejectedValueOnce(new NetworkError('offline')).mockResolvedValue({});
  expect(await renewSession(second, async () => {})).toBe(true);
  expect(second).toHaveBeenCalledTimes(2);
  const rejected = vi.fn().mockRejectedValue(new ApiError('authentication_required', 401, 'no'));
  expect(await renewSession(rejected, async () => {})).toBe(false);
  expect(rejected).toHaveBeenCalledTimes(1);
});

it.each([
  [
    'hearth_session_info=%7B%22user_id%22%3A%22u%22%2C%22expires_at%22%3A5%7D; a=b',
    { user_id: 'u', expires_at: 5 },
  ],
  ['a=b', null],
  ['hearth_session_info=nonsense', null],
])('parses the session descriptor of %s', (cookies, descriptor) => {
  expect(readDescriptor(cookies)).toEqual(descriptor);
});
