import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Post } from '#contract/features/posts/posts.ts';
import type { LiveEvent } from '#contract/live.ts';
import { applyToPost } from '#web/features/posts/index.ts';
import { addOwnItem, showHeldItems } from '#web/lib/list/list-changes.ts';
import { aPost, timeOf as at, idOf, spaceId } from '#web-testing/fixtures.ts';
import { arrangeFeed, type LoadedFeed } from './arrange-feed.ts';
import { applyToFeed, mergeFreshFeed } from './feed.live.ts';
import {
  type FeedChanges,
  type FeedInput,
  isInPeriod,
  noFeedChanges,
  recordPin,
  recordReceived,
} from './feed-changes.ts';
import { groupByPage } from './feed-group.tsx';

const me = '00000000-0000-7000-8000-0000000000aa';
const other = '00000000-0000-7000-8000-0000000000bb';

const newPost = (n: number, userId = other, categoryId: string | null = null): Post =>
  aPost({ id: idOf(n), user_id: userId, category_id: categoryId, created_at: at(n) });

const prependPost = (changes: FeedChanges, id: string) => addOwnItem(changes, { id });
const input: FeedInput = { space_id: spaceId, sort: 'default' };
type Created = Extract<LiveEvent, { type: 'post.created' }>;
const created = (post: Post, seq: number): Created => ({
  seq,
  channel: `space:${spaceId}`,
  type: 'post.created',
  payload: { post },
});
/** Loaded pages without pins, sorted by age, which is also their activity. */
const pagesOf = (ids: string[], more: Partial<LoadedFeed> = {}): LoadedFeed => ({
  ids,
  pins: {},
  cursor: 10,
  until: null,
  sortValueOf: (id) => id,
  canEnter: () => true,
  ...more,
});

describe('New posts', () => {
  const loaded = pagesOf([idOf(2), idOf(1)]);

  it('are held back and counted once, even if their event arrives twice', () => {
    let arrivals = noFeedChanges;
    for (const event of [created(newPost(3), 11), created(newPost(4), 12), created(newPost(3), 11)]) {
      arrivals = applyToFeed(arrivals, event, input);
    }
    expect(arrangeFeed(loaded, arrivals)).toMatchObject({
      shown: [idOf(2), idOf(1)],
      waiting: [idOf(4), idOf(3)],
    });
  });

  it('appear below the pinned posts, newest first, once they are shown', () => {
    let arrivals = applyToFeed(noFeedChanges, created(newPost(3), 11), input);
    arrivals = showHeldItems(applyToFeed(arrivals, created(newPost(4), 12), input));
    expect(arrangeFeed(loaded, arrivals).shown).toEqual([idOf(4), idOf(3), idOf(2), idOf(1)]);
    const pinned = pagesOf([idOf(1), idOf(2)], { pins: { [idOf(1)]: at(50) } });
    expect(arrangeFeed(pinned, arrivals).shown).toEqual([idOf(1), idOf(4), idOf(3), idOf(2)]);
  });

  it('are not held back when the pages already contain them', () => {
    const known = applyToFeed(noFeedChanges, created(newPost(2), 11), input);
    const older = applyToFeed(known, created(newPost(9), 10), input);
    expect(arrangeFeed(loaded, older).waiting).toEqual([]);
  });

  it('are added only to the feed of their category', () => {
    const feed = { ...input, category_id: idOf(77) };
    expect(applyToFeed(noFeedChanges, created(newPost(3), 11), feed)).toBe(noFeedChanges);
    expect(applyToFeed(noFeedChanges, created(newPost(3, other, idOf(77)), 11), feed).added).toHaveLength(1);
  });

  it('are shown right away when the viewer wrote them, whether the response or the event arrives first', () => {
    const event = created(newPost(3, me), 11);
    const responseFirst = applyToFeed(prependPost(noFeedChanges, idOf(3)), event, input);
    const eventFirst = prependPost(applyToFeed(noFeedChanges, event, input), idOf(3));
    for (const arrivals of [responseFirst, eventFirst]) {
      expect(arrangeFeed(loaded, arrivals)).toMatchObject({
        shown: [idOf(3), idOf(2), idOf(1)],
        waiting: [],
      });
    }
  });

  it('are removed from the count when deleted, but keep their position if they are on screen', () => {
    const deleted = (id: string, seq: number) =>
      ({
        seq,
        channel: `space:${spaceId}`,
        type: 'post.deleted',
        payload: { post_id: id, deleted_at: at(99), version: 2 },
      }) as const;
    const waiting = applyToFeed(noFeedChanges, created(newPost(3), 11), input);
    expect(arrangeFeed(loaded, applyToFeed(waiting, deleted(idOf(3), 12), input)).waiting).toEqual([]);
    const shown = applyToFeed(showHeldItems(waiting), deleted(idOf(3), 12), input);
    expect(arrangeFeed(loaded, shown).shown[0]).toBe(idOf(3));
  });
});

