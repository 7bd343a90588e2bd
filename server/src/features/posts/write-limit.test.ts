import { expect, it } from 'vitest';
import { withFrozenTime } from '#server/platform/clock.ts';
import { anHourAgo, enforceHourlyLimit } from './write-limit.ts';

const now = Date.UTC(2026, 10, 21, 12);
const ago = (minutes: number, ms = 0) => new Date(now - minutes * 60_000 - ms).toISOString();
type Written = Parameters<typeof enforceHourlyLimit>[1];
const enforce = (written: Written, code: Parameters<typeof enforceHourlyLimit>[0] = 'post_limit_reached') =>
  withFrozenTime(now, async () => enforceHourlyLimit(code, written, 10));

it('Another post is possible until as many as allowed were created within the hour', async () => {
  expect(await withFrozenTime(now, async () => anHourAgo())).toBe(ago(60));
  await enforce({ count: 9, oldest: ago(1) });
  await enforce({ count: 10, oldest: null });
  for (const count of [10, 11]) {
    await expect(enforce({ count, oldest: ago(1) })).rejects.toMatchObject({ code: 'post_limit_reached' });
  }
});

it.each([
  ['50 minutes', ago(50), 600],
  ['59 minutes and a half', ago(59, 30_500), 30],
  ['an hour', ago(60), 1],
])('The error says how long to wait if the oldest was created %s ago', async (_ago, oldest, retry_after) => {
  await expect(enforce({ count: 10, oldest })).rejects.toMatchObject({ data: { retry_after } });
});

it('The error names what was created', async () => {
  const written = { count: 10, oldest: ago(50) };
  await expect(enforce(written)).rejects.toThrow(
    "You've reached the limit of 10 posts an hour. Try again in 10 minutes.",
  );
  await expect(enforce(written, 'comment_limit_reached')).rejects.toThrow(
    "You've reached the limit of 10 comments an hour. Try again in 10 minutes.",
  );
});
