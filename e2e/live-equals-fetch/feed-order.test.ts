import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { expectLiveEqualsFetch } from './expect-live-equals-fetch.ts';
import { feedView } from './feed-view.ts';

const server = sharedServer();
let people: [TestPerson, TestPerson];
beforeAll(async () => {
  people = [await newPerson(server), await newPerson(server, 'Grace')];
});

const orderView = (space: Space, sort: 'default' | 'new') =>
  feedView({ space_id: space.id, sort }, (posts) =>
    posts.map(({ id, created_at, pinned_at }) => ({ id, created_at, pinned_at })),
  );

describe('The order updated by events equals a fresh fetch', () => {
  it.each(['default', 'new'] as const)(
    'for two users while posts are pinned, in the order %s',
    async (sort) => {
      const step = fc.record({
        kind: fc.constantFrom('post', 'pin', 'pin', 'unpin', 'delete'),
        who: fc.nat(1),
        which: fc.nat(30),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
          const [owner, admin] = people;
          const space = await newSpace(owner);
          await setRole(server, space.id, admin.user.id, 'admin');
          const ids: string[] = [];
          for (let n = 0; n < 4; n += 1) ids.push((await newPost(owner, space)).id);
          await owner.call('pin_post', { post_id: ids[1] ?? '' });
          await expectLiveEqualsFetch(server, space.id, people, orderView(space, sort), async () => {
            for (const { kind, who, which } of steps) {
              const person = people[who] ?? owner;
              const post_id = ids[which % ids.length] ?? '';
              const action = async () => {
                if (kind === 'post') ids.push((await newPost(person, space)).id);
                else if (kind === 'pin') await person.call('pin_post', { post_id });
                else if (kind === 'unpin') await person.call('unpin_post', { post_id });
                else await person.call('delete_post', { post_id });
              };
              // Deleted posts and a fourth pin are rejected, which changes nothing.
              await action().catch((error: unknown) =>
                expect(error).toMatchObject({
                  code: expect.stringMatching(/post_not_found|pin_limit_reached/),
                }),
              );
            }
          });
        }),
        { numRuns: 6, seed: 20261121, endOnFailure: true },
      );
    },
  );
});
