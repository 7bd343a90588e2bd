import type { Comment } from '#contract/features/comments/comments.ts';
import { applyReactions } from '#web/features/reactions/index.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { addItem } from '#web/lib/list/list-changes.ts';
import { type EventOf, registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { commentChanges, toPosition } from './comments.api.ts';
import { commentEntity } from './comments.entity.ts';
import { deferPendingComment } from './composer/open-outboxes.ts';

type ChangeEvent =
  | EventOf<'comment.deleted'>
  | EventOf<'comment.reactions_changed'>
  | EventOf<'comment.edited'>
  | EventOf<'content.removed'>;

/** Applies an event to a comment. Events that are not newer than the comment are ignored. */
export function applyToComment(comment: Comment, event: ChangeEvent, viewerId: string | null): Comment {
  // The removal reason is sent only to some viewers, and does not depend on the version.
  if (event.type === 'content.removed') return { ...comment, removal_reason: event.payload.reason };
  if (event.type === 'comment.edited') {
    const { comment: edited } = event.payload;
    if (edited.version <= comment.version) return comment;
    return { ...edited, has_liked: comment.has_liked, my_reactions: comment.my_reactions };
  }
  if (event.payload.version <= comment.version) return comment;
  if (event.type === 'comment.deleted') {
    const { deleted_at, is_removed, version } = event.payload;
    return { ...comment, body: '', attachment: null, deleted_at, is_removed, version };
  }
  const { comment_id, actor, ...totals } = event.payload;
  return applyReactions(comment_id, { ...comment, ...totals }, actor, viewerId);
}

registerLiveHandler('comment.created', (event, { client, viewerId }) => {
  const { comment } = event.payload;
  writeEntities(client, commentEntity, [comment], { fromEvent: true });
  const show = () =>
    commentChanges.update(client, comment.post_id, (changes) =>
      addItem(changes, toPosition(comment), event.seq),
    );
  if (comment.user_id !== viewerId || !deferPendingComment(comment.post_id, show)) show();
});

registerLiveHandler('comment.edited', (event, { client, viewerId }) => {
  const { id } = event.payload.comment;
  patchEntity(client, 'comment', id, (now) => applyToComment(now, event, viewerId));
  void client.invalidateQueries({ queryKey: ['list_comment_versions', { comment_id: id }] });
});

registerLiveHandler('comment.deleted', (event, { client, viewerId }) => {
  patchEntity(client, 'comment', event.payload.comment_id, (now) => applyToComment(now, event, viewerId));
});

registerLiveHandler('content.removed', (event, { client, viewerId }) => {
  const { kind, id } = event.payload;
  if (kind !== 'comment' || !readEntity(client, 'comment', id)) return;
  patchEntity(client, 'comment', id, (now) => applyToComment(now, event, viewerId));
});

registerLiveHandler('comment.reactions_changed', (event, { client, viewerId }) => {
  const id = event.payload.comment_id;
  patchEntity(client, 'comment', id, (now) => applyToComment(now, event, viewerId));
});

registerChannelRefetch('post', (id, { client }) => {
  client.removeQueries({ queryKey: ['more_replies', id] });
  void client.invalidateQueries({ queryKey: ['list_comments', { post_id: id }] });
  void client.invalidateQueries({ queryKey: ['list_comment_versions'] });
});
