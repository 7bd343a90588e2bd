import { expect, it } from 'vitest';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });

it('A connection that says nothing anymore is noticed in time for people to be offline after 70 seconds', async () => {
  const response = await server.client().fetch('/live/?EIO=4&transport=polling');
  const handshake = JSON.parse((await response.text()).slice(1)) as Record<string, number>;
  const { pingInterval = 0, pingTimeout = 0 } = handshake;
  // Reloading may take four seconds, and presence is looked at every two.
  const seconds = (pingInterval + pingTimeout) / 1000 + 4 + 2;
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThanOrEqual(70);
});
