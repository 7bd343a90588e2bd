import { expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newEvent } from '#testing/events.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { sharedServer } from '#testing/server.ts';
import type { Decision } from './deliveries.queries.ts';
import { withoutClosed } from './without-closed.ts';

const server = sharedServer({ runsJobs: false });

it('What was closed since is not sent, and finding that takes as many statements for many targets as for one', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  const category_id = await newCategory(server, owner, space, 'Inner circle');
  const general = await newCategory(server, owner, space, 'General');
  const rules = [{ kind: 'level' as const, level: 5 }];
  await owner.call('set_category_access', { space_id: space.id, category_id, match: 'all', rules });
  const toDecision = (
    user_id: string,
    target_type: 'post' | 'comment' | 'event',
    target_id: string,
    post_id: string | null,
  ): Decision => ({
    ...{ entry_id: newId(), user_id, channel: 'email', space_id: space.id, target_type, target_id, post_id },
    ...{ is_for_readers: true, is_wanted: true, hold_until: null, queued_at: '', pushed_to: [] },
  });
  const newTargets = async () => {
    const open = await newPost(owner, space, { category_id: general });
    const closed = await newPost(owner, space, { category_id });
    const event = await newEvent(owner, space);
    const ofPost = async (post: { id: string }) => {
      const { comment } = await owner.call('create_comment', {
        ...{ post_id: post.id, client_id: newId(), body: '<p>Hello</p>' },
      });
      return [
        toDecision(member.user.id, 'post', post.id, post.id),
        toDecision(owner.user.id, 'post', post.id, post.id),
        toDecision(member.user.id, 'comment', comment.id, post.id),
      ];
    };
    return {
      open: [...(await ofPost(open)), toDecision(member.user.id, 'event', event.id, null)],
      closed: await ofPost(closed),
    };
  };
  const decide = async (targets: Awaited<ReturnType<typeof newTargets>>[]) => {
    const decisions = targets.flatMap(({ open, closed }) => [...open, ...closed]);
    let decided: Decision[] = [];
    const queries = await countQueries(async () => {
      decided = await withoutClosed(server.running.platform, decisions);
    });
    expect(decided.map(({ entry_id }) => entry_id)).toEqual(decisions.map(({ entry_id }) => entry_id));
    const wanted = decided.map(({ is_wanted }) => is_wanted);
    expect(wanted).toEqual(targets.flatMap(() => [true, true, true, true, false, true, false]));
    return queries;
  };
  const first = await newTargets();
  const others = [await newTargets(), await newTargets(), await newTargets()];
  expect(await decide([first, ...others])).toBe(await decide([first]));
});
