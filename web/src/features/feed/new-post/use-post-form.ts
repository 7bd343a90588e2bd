import { useState } from 'react';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { type LocalDraft, useServerDraft } from '#web/features/drafts/index.ts';
import { toPollInput } from '#web/features/polls/index.ts';
import {
  checkPost,
  getTitle,
  type PostProblems,
  type PostValues,
  withoutChanged,
} from '#web/features/posts/index.ts';
import { type Attachments, deleteUpload } from '#web/features/uploads/index.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { useFilesInDraft } from '#web/lib/drafted-form/use-files-in-draft.ts';
import { toText } from '#web/lib/text/rich-text.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { FeedInput } from '../feed-changes.ts';
import { useCreatePost } from './use-create-post.ts';
import { usePostCategories } from './use-post-categories.ts';
import { usePostedToast } from './use-posted-toast.ts';

interface PostFormOptions {
  space: Space;
  userId: string;
  input: FeedInput;
  attachments: Attachments;
  onPosted: (postId: string) => void;
  onClose: () => void;
}

/** The form of a new post. Its draft is kept in this browser and on the server until the server has the post. */
export function usePostForm({ space, userId, input, attachments, onPosted, onClose }: PostFormOptions) {
  const draft = useServerDraft(space.id, userId);
  const create = useCreatePost(space.id);
  const showPosted = usePostedToast(space, input);
  const { items, replace } = attachments;
  const { preselected, lockOf, closed } = usePostCategories(space, input.category_id);
  // A post that is sent again goes where it was written, whatever the feed shows by then.
  const [attempted, setAttempted] = useState<string | null>(null);
  const toFields = (values: LocalDraft): PostValues => ({
    ...values,
    category_id: values.category_id ?? attempted ?? preselected,
  });
  const check = (values: LocalDraft): PostProblems => {
    const fields = toFields(values);
    const problems = checkPost(fields, items, space.categories, Date.now());
    return closed || lockOf(fields.category_id)
      ? { ...problems, category: t("This category isn't open to you yet.") }
      : problems;
  };
  useFilesInDraft({
    inDraft: draft.values?.stored ?? null,
    items,
    show: replace,
    keep: (stored) => draft.change({ stored }),
  });
  const form = useDraftedForm<LocalDraft, PostProblems, PostDetail, never>({
    storage: draft,
    validate: check,
    keepProblems: withoutChanged,
    send: (values, client_id) => {
      const { body, post_type, poll, category_id } = toFields(values);
      setAttempted(category_id);
      return create.mutateAsync({
        client_id,
        title: getTitle(values),
        body,
        category_id,
        upload_ids: items.flatMap(({ stored }) => stored?.id ?? []),
        post_type,
        poll: poll && toPollInput(poll),
      });
    },
    isEarlier: (post, values) => post.title !== getTitle(values) || toText(post.body) !== toText(values.body),
    onSent: (post, { isChanged }) => {
      setAttempted(null);
      if (isChanged) {
        toast({ title: t('Posted'), description: t('Your later changes were kept as a new draft.') });
        return;
      }
      showPosted(post);
      onClose();
      onPosted(post.id);
    },
    onDiscarded: () => {
      for (const { stored } of items) if (stored) deleteUpload(stored.id);
      onClose();
    },
    isSentAgain: true,
    failure: {
      title: t("Couldn't publish your post"),
      fallback: t('Something went wrong.'),
    },
  });
  return { draft, closed, form: { ...form, fields: form.values && toFields(form.values) } };
}
