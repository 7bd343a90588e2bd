import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#contract/features/comments/comments.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { commentEntity } from './comments.entity.ts';
import { CommentComposer, type CommentDraft } from './composer/comment-composer.tsx';

interface EditCommentProps {
  comment: Comment;
  userId: string;
  onClose: () => void;
}

/** Form to edit a comment. If the comment was deleted or the edit is rejected, the text stays in the form. */
export function EditComment({ comment, userId, onClose }: EditCommentProps) {
  const client = useQueryClient();
  const [initial] = useState<CommentDraft>({ html: comment.body, attachment: comment.attachment });
  const isDeleted = comment.deleted_at !== null;
  return (
    <CommentComposer
      userId={userId}
      spaceId={comment.space_id}
      draftKey={`edit:${comment.id}`}
      labels={{ form: t('Edit comment'), placeholder: t('Write a comment…'), submit: t('Save') }}
      initial={initial}
      blocked={
        isDeleted
          ? t('This comment was deleted while you were editing. Copy your text before you close.')
          : null
      }
      onSend={async ({ html, attachment }) => {
        const { comment: edited } = await call('update_comment', {
          comment_id: comment.id,
          body: html,
          upload_id: attachment?.id ?? null,
        });
        writeEntities(client, commentEntity, [edited]);
      }}
      onClose={onClose}
    />
  );
}
