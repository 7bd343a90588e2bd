import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { LiveEvent } from '#contract/live.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import {
  addItem,
  addOwnItem,
  type ListChanges,
  noChanges,
  showHeldItems,
} from '#web/lib/list/list-changes.ts';
import { outboxTable } from '#web/lib/outbox/outbox-table.ts';
import { aComment, idOf } from '#web-testing/fixtures.ts';
import { type CommentPosition, commentChanges } from './comments.api.ts';
import { applyToComment } from './comments.live.ts';
import { newCommentOutbox } from './composer/comment-outbox.ts';
import { arrangeComments } from './thread-order.ts';

const me = '00000000-0000-7000-8000-0000000000aa';
const other = '00000000-0000-7000-8000-0000000000bb';
const postId = '00000000-0000-7000-8000-0000000000cc';

const newComment = (n: number, thread = n, userId = other): Comment =>
  aComment({
    id: idOf(n),
    post_id: postId,
    user_id: userId,
    parent_id: thread === n ? null : idOf(thread),
    thread_id: idOf(thread),
    body: `<p>${n}</p>`,
  });
const positionOf = ({ id, thread_id }: Comment) => ({ id, thread_id });
type Changes = ListChanges<CommentPosition>;
const none: Changes = noChanges;
/** The changes after comments were created, each at a sequence number. */
const changesOf = (...created: [comment: Comment, seq: number][]) =>
  created.reduce((changes, [comment, seq]) => addItem(changes, positionOf(comment), seq), none);

/** One loaded page, with the live cursor at 10. */
const loadedOf = (
  comments: readonly Comment[],
  more: Partial<Parameters<typeof arrangeComments>[0]> & { later?: string[]; earlier?: string[] } = {},
) => {
  const { later = [], earlier = [], ...rest } = more;
  return {
    pages: [{ positions: comments.map(positionOf), later, earlier, live_cursor: 10 }],
    replies: { positions: [], later: {}, earlier: {} },
    order: 'oldest' as const,
    hasNext: false,
    hasPrevious: false,
    ...rest,
  };
};
const idsByThread = (threads: readonly { id: string; replies: string[] }[]) =>
  threads.map(({ id, replies }) => [id, ...replies]);

describe('Comment order', () => {
  const comments = [newComment(1), newComment(2), newComment(3, 1), newComment(4, 2), newComment(5, 1)];

  it('sorts threads by age and their replies by age, whatever order they arrive in', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(comments, { minLength: comments.length }), (shuffled) => {
        const oldest = arrangeComments(loadedOf(shuffled), none);
        expect(idsByThread(oldest.threads)).toEqual([
          [idOf(1), idOf(3), idOf(5)],
          [idOf(2), idOf(4)],
        ]);
        const newest = arrangeComments(loadedOf(shuffled, { order: 'newest' }), none);
        expect(idsByThread(newest.threads)).toEqual([
          [idOf(2), idOf(4)],
          [idOf(1), idOf(3), idOf(5)],
        ]);
      }),
    );
  });

  it('puts new threads after pages that are not loaded, and new replies into their thread', () => {
    const changes = changesOf([newComment(90), 11], [newComment(91, 1), 12], [newComment(92, 90), 13]);
    const { threads, latest } = arrangeComments(
      loadedOf([newComment(1), newComment(2)], { hasNext: true }),
      changes,
    );
    expect(idsByThread(threads)).toEqual([[idOf(1), idOf(91)], [idOf(2)]]);
    expect(idsByThread(latest)).toEqual([[idOf(90), idOf(92)]]);
  });

  it('shows nothing twice when a page contains an arrival', () => {
    const { threads, latest } = arrangeComments(
      loadedOf([newComment(1), newComment(90)], { hasNext: true }),
      changesOf([newComment(90), 11]),
    );
    expect([...threads, ...latest].map(({ id }) => id)).toEqual([idOf(1), idOf(90)]);
  });

  it("holds back new threads of others above the newest, and shows the viewer's own right away", () => {
    const changes = addOwnItem(changesOf([newComment(90), 11]), positionOf(newComment(91)));
    const before = arrangeComments(loadedOf(comments, { order: 'newest' }), changes);
    expect(before.threads.map(({ id }) => id)).toEqual([idOf(91), idOf(2), idOf(1)]);
    expect(before.waiting).toBe(1);
    const after = arrangeComments(loadedOf(comments, { order: 'newest' }), showHeldItems(changes));
    expect(after.threads.map(({ id }) => id)).toEqual([idOf(91), idOf(90), idOf(2), idOf(1)]);
    expect(after.waiting).toBe(0);
  });

  it('puts new replies after a gap until the gap is loaded', () => {
    const changes = changesOf([newComment(90, 1), 11]);
    const gap = arrangeComments(loadedOf(comments, { later: [idOf(1)], earlier: [idOf(2)] }), changes);
    expect(gap.threads[0]).toMatchObject({
      replies: [idOf(3), idOf(5)],
      latest: [idOf(90)],
      hasMoreAfter: true,
    });
    expect(gap.threads[1]).toMatchObject({ hasMoreBefore: true, hasMoreAfter: false });
    const replies = {
      positions: [newComment(6, 1), newComment(90, 1)].map(positionOf),
      later: { [idOf(1)]: false },
      earlier: {},
    };
    const read = arrangeComments(loadedOf(comments, { later: [idOf(1)], replies }), changes);
    expect(read.threads[0]).toMatchObject({
      replies: [idOf(3), idOf(5), idOf(6), idOf(90)],
      latest: [],
      hasMoreAfter: false,
    });
  });
});

