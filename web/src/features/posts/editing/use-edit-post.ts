import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Attachment } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import { toPollDraft, toPollInput } from '#web/features/polls/index.ts';
import type { Attachments } from '#web/features/uploads/index.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { useFilesInDraft } from '#web/lib/drafted-form/use-files-in-draft.ts';
import {
  checkPost,
  getTitle,
  type PostProblems,
  type PostValues,
  withoutChanged,
} from '../fields/post-check.ts';
import { postEntity } from '../posts.entity.ts';

interface EditOptions {
  space: Space;
  /** The post at the time it was opened. */
  post: PostDetail;
  userId: string;
  attachments: Pick<Attachments, 'items' | 'replace'>;
  onDone: () => void;
}

/** An edit of a post, as stored in the browser. */
interface PostEdit extends PostValues {
  /** The revision it is based on. */
  revision: number;
  /** Uploaded files. */
  attachments: Attachment[];
}

const toEdit = ({ title, body, category_id, post_type, poll, revision, ...post }: PostDetail): PostEdit => ({
  title,
  body,
  category_id,
  post_type: post_type === 'announcement' ? 'announcement' : 'post',
  poll: poll && toPollDraft(poll),
  revision,
  attachments: [...post.attachments, ...post.files],
});

/** The form of an edit of a post. The text survives any server error and is kept in this browser until it is saved. */
export function useEditPost({ space, post, userId, attachments, onDone }: EditOptions) {
  const client = useQueryClient();
  const [opened] = useState(() => toEdit(post));
  const draft = useBrowserDraft<PostEdit>({
    userId,
    draftKey: `edit:${post.id}`,
    initial: opened,
    parse: (saved) => ({ ...opened, ...(saved as Partial<PostEdit>) }),
  });
  const { items, replace } = attachments;
  useFilesInDraft({
    inDraft: draft.values.attachments,
    items,
    show: replace,
    keep: (files) => draft.change({ attachments: files }),
  });
  const form = useDraftedForm<PostEdit, PostProblems, PostDetail, PostDetail>({
    storage: draft,
    validate: (values) => checkPost(values, items, space.categories, Date.now()),
    keepProblems: withoutChanged,
    send: async ({ revision, body, category_id, poll, ...values }) => {
      const { post: saved } = await call('update_post', {
        post_id: post.id,
        revision,
        title: getTitle({ ...values, poll }),
        body,
        category_id,
        upload_ids: items.flatMap(({ stored }) => stored?.id ?? []),
        poll: poll && toPollInput(poll),
      });
      return saved;
    },
    onSent: (saved) => {
      writeEntities(client, postEntity, [saved]);
      onDone();
    },
    onDiscarded: onDone,
    isSentAgain: true,
    failure: { title: t("Couldn't save your post"), fallback: t('Something went wrong.') },
    conflict: {
      find: (error) =>
        isApiError(error, 'edit_conflict') ? (error.data as { post: PostDetail }).post : null,
      // The other version stays in the edit history.
      overwrite: ({ revision }) => ({ revision }),
    },
  });
  return {
    ...form,
    fields: draft.values,
    /** Discards the restored draft and starts with the current post. */
    startOver: () => draft.restart(),
    /** Discards the draft and continues with the other version. */
    takeTheirs: () => {
      if (!form.theirs) return;
      writeEntities(client, postEntity, [form.theirs]);
      draft.restart(toEdit(form.theirs));
      form.closeConflict();
    },
  };
}