describe('pins', () => {
  const pinned = (post: Post, n: number | null): Post => ({ ...post, pinned_at: n === null ? null : at(n) });
  const loaded = pagesOf([idOf(4), idOf(3), idOf(2), idOf(1)]);

  it('come first, most recently pinned on top, even if the post was not loaded', () => {
    let arrivals = recordPin(noFeedChanges, input, pinned(newPost(2), 60));
    expect(arrangeFeed(loaded, arrivals).shown).toEqual([idOf(2), idOf(4), idOf(3), idOf(1)]);
    arrivals = recordPin(arrivals, input, pinned(newPost(99), 61));
    expect(arrangeFeed(loaded, arrivals).shown).toEqual([idOf(99), idOf(2), idOf(4), idOf(3), idOf(1)]);
    expect(recordPin(arrivals, input, pinned(newPost(99), 61))).toBe(arrivals);
  });

  it('return to their sorted position when unpinned, or disappear until their page is loaded', () => {
    const feed = pagesOf([idOf(2), idOf(5), idOf(4), idOf(3)], { pins: { [idOf(2)]: at(60) }, until: at(3) });
    const unpinned = recordPin(noFeedChanges, input, pinned(newPost(2), null));
    expect(arrangeFeed(feed, unpinned).shown).toEqual([idOf(5), idOf(4), idOf(3)]);
    expect(arrangeFeed({ ...feed, until: null }, unpinned).shown).toEqual([
      idOf(5),
      idOf(4),
      idOf(3),
      idOf(2),
    ]);
    const young = pagesOf([idOf(4), idOf(5), idOf(3)], { pins: { [idOf(4)]: at(60) }, until: at(3) });
    const back = recordPin(noFeedChanges, input, pinned(newPost(4), null));
    expect(arrangeFeed(young, back).shown).toEqual([idOf(5), idOf(4), idOf(3)]);
  });

  it('ignore posts of another category and deleted posts', () => {
    const feed = { ...input, category_id: idOf(77) };
    expect(recordPin(noFeedChanges, feed, pinned(newPost(3), 60))).toBe(noFeedChanges);
    expect(recordPin(noFeedChanges, input, { ...pinned(newPost(3), 60), deleted_at: at(61) })).toBe(
      noFeedChanges,
    );
  });
});

