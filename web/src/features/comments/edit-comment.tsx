import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { CommentComposer } from './composer/comment-composer.tsx';

interface EditCommentProps {
  comment: Comment;
  userId: string;
  onClose: () => void;
}

/** Form to edit a comment. If the comment was deleted or the edit is rejected, the text stays in the form. */
export function EditComment({ comment, userId, onClose }: EditCommentProps) {
  const client = useQueryClient();
  const [initial] = useState({ html: comment.body, attachment: comment.attachment });
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useFailure();
  const isDeleted = comment.deleted_at !== null;
  return (
    <CommentComposer
      userId={userId}
      spaceId={comment.space_id}
      draftKey={`edit:${comment.id}`}
      label={t('Edit comment')}
      placeholder={t('Write a comment…')}
      submitLabel={t('Save')}
      initial={initial}
      sending={sending}
      failure={
        isDeleted
          ? t('This comment was deleted while you were editing. Copy your text before you close.')
          : failure
      }
      onSend={async (body, attachment) => {
        if (isDeleted) return false;
        setSending(true);
        setFailure(null);
        try {
          const { comment: edited } = await call('update_comment', {
            comment_id: comment.id,
            body,
            upload_id: attachment?.id ?? null,
          });
          writeEntities(client, { comment: [edited] });
          return true;
        } catch (error) {
          const reason = toMessage(error, t("Couldn't save the comment."));
          setFailure(t('{reason} Your text is still here.', { reason }), error);
          return false;
        } finally {
          setSending(false);
        }
      }}
      onClose={onClose}
    />
  );
}
