import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxAttachments } from '#contract/values/limits.ts';
import { ConflictMessage, FailureMessage, SendFailure } from '#web/features/composer/index.ts';
import { useAttachments } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { toText } from '#web/lib/text/rich-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { PostFields } from '../fields/post-fields.tsx';
import { postEntity } from '../posts.entity.ts';
import { stopEditing } from './edit-post-state.ts';
import { useEditPost } from './use-edit-post.ts';

interface PostEditFormProps {
  space: Space;
  postId: string;
  userId: string;
}

/** The form that replaces a post while its author edits it. It starts with the current version from the server. */
export default function PostEditForm({ space, postId, userId }: PostEditFormProps) {
  const [opened, setOpened] = useState<PostDetail | null>(null);
  const fetched = useQuery({
    ...apiQuery('get_post', { post_id: postId }, ({ post }, client) => {
      writeEntities(client, postEntity, [post]);
      return post;
    }),
    enabled: opened === null,
    staleTime: 0,
    gcTime: 0,
  });
  // Keeps the version that was opened: later changes to the post must not overwrite what is being typed.
  if (opened === null && fetched.data && !fetched.isFetching) setOpened(fetched.data);
  if (opened) {
    return (
      // A feed contains articles only.
      <article>
        <EditForm space={space} post={opened} userId={userId} />
      </article>
    );
  }
  return (
    <Card render={<article />} aria-busy={fetched.isFetching} className="flex min-h-80 flex-col gap-4">
      {fetched.isError ? (
        <FailureMessage title={t("Couldn't open the post")}>
          <p>{toMessage(fetched.error, t('Please try again.'))}</p>
          <Button size="sm" variant="quiet" className="-ml-2.5" onClick={() => stopEditing(postId)}>
            {t('Close')}
          </Button>
        </FailureMessage>
      ) : (
        <>
          <Skeleton width="60%" />
          <Skeleton shape="block" height="12rem" />
        </>
      )}
    </Card>
  );
}

function EditForm({ space, post, userId }: { space: Space; post: PostDetail; userId: string }) {
  const [attached] = useState(() => [...post.attachments, ...post.files]);
  const attachments = useAttachments({
    space_id: space.id,
    purpose: 'post',
    max: maxAttachments,
    attached,
  });
  const form = useEditPost({ space, post, userId, attachments, onDone: () => stopEditing(post.id) });
  const copyText = () =>
    copyWithToast(`${form.fields.title}\n\n${toText(form.fields.body)}`, {
      copied: t('Text copied'),
      failed: { title: t("Couldn't copy the text") },
    });
  return (
    <PostFields
      space={space}
      label={t('Edit post')}
      form={form}
      attachments={attachments}
      kind={{ canAnnounce: false, canAddPoll: false, isPollFixed: (post.poll?.voter_count ?? 0) > 0 }}
      messages={
        <>
          {form.isRestored && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft" role="status">
              {t('Unsaved changes restored.')}
              <Button size="sm" variant="quiet" className="!px-2" onClick={form.startOver}>
                {t('Discard changes')}
              </Button>
            </p>
          )}
          <SendFailure failure={form.failure}>
            {form.failure?.code === 'post_not_found' && (
              <Button size="sm" variant="quiet" className="-ml-2.5" onClick={() => void copyText()}>
                {t('Copy my text')}
              </Button>
            )}
          </SendFailure>
          {form.theirs && (
            <ConflictMessage
              message={t('This post was edited somewhere else. Current version:')}
              title={form.theirs.title}
              html={form.theirs.body}
              onKeepMine={form.keepMine}
              onTakeTheirs={form.takeTheirs}
            />
          )}
        </>
      }
      buttons={
        <>
          <Button variant="quiet" size="sm" onClick={form.discard}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="sm"
            loading={form.isSending}
            loadingLabel={t('Saving')}
          >
            {t('Save')}
          </Button>
        </>
      }
    />
  );
}