describe('A comment on a post that is not loaded yet', () => {
  const byActivity: FeedInput = { space_id: spaceId, sort: 'default' };
  const loaded = pagesOf([idOf(5), idOf(4)], { until: at(4) });
  const commented = (n: number, seq: number, when: number, categoryId: string | null = null) => ({
    seq,
    channel: `space:${spaceId}`,
    type: 'post.stats_changed' as const,
    payload: {
      post_id: idOf(n),
      like_count: 0,
      reaction_counts: {},
      comment_count: 1,
      commenters: [],
      last_comment_at: null,
      last_activity_at: at(when),
      category_id: categoryId,
      version: 2,
      actor: null,
    },
  });

  it('marks the post as missing once, and only in the feed sorted by activity', () => {
    const arrivals = applyToFeed(noFeedChanges, commented(1, 11, 90), byActivity);
    expect(arrangeFeed(loaded, arrivals)).toMatchObject({
      shown: [idOf(5), idOf(4)],
      waiting: [],
      missing: [idOf(1)],
    });
    expect(applyToFeed(arrivals, commented(1, 11, 90), byActivity)).toBe(arrivals);
    expect(applyToFeed(noFeedChanges, commented(1, 11, 90), { ...input, sort: 'new' })).toBe(noFeedChanges);
  });

  it('does not mark a post that is shown, that a later page will contain, or that is in another category', () => {
    const missing = (event: ReturnType<typeof commented>, feed = byActivity) =>
      arrangeFeed(loaded, applyToFeed(noFeedChanges, event, feed)).missing;
    expect(missing(commented(5, 11, 90))).toEqual([]);
    expect(missing(commented(1, 11, 3))).toEqual([]);
    expect(missing(commented(1, 9, 90))).toEqual([]);
    expect(missing(commented(1, 11, 90), { ...byActivity, category_id: idOf(77) })).toEqual([]);
    const liked = commented(1, 11, 90);
    const like = {
      ...liked,
      payload: { ...liked.payload, actor: { user_id: me, kind: 'like', is_given: true } },
    };
    expect(arrangeFeed(loaded, applyToFeed(noFeedChanges, like, byActivity)).missing).toEqual([]);
  });

  it('marks it also with all pages loaded, but not while the first one is loading', () => {
    const all = pagesOf([idOf(5), idOf(4)], { until: null });
    const arrivals = applyToFeed(noFeedChanges, commented(1, 11, 90), byActivity);
    expect(arrangeFeed(all, arrivals).missing).toEqual([idOf(1)]);
    const onPage = applyToFeed(noFeedChanges, commented(4, 11, 90), byActivity);
    expect(arrangeFeed(all, onPage).missing).toEqual([]);
    expect(arrangeFeed({ ...pagesOf([]), cursor: 0, until: null }, arrivals).missing).toEqual([]);
  });

  it('is dropped when the post is deleted', () => {
    const received = applyToFeed(noFeedChanges, commented(1, 11, 90), byActivity);
    const deleted = applyToFeed(
      received,
      {
        seq: 12,
        channel: `space:${spaceId}`,
        type: 'post.deleted',
        payload: { post_id: idOf(1), deleted_at: at(99), version: 3 },
      },
      byActivity,
    );
    expect(arrangeFeed(loaded, deleted).missing).toEqual([]);
  });
});

