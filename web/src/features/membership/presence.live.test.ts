import { expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { presenceSettingsQuery } from './presence.api.ts';
import './presence.live.ts';

const event = {
  seq: 1,
  channel: 'user:me',
  type: 'presence.changed',
  payload: { appear_offline: true },
} as LiveEvent;

it('The choice to appear offline follows other pages, if this one has loaded it', () => {
  const client = createQueryClient(vi.fn());
  const settings = () => client.getQueryData(presenceSettingsQuery.queryKey);
  applyLiveEvent(event, { client, viewerId: 'me' });
  expect(settings()).toBeUndefined();
  client.setQueryData(presenceSettingsQuery.queryKey, { appear_offline: false });
  applyLiveEvent(event, { client, viewerId: 'me' });
  expect(settings()).toEqual({ appear_offline: true });
});
