import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { conversationQuery } from '#web/features/chat/conversations/conversations.api.ts';
import { followQuery } from '#web/features/profiles/follows/follows.api.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();
let space: Space;
let people: [TestPerson, TestPerson];
beforeAll(async () => {
  const owner = await newPerson(server);
  space = await newSpace(owner);
  people = [owner, await newMember(server, space)];
});

/** What a page shows of two people to each of them. */
const followView = (ids: string[]): LiveView<unknown> => ({
  channels: ({ user }) => [`user:${user.id}`],
  load: async (client, viewer) => {
    const { live_cursor } = await viewer.call('get_leaderboard', { space_id: space.id });
    for (const id of ids) await client.fetchQuery(followQuery(id));
    return live_cursor;
  },
  settle: (client) => client.refetchQueries({ predicate: ({ state }) => state.isInvalidated }),
  shown: (client) => ids.map((id) => client.getQueryData(followQuery(id).queryKey)),
});

const step = fc.record({
  kind: fc.constantFrom('follow', 'follow', 'follow', 'unfollow', 'unfollow', 'block', 'unblock'),
  who: fc.nat(1),
});

it('Follows, their ends and blocks between two people are shown to both as a new page shows them', async () => {
  const ids = people.map(({ user }) => user.id);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await expectLiveEqualsFetch(server, space.id, people, followView(ids), async () => {
        for (const { kind, who } of steps) {
          const person = people[who] as TestPerson;
          const user_id = ids[1 - who] ?? '';
          await person.call(`${kind as 'follow'}_user`, { user_id }).catch((error: { code?: string }) => {
            expect(error.code).toBe('cannot_follow_person');
          });
        }
      });
    }),
    { numRuns: 12 },
  );
});

it('Who is followed by someone sees in an unwritten conversation that it is no request anymore', async () => {
  const owner = people[0];
  const [stranger] = await newPeopleBySql(server, 1);
  if (!stranger) throw new Error('no person');
  const { conversation } = await owner.call('get_or_create_conversation', { user_id: stranger.user.id });
  const { id } = conversation;
  const view: LiveView<boolean | undefined> = {
    channels: [`conversation:${id}`, `user:${owner.user.id}`],
    load: async (client, viewer) => {
      const { live_cursor } = await viewer.call('get_leaderboard', { space_id: space.id });
      await client.fetchQuery(conversationQuery(id));
      return live_cursor;
    },
    settle: (client) => vi.waitFor(() => expect(client.isFetching()).toBe(0)),
    shown: (client) => readEntity(client, 'conversation', id)?.will_send_request,
  };
  for (const operation of ['follow_user', 'unfollow_user', 'follow_user'] as const)
    await expectLiveEqualsFetch(server, space.id, [owner], view, async () => {
      await stranger.call(operation, { user_id: owner.user.id });
    });
  expect(await owner.call('get_conversation', { conversation_id: id })).toMatchObject({
    conversation: { will_send_request: false },
  });
});