describe('A post that was moved to another category', () => {
  const [here, there] = [idOf(77), idOf(78)];
  const moved = (n: number, seq: number, category_id: string | null, version = 2) =>
    ({
      seq,
      channel: `space:${spaceId}`,
      type: 'post.moved',
      payload: { space_id: spaceId, post_id: idOf(n), category_id, is_limited: false, version },
    }) as const;
  const movedBy = (...events: ReturnType<typeof moved>[]) =>
    events.reduce<FeedChanges>((changes, event) => applyToFeed(changes, event, input), noFeedChanges);
  const loaded = pagesOf([idOf(5), idOf(4), idOf(2)], { category_id: here });
  const shown = (changes: FeedChanges, more: Partial<LoadedFeed> = {}) =>
    arrangeFeed({ ...loaded, ...more }, changes).shown;

  it('leaves the feed of its old category, and stays in that of all', () => {
    expect(shown(movedBy(moved(4, 11, there)))).toEqual([idOf(5), idOf(2)]);
    expect(shown(movedBy(moved(4, 11, there)), { category_id: undefined })).toEqual(loaded.ids);
    // The pages were loaded later.
    expect(shown(movedBy(moved(4, 9, there)))).toEqual(loaded.ids);
  });

  it('is not announced there anymore', () => {
    const feed = { ...input, category_id: here };
    const waiting = applyToFeed(noFeedChanges, created(newPost(9, other, here), 11), feed);
    expect(arrangeFeed(loaded, waiting).waiting).toEqual([idOf(9)]);
    expect(arrangeFeed(loaded, applyToFeed(waiting, moved(9, 12, there), feed)).waiting).toEqual([]);
  });

  it('goes to its position in the feed of its new category, once the page knows it', () => {
    const entered = movedBy(moved(3, 11, here));
    expect(shown(entered)).toEqual([idOf(5), idOf(4), idOf(3), idOf(2)]);
    expect(shown(entered, { canEnter: () => false })).toEqual(loaded.ids);
    expect(shown(entered, { category_id: there })).toEqual(loaded.ids);
    // Later pages will contain it.
    expect(shown(movedBy(moved(1, 11, here)), { until: at(2) })).toEqual(loaded.ids);
    expect(shown(movedBy(moved(1, 11, here)))).toEqual([...loaded.ids, idOf(1)]);
  });

  it('is where the last move has put it, however the events of several channels arrive', () => {
    const [away, back] = [moved(4, 11, there, 2), moved(4, 12, here, 3)];
    expect(shown(movedBy(away, back))).toEqual(loaded.ids);
    expect(shown(movedBy(back, { ...away, seq: 13 }))).toEqual(loaded.ids);
  });

  it('goes to a category with rules for those who get its id, whichever event comes first', () => {
    const [space, category] = [moved(3, 11, null), moved(3, 12, here)];
    for (const events of [
      [space, category],
      [category, space],
    ])
      expect(shown(movedBy(...events))).toEqual([idOf(5), idOf(4), idOf(3), idOf(2)]);
    const elsewhere = [moved(4, 11, null), moved(4, 12, there)];
    for (const events of [[moved(4, 11, null)], elsewhere, elsewhere.toReversed()])
      expect(shown(movedBy(...events))).toEqual([idOf(5), idOf(2)]);
    // It was received of another channel before.
    const received = recordReceived(movedBy(space), { ...newPost(3), version: 2 });
    expect(applyToFeed(received, category, input).moves[idOf(3)]).toMatchObject({
      category_id: here,
      received: 2,
    });
  });

  it('is one of at most fifty that are kept, the latest, after which the feed is offered to be loaded again', () => {
    const events = Array.from({ length: 51 }, (_, n) => moved(n + 1, n + 20, there));
    // The first post was moved again, so the second has the oldest move.
    const all = movedBy(...events.slice(0, 50), moved(1, 100, there, 3));
    expect([Object.keys(all.moves).length, all.isOutdated]).toEqual([50, false]);
    const latest = applyToFeed(all, moved(51, 101, there), input);
    expect(Object.keys(latest.moves).toSorted()).toEqual(
      events.map(({ payload }) => payload.post_id).filter((id) => id !== idOf(2)),
    );
    expect(latest.isOutdated).toBe(true);
  });

  it('is in a feed by likes only if it is young enough', () => {
    const top = (period: '7d' | 'all') => ({ ...input, sort: 'top', period }) as const;
    const old = { created_at: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString() };
    expect([isInPeriod(top('7d'), old), isInPeriod(top('all'), old), isInPeriod(input, old)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('Feed groups', () => {
  const pages = [{ post_ids: [idOf(9), idOf(8), idOf(7)] }, { post_ids: [idOf(6), idOf(5)] }];
  const idsOf = (shown: string[], ahead: number) =>
    groupByPage({ shown, ahead }, pages).map(({ ids }) => ids);

  it('contain the posts ahead of the pages, then one group per page', () => {
    const shown = [idOf(5), idOf(10), idOf(9), idOf(8), idOf(7), idOf(6)];
    expect(idsOf(shown, 2)).toEqual([[idOf(5), idOf(10)], [idOf(9), idOf(8), idOf(7)], [idOf(6)]]);
    expect(groupByPage({ shown, ahead: 2 }, pages).map(({ key, from }) => [key, from])).toEqual([
      ['ahead', 0],
      ['page 0', 2],
      ['page 1', 5],
    ]);
  });

  it('keep an unpinned post among its new neighbors, and every post once', () => {
    const shown = [idOf(8), idOf(7), idOf(6), idOf(9), idOf(5)];
    expect(idsOf(shown, 0)).toEqual([
      [idOf(8), idOf(7)],
      [idOf(6), idOf(9), idOf(5)],
    ]);
    expect(idsOf([], 0)).toEqual([]);
  });
});

describe('A feed sorted by likes', () => {
  it("ignores new posts of others but shows the viewer's own", () => {
    const feed: FeedInput = { space_id: spaceId, sort: 'top', period: '7d' };
    expect(applyToFeed(noFeedChanges, created(newPost(3), 11), feed)).toBe(noFeedChanges);
    expect(arrangeFeed(pagesOf([idOf(2)]), prependPost(noFeedChanges, idOf(3))).shown).toEqual([
      idOf(3),
      idOf(2),
    ]);
  });
});

describe('A feed refetched after missed events', () => {
  const oldIds = [idOf(3), idOf(2), idOf(1)];

  const refetched = {
    feed: input,
    loadedIds: oldIds,
    loadedSeq: 10,
    earlierPins: {},
    seq: 50,
    isComplete: true,
  };

  it('holds back new posts and drops deleted ones', () => {
    const fresh = [newPost(4), newPost(3), newPost(1)];
    const arrivals = mergeFreshFeed(noFeedChanges, { ...refetched, fresh });
    expect(arrangeFeed(pagesOf(oldIds), arrivals)).toMatchObject({
      shown: [idOf(3), idOf(1)],
      waiting: [idOf(4)],
    });
  });

  it('keeps the activity since then, and no earlier one', () => {
    const activity = (n: number, seq: number) => ({ id: idOf(n), seq, at: at(n) });
    const changes = { ...noFeedChanges, active: [activity(8, 51), activity(9, 50)] };
    const fresh = [newPost(3), newPost(2), newPost(1)];
    expect(mergeFreshFeed(changes, { ...refetched, fresh }).active).toEqual([activity(8, 51)]);
  });

  it('keeps posts that were pinned or got a comment while their page was requested, and drops those that are gone', () => {
    const pinnedAt = at(80);
    const changes = {
      ...noFeedChanges,
      pins: { [idOf(2)]: pinnedAt, [idOf(1)]: at(20) },
      active: [{ id: idOf(3), seq: 51, at: at(90) }],
    };
    const response = { ...refetched, earlierPins: { [idOf(1)]: at(20) }, fresh: [newPost(4)] };
    const loadedIds = [...oldIds, idOf(4)];
    const merged = mergeFreshFeed(changes, { ...response, loadedIds });
    expect(merged).toMatchObject({
      pins: { [idOf(4)]: null, [idOf(3)]: null, [idOf(2)]: pinnedAt, [idOf(1)]: null },
      removed: { [idOf(1)]: 50 },
    });
    expect(arrangeFeed(pagesOf(loadedIds), merged).shown).toEqual([idOf(2), idOf(3), idOf(4)]);
  });

  it('forgets moves that it contradicts, because the posts were moved again', () => {
    const move = (category: number, seq: number) => ({
      seq,
      version: 1,
      category_id: idOf(category),
      received: null,
    });
    const merge = (posts: number[], moves: FeedChanges['moves']) =>
      mergeFreshFeed(
        { ...noFeedChanges, moves },
        {
          ...refetched,
          feed: { ...input, category_id: idOf(70) },
          fresh: posts.map((n) => newPost(n)),
        },
      ).moves;
    const back = { [idOf(3)]: move(71, 40), [idOf(4)]: move(70, 41) };
    expect(merge([3, 2, 1], back)).toEqual({});
    expect(merge([4, 2, 1], back)).toEqual(back);
    const later = { [idOf(3)]: move(71, 51) };
    expect(merge([3, 2, 1], later)).toEqual(later);
  });

  it('keeps a post in the list that was moved there, and holds back one that was created or moved before', () => {
    const feed = { ...input, category_id: idOf(70) };
    const move = { version: 1, category_id: idOf(70), received: 1 };
    const changes = {
      ...noFeedChanges,
      moves: { [idOf(5)]: { ...move, seq: 40 }, [idOf(6)]: { ...move, seq: 9 } },
    };
    const loaded = pagesOf(oldIds, { category_id: idOf(70) });
    expect(arrangeFeed(loaded, changes).shown).toEqual([idOf(5), ...oldIds]);
    const fresh = [7, 6, 5, 3, 2, 1].map((n) => newPost(n));
    expect(arrangeFeed(loaded, mergeFreshFeed(changes, { ...refetched, feed, fresh }))).toMatchObject({
      shown: [idOf(5), ...oldIds],
      waiting: [idOf(7), idOf(6)],
    });
  });

  it('is marked outdated when it shares no post with the loaded pages', () => {
    const fresh = [newPost(9), newPost(8)];
    expect(mergeFreshFeed(noFeedChanges, { ...refetched, fresh, isComplete: false }).isOutdated).toBe(true);
  });
});

/** What can happen in a space; the model below applies it the way the server does. */
type ModelAction = {
  kind: 'post' | 'like' | 'unlike' | 'comment' | 'delete';
  on: number;
  by: 'me' | 'other';
};
const modelAction: fc.Arbitrary<ModelAction> = fc.record({
  kind: fc.constantFrom('post', 'like', 'unlike', 'comment', 'delete'),
  on: fc.nat(7),
  by: fc.constantFrom('me', 'other'),
});

class Model {
  posts: Post[] = [newPost(2), newPost(1)];
  likes = new Set<string>();
  events: LiveEvent[] = [];
  #count = 2;

  run({ kind, on, by }: ModelAction): void {
    const user = by === 'me' ? me : other;
    const seq = 11 + this.events.length;
    const channel = `space:${spaceId}`;
    if (kind === 'post') {
      this.#count += 1;
      const post = newPost(this.#count, user);
      this.posts.unshift(post);
      this.events.push(created({ ...post }, seq));
      return;
    }
    const post = this.posts[on % this.posts.length];
    if (!post || post.deleted_at) return;
    const key = `${post.id}:${user}`;
    if (kind === 'delete') {
      Object.assign(post, { deleted_at: at(500), version: post.version + 1 });
      const { id: post_id, version } = post;
      this.events.push({
        seq,
        channel,
        type: 'post.deleted',
        payload: { post_id, deleted_at: at(500), version },
      });
      return;
    }
    if (kind === 'comment') Object.assign(post, { comment_count: post.comment_count + 1 });
    else {
      const isLike = kind === 'like';
      if (this.likes.has(key) === isLike) return;
      if (isLike) this.likes.add(key);
      else this.likes.delete(key);
      Object.assign(post, { like_count: post.like_count + (isLike ? 1 : -1) });
    }
    Object.assign(post, { version: post.version + 1, last_activity_at: at(100 + seq) });
    const { id: post_id, like_count, comment_count, last_activity_at, version } = post;
    const actor = kind === 'comment' ? null : { user_id: user, kind: 'like', is_given: kind === 'like' };
    this.events.push({
      seq,
      channel,
      type: 'post.stats_changed',
      payload: {
        post_id,
        like_count,
        reaction_counts: {},
        comment_count,
        commenters: [],
        last_comment_at: null,
        last_activity_at,
        category_id: null,
        version,
        actor,
      },
    });
  }

  fetch(viewer: string): Post[] {
    return this.posts
      .filter((post) => !post.deleted_at)
      .map((post) => ({ ...post, has_liked: this.likes.has(`${post.id}:${viewer}`) }));
  }
}

describe('Cached state with events applied', () => {
  const viewers = [me, other];

  it('equals a fresh fetch for both viewers, even if events arrive twice', () => {
    fc.assert(
      fc.property(fc.array(modelAction, { maxLength: 30 }), fc.array(fc.nat(40)), (actions, repeats) => {
        for (const viewer of viewers) {
          const model = new Model();
          const old = model.fetch(viewer);
          for (const one of actions) model.run(one);
          // Some events arrive a second time, after everything else.
          const received = [
            ...model.events,
            ...repeats.flatMap((n) => model.events[n % Math.max(1, model.events.length)] ?? []),
          ];
          const entities = new Map(old.map((post) => [post.id, post]));
          let arrivals = noFeedChanges;
          for (const event of received) {
            if (event.type === 'post.created') {
              const { post } = event.payload;
              if (!entities.has(post.id)) entities.set(post.id, post);
              arrivals = applyToFeed(arrivals, event, input);
            } else if (event.type === 'post.stats_changed' || event.type === 'post.deleted') {
              const post = entities.get(event.payload.post_id);
              if (post) entities.set(post.id, applyToPost(post, event, viewer));
              if (event.type === 'post.deleted') arrivals = applyToFeed(arrivals, event, input);
            }
          }
          const { shown } = arrangeFeed(pagesOf(old.map(({ id }) => id)), showHeldItems(arrivals));
          const state = shown.flatMap((id) => entities.get(id) ?? []).filter((post) => !post.deleted_at);
          expect(state).toEqual(model.fetch(viewer));
        }
      }),
    );
  });
});
