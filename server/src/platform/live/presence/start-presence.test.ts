import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Carrier } from '../outbox/carrier.ts';
import { createOnlineUsers } from './online-users.ts';
import { startPresence } from './start-presence.ts';

it('goes on with what follows if the other processes cannot be told', async () => {
  const carrier: Carrier = {
    maxBytes: 7_900,
    send: vi.fn(async () => {
      throw new Error('payload string too long');
    }),
    listen: vi.fn(),
    stop: async () => {},
  };
  const errors = vi.fn();
  const also = vi.fn(async () => {});
  const log = { error: errors, warn: errors } as never;
  const presence = startPresence({ users: createOnlineUsers(), carrier, log }, () => [], also);
  onTestFinished(() => presence.stop());
  await vi.waitFor(() => expect(errors).toHaveBeenCalledOnce());
  await immediate();
  expect(also).toHaveBeenCalledOnce();
});