describe('Cached comments with events applied', () => {
  it('equal a fresh fetch, even if events arrive twice', () => {
    const actions = fc.array(
      fc.record({
        kind: fc.constantFrom('comment', 'reply', 'like', 'edit', 'delete'),
        on: fc.nat(9),
        by: fc.constantFrom(me, other),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(actions, (all) => {
        const stored = [newComment(1), newComment(2)];
        const likes = new Set<string>();
        const old = stored.map((comment) => ({ ...comment }));
        const events: LiveEvent[] = [];
        let count = 2;
        for (const { kind, on, by } of all) {
          const seq = 11 + events.length;
          const channel = `post:${postId}`;
          const target = stored[on % stored.length];
          if (!target) continue;
          if (kind === 'comment' || kind === 'reply') {
            count += 1;
            const thread = kind === 'reply' ? Number(target.thread_id.slice(-12)) : count;
            const comment = newComment(count, thread, by);
            stored.push(comment);
            events.push({ seq, channel, type: 'comment.created', payload: { comment: { ...comment } } });
          } else if (!target.deleted_at) {
            target.version += 1;
            const { id: comment_id, version } = target;
            if (kind === 'delete') {
              const deleted_at = '2026-02-01T00:00:00.000Z';
              Object.assign(target, { deleted_at, body: '' });
              events.push({
                seq,
                channel,
                type: 'comment.deleted',
                payload: { comment_id, post_id: postId, deleted_at, is_removed: false, version },
              });
            } else if (kind === 'edit') {
              const edited_at = '2026-02-01T00:00:00.000Z';
              Object.assign(target, { edited_at, body: `<p>${version}</p>` });
              events.push({ seq, channel, type: 'comment.edited', payload: { comment: { ...target } } });
            } else {
              const key = `${comment_id}:${by}`;
              const has_liked = !likes.has(key);
              if (has_liked) likes.add(key);
              else likes.delete(key);
              target.like_count += has_liked ? 1 : -1;
              const { like_count, reaction_counts } = target;
              events.push({
                seq,
                channel,
                type: 'comment.reactions_changed',
                payload: {
                  comment_id,
                  like_count,
                  reaction_counts,
                  version,
                  actor: { user_id: by, kind: 'like', is_given: has_liked },
                },
              });
            }
          }
        }
        const entities = new Map(old.map((comment) => [comment.id, comment]));
        let changes = none;
        // Older events arrive again after newer ones.
        for (const event of [...events, ...events.slice(0, Math.ceil(events.length / 2))]) {
          if (event.type === 'comment.created') {
            const { comment } = event.payload;
            if (!entities.has(comment.id)) entities.set(comment.id, comment);
            changes = addItem(changes, positionOf(comment), event.seq);
          } else if (event.type === 'comment.edited') {
            const { id } = event.payload.comment;
            const comment = entities.get(id);
            if (comment) entities.set(id, applyToComment(comment, event, me));
          } else if (event.type === 'comment.deleted' || event.type === 'comment.reactions_changed') {
            const comment = entities.get(event.payload.comment_id);
            if (comment) entities.set(comment.id, applyToComment(comment, event, me));
          }
        }
        const { threads } = arrangeComments(loadedOf(old), changes);
        const read = threads.flatMap(({ id, replies }) => [id, ...replies]).map((id) => entities.get(id));
        const fetched = stored
          .map((comment) => ({ ...comment, has_liked: likes.has(`${comment.id}:${me}`) }))
          .sort((a, b) => (a.thread_id + a.id < b.thread_id + b.id ? -1 : 1));
        expect(read).toEqual(fetched);
      }),
    );
  });
});

describe('A pending comment', () => {
  const sent = { client_id: idOf(500), parent_id: null, thread_id: null, reply_to: null, body: '<p>Hi</p>' };
  beforeEach(async () => await (await outboxTable()).clear(me));

  it('is shown right away and replaced by the one the server created', async () => {
    const response = Promise.withResolvers<{ comment: Comment }>();
    const client = createQueryClient((() => response.promise) as never);
    const outbox = newCommentOutbox(client, postId, me);
    void outbox.add(sent);
    expect(outbox.read()).toMatchObject([{ state: 'sending', body: '<p>Hi</p>' }]);
    const show = vi.fn();
    expect(outbox.defer(show)).toBe(true);
    response.resolve({ comment: newComment(7, 7, me) });
    await vi.waitFor(() => expect(outbox.read()).toEqual([]));
    expect(commentChanges.read(client, postId).added).toMatchObject([
      { entry: { id: idOf(7) }, state: 'own' },
    ]);
    expect(show).toHaveBeenCalledOnce();
    expect(outbox.defer(show)).toBe(false);
  });

  it('survives a failed request and a reload, and is retried with the same client id', async () => {
    const inputs: object[] = [];
    const lost = ((_operation: string, input: object) => {
      inputs.push(input);
      return Promise.reject(new NetworkError(new Error('gone')));
    }) as never;
    const before = newCommentOutbox(createQueryClient(lost), postId, me);
    await before.add(sent);
    await vi.waitFor(() => expect(before.read()).toMatchObject([{ state: 'waiting' }]));

    const found = ((_operation: string, input: object) => {
      inputs.push(input);
      return Promise.resolve({ comment: newComment(7, 7, me) });
    }) as never;
    const after = newCommentOutbox(createQueryClient(found), postId, me);
    await after.ready;
    await vi.waitFor(() => expect(after.read()).toEqual([]));
    const { client_id, body } = sent;
    expect(inputs).toMatchObject([
      { client_id, body },
      { client_id, body },
    ]);
    const later = newCommentOutbox(new QueryClient(), postId, me);
    await later.ready;
    expect(later.read()).toEqual([]);
  });

  it('waits with its file until the member logs in again after the session expired', async () => {
    const expiredSession = (() =>
      Promise.reject(new ApiError('authentication_required', 401, 'Authentication required'))) as never;
    const attachment = {
      id: idOf(9),
      kind: 'document' as const,
      file_name: 'Plan.pdf',
      mime_type: 'application/pdf',
      byte_size: 9,
      url: '/files/x/original',
    };
    const before = newCommentOutbox(createQueryClient(expiredSession), postId, me);
    await before.add({ ...sent, attachment });
    await vi.waitFor(() =>
      expect(before.read()).toMatchObject([{ state: 'waiting', is_signed_out: true, attachment }]),
    );
    const inputs: unknown[] = [];
    const found = ((_operation: string, input: unknown) => {
      inputs.push(input);
      return Promise.resolve({ comment: newComment(7, 7, me) });
    }) as never;
    const after = newCommentOutbox(createQueryClient(found), postId, me);
    await after.ready;
    await vi.waitFor(() => expect(after.read()).toEqual([]));
    expect(inputs).toMatchObject([{ upload_id: attachment.id, body: '<p>Hi</p>' }]);
  });

  it('keeps its text and shows the reason when the server rejects it', async () => {
    const reject = (() =>
      Promise.reject(new ApiError('comments_closed', 403, 'Comments are turned off.'))) as never;
    const outbox = newCommentOutbox(createQueryClient(reject), postId, me);
    await outbox.add(sent);
    await vi.waitFor(() =>
      expect(outbox.read()).toMatchObject([
        { state: 'rejected', reason: 'Comments are turned off.', body: '<p>Hi</p>' },
      ]),
    );
    expect(outbox.defer(() => {})).toBe(false);
  });
});
