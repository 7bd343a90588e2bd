import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { ownServer } from '#testing/server.ts';
import type { Tx } from '../db/database.ts';
import { publish, publishAll, publishEach, spaceChannel } from './publish.ts';

// Without a dispatcher, only the process that committed an event can have numbered it.
const server = ownServer('without live updates, only the process that commits events numbers them', {
  ROLE: 'web',
});
const payload = (member_count: number) => ({ member_count });

it.each([
  [
    'publish',
    (tx: Tx, channel: string) => publish(tx, channel, 'space.member_count_changed', payload(1) as never),
  ],
  [
    'publishEach',
    (tx: Tx, channel: string) =>
      publishEach(tx, 'space.member_count_changed', [{ channel, payload: payload(1) as never }]),
  ],
  [
    'publishAll',
    (tx: Tx, channel: string) =>
      publishAll(tx, [{ channel, type: 'space.member_count_changed', payload: payload(1) as never }]),
  ],
])('%s numbers its events as soon as they are committed', async (_name, write) => {
  const channel = spaceChannel(newId());
  await server.db.transaction().execute((tx) => write(tx, channel));
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select 1 from live_events where channel = ${channel} and seq is not null`.execute(server.db);
    expect(rows).toHaveLength(1);
  });
});
