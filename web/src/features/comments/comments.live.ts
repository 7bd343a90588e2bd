import type { Comment } from '#contract/comments.ts';
import { isLikeUnderWay } from '#web/features/reactions/index.ts';
import { patchEntity, writeEntities } from '#web/lib/entity-cache.ts';
import { type EventOf, registerLiveHandler, registerTopicRefetch } from '#web/lib/live-client.ts';
import { holdOwnComment } from './comment-outbox.ts';
import { type CommentArrival, updateCommentArrivals } from './comments.api.ts';

type ChangeEvent = EventOf<'comment.deleted'> | EventOf<'comment.likes'>;

/** A conversation's arrivals after an event; heard twice it changes nothing. */
export function applyToArrivals(
  arrivals: CommentArrival[],
  { seq, payload: { comment } }: EventOf<'comment.created'>,
): CommentArrival[] {
  const { id, thread_id } = comment;
  return arrivals.some((known) => known.id === id) ? arrivals : [...arrivals, { id, thread_id, seq }];
}

/** A comment after an event. An older version than it has changes nothing. */
export function applyToComment(comment: Comment, event: ChangeEvent, viewerId: string | null): Comment {
  if (event.payload.version <= comment.version) return comment;
  if (event.type === 'comment.deleted') {
    const { deleted_at, version } = event.payload;
    return { ...comment, body: '', deleted_at, version };
  }
  const { like_count, version, actor } = event.payload;
  const has_liked = actor.user_id === viewerId ? actor.has_liked : comment.has_liked;
  return { ...comment, like_count, version, has_liked };
}

registerLiveHandler('comment.created', (event, { client, viewerId }) => {
  const { comment } = event.payload;
  writeEntities(client, { comment: [comment] }, { fromEvent: true });
  const show = () =>
    updateCommentArrivals(client, comment.post_id, (arrivals) => applyToArrivals(arrivals, event));
  if (comment.user_id !== viewerId || !holdOwnComment(comment.post_id, show)) show();
});

registerLiveHandler('comment.deleted', (event, { client, viewerId }) => {
  patchEntity(client, 'comment', event.payload.comment_id, (now) => applyToComment(now, event, viewerId));
});

registerLiveHandler('comment.likes', (event, { client, viewerId }) => {
  const id = event.payload.comment_id;
  patchEntity(client, 'comment', id, (now) => {
    const next = applyToComment(now, event, viewerId);
    return isLikeUnderWay(id) ? { ...next, has_liked: now.has_liked } : next;
  });
});

registerTopicRefetch('post', (id, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_comments', { post_id: id }] });
});
