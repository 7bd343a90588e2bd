import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import type { Database } from '../../db/database.ts';
import { newId } from '../../ids.ts';
import { postChannel, publish } from '../publish.ts';
import { toMessages } from './counters.ts';
import { createLanes } from './lanes.ts';

const channel = 'post:p1';
const newLike = (seq: number, actor: string | null, postId = 'p1') =>
  ({
    seq,
    channel,
    type: 'post.stats_changed',
    payload: { post_id: postId, like_count: seq, actor: actor && { user_id: actor, kind: 'like' } },
  }) as unknown as LiveEvent;
const newText = (seq: number) =>
  ({ seq, channel, type: 'comment.created', payload: {} }) as unknown as LiveEvent;
const newAccess = (seq: number) =>
  ({ seq, channel, type: 'space.changed', payload: {} }) as unknown as LiveEvent;

describe('Counters in one delivery', () => {
  const divide = (events: LiveEvent[], here: string[] = []) =>
    toMessages(events, (userId) => here.includes(userId)).map(({ events, only }) => [
      only,
      events.map(({ seq }) => seq),
    ]);

  it('are left out if a later one has the totals of the same post', () => {
    expect(divide([newLike(1, 'a'), newText(2), newLike(3, 'b'), newLike(4, 'c', 'p2'), newText(5)])).toEqual(
      [[null, [2, 3, 4, 5]]],
    );
  });

  it('of comments are kept next to those of reactions, since they move a post in feeds', () => {
    expect(divide([newLike(1, null), newLike(2, null), newLike(3, 'a')])).toEqual([[null, [2, 3]]]);
  });

  it('that are left out are sent to the user who caused them, in order', () => {
    expect(divide([newText(1), newLike(2, 'a'), newLike(3, 'b'), newLike(4, 'a')], ['a'])).toEqual([
      [null, [1]],
      ['a', [2]],
      [null, [4]],
    ]);
  });

  it('do not carry other events past a change of access', () => {
    expect(divide([newText(1), newAccess(2), newText(3), newLike(4, null), newLike(5, null)])).toEqual([
      [null, [1]],
      [null, [2]],
      [null, [3, 5]],
    ]);
  });
});

describe('Counters that arrive one after the other', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  function openLane() {
    const deliveries: number[][] = [];
    const lanes = createLanes({
      db: {} as Database,
      deliver: async (_channel, events, _access, delivered) => {
        deliveries.push(events.map(({ seq }) => seq));
        delivered(events.at(-1)?.seq ?? 0);
      },
      neededAfter: async () => 0,
      failed: (error) => {
        throw error;
      },
    });
    lanes.open(channel, 0);
    const receive = (...events: LiveEvent[]) => {
      const last = events.at(-1)?.seq ?? 0;
      lanes.receive({ channel, previous: last - events.length, last, access_seq: 0, events });
      return vi.advanceTimersByTimeAsync(1);
    };
    return { lanes, deliveries, receive };
  }

  it('are delivered at once, then ten times a second', async () => {
    const { lanes, deliveries, receive } = openLane();
    for (let seq = 1; seq <= 50; seq += 1) await receive(newLike(seq, null));
    expect(deliveries).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(100);
    expect(deliveries).toHaveLength(2);
    expect(deliveries[1]?.at(-1)).toBe(50);
    await vi.advanceTimersByTimeAsync(100);
    await receive(newLike(51, null));
    expect(deliveries[2]).toEqual([51]);
    await lanes.stop();
  });

  it('go before another event, which does not wait', async () => {
    const { lanes, deliveries, receive } = openLane();
    await receive(newLike(1, null));
    await receive(newLike(2, null));
    await receive(newText(3));
    await receive(newText(4));
    expect(deliveries).toEqual([[1], [2, 3], [4]]);
    await lanes.stop();
  });

  it('are delivered as soon as something waits for them', async () => {
    const { lanes, deliveries, receive } = openLane();
    await receive(newLike(1, null));
    await receive(newLike(2, null));
    await lanes.deliverThrough(channel, 2);
    expect(deliveries).toEqual([[1], [2]]);
    await lanes.stop();
  });
});

describe('A post that many people like', () => {
  const server = sharedServer();

  it('sends at most ten counters a second to each connection, the last of them with the final count', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const post = await newPost(owner, space);
    const member = await newMember(server, space);
    const reader = await listen(server.url, owner);
    const ownTab = await listen(server.url, member);
    for (const listener of [reader, ownTab]) await listener.subscribe(postChannel(post.id));
    const likes = 60;
    const began = performance.now();
    for (let count = 1; count <= likes; count += 1) {
      // Only the first one is the member's own.
      const actor = { user_id: count === 2 ? member.user.id : newId(), kind: 'like', is_given: true };
      await server.db.transaction().execute((tx) =>
        publish(tx, postChannel(post.id), 'post.stats_changed', {
          post_id: post.id,
          like_count: count,
          reaction_counts: {},
          comment_count: 0,
          commenters: [],
          last_comment_at: null,
          last_activity_at: post.created_at,
          category_id: null,
          version: 100 + count,
          actor,
        }),
      );
    }
    const hasLast = ({ payload }: { payload: { like_count: number } }) => payload.like_count === likes;
    for (const listener of [reader, ownTab]) await listener.received('post.stats_changed', hasLast);
    const seconds = (performance.now() - began) / 1000;
    const actorsOf = ({ events }: typeof reader) =>
      events.flatMap(({ payload }) => ('actor' in payload ? [payload.actor?.user_id] : []));
    expect(actorsOf(ownTab)).toContain(member.user.id);
    expect(actorsOf(reader).length).toBeLessThanOrEqual(2 + seconds * 10);
    expect(actorsOf(ownTab).length).toBeLessThanOrEqual(3 + seconds * 10);
    for (const { events } of [reader, ownTab])
      expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
    for (const listener of [reader, ownTab]) listener.close();
  });
});
