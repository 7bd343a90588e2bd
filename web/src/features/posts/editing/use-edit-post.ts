import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { PostDetail } from '#contract/posts.ts';
import type { Space } from '#contract/spaces.ts';
import type { Attachment } from '#contract/uploads.ts';
import { toPollDraft, toPollInput } from '#web/features/polls/index.ts';
import type { useAttachments } from '#web/features/uploads/index.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import {
  checkPost,
  getTitle,
  type PostProblems,
  type PostValues,
  withoutChanged,
} from '../fields/post-check.ts';

interface EditOptions {
  space: Space;
  /** The post at the time it was opened. */
  post: PostDetail;
  userId: string;
  attachments: ReturnType<typeof useAttachments>;
  onDone: () => void;
}

/** An unsaved edit as stored in the browser. */
interface SavedEdit extends PostValues {
  revision: number;
  /** Uploaded files; absent if only the text was changed. */
  attachments?: Attachment[];
}

const toFields = ({ title, body, category_id, post_type, poll }: PostDetail): PostValues => ({
  title,
  body,
  category_id,
  post_type: post_type === 'announcement' ? 'announcement' : 'post',
  poll: poll && toPollDraft(poll),
});

/** State of an edit of a post. The text survives any server error and is stored in the browser until it is saved. */
export function useEditPost({ space, post, userId, attachments, onDone }: EditOptions) {
  const client = useQueryClient();
  const [store] = useState(() => new DraftStore<SavedEdit>(userId, `edit:${post.id}`));
  const [savedEdit] = useState(() => store.read());
  const [fields, setFields] = useState<PostValues>(() => savedEdit ?? toFields(post));
  /** The revision the edit is based on: that of the stored draft, if there is one. */
  const [base, setBase] = useState(savedEdit?.revision ?? post.revision);
  const [problems, setProblems] = useState<PostProblems>({});
  const [failure, setFailure] = useFailure();
  /** The current version, if the post was edited somewhere else. */
  const [theirs, setTheirs] = useState<PostDetail | null>(null);
  const [isRestoredShown, setRestoredShown] = useState(savedEdit !== null);
  const [isDeleted, setDeleted] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  const wasFilled = useRef(false);

  const { replace, items } = attachments;
  const initialFiles = useRef(savedEdit?.attachments ?? [...post.attachments, ...post.files]);
  useEffect(() => replace(initialFiles.current), [replace]);
  useEffect(() => {
    const flush = () => store.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
    };
  }, [store]);

  const stored = items.flatMap((item) => item.stored ?? []);
  // Files become part of the draft once they are uploaded, and as soon as one is removed.
  const latest = useRef({ fields, base, stored });
  useEffect(() => {
    latest.current = { fields, base, stored };
  });
  const storedIds = stored.map(({ id }) => id).join();
  const savedIds = useRef(initialFiles.current.map(({ id }) => id).join());
  useEffect(() => {
    // The first render has no files yet.
    if (items.length === 0 && savedIds.current !== '' && !wasFilled.current) return;
    wasFilled.current = true;
    if (savedIds.current === storedIds) return;
    savedIds.current = storedIds;
    const now = latest.current;
    store.write({ ...now.fields, revision: now.base, attachments: now.stored });
  }, [storedIds, items.length, store]);

  const change = (changes: Partial<PostValues>) => {
    const next = { ...fields, ...changes };
    setFields(next);
    store.write({ ...next, revision: base, attachments: stored });
    setFailure(null);
    setProblems((now) => withoutChanged(now, changes));
  };

  const save = useMutation<{ post: PostDetail }, Error, number>({
    mutationFn: (revision) =>
      call('update_post', {
        post_id: post.id,
        revision,
        title: getTitle(fields),
        body: fields.body,
        category_id: fields.category_id,
        upload_ids: stored.map(({ id }) => id),
        poll: fields.poll && toPollInput(fields.poll),
      }),
    onSuccess: ({ post: saved }) => {
      writeEntities(client, { post: [saved] });
      store.clear();
      onDone();
    },
    onError: (error) => {
      if (isApiError(error, 'edit_conflict')) setTheirs((error.data as { post: PostDetail }).post);
      else {
        if (isApiError(error, 'post_not_found')) setDeleted(true);
        setSignedOut(isApiError(error, 'authentication_required'));
        setFailure(toMessage(error, t('Something went wrong.')), error);
      }
    },
  });

  const submit = (revision = base) => {
    if (save.isPending) return;
    setFailure(null);
    const found = checkPost(fields, attachments.items, space.categories, Date.now());
    setProblems(found);
    if (Object.keys(found).length === 0) save.mutate(revision);
  };

  return {
    fields,
    problems,
    failure,
    theirs,
    isDeleted,
    isSignedOut,
    isRestored: isRestoredShown,
    isSaving: save.isPending,
    change,
    submit: () => submit(),
    /** Discards the restored draft and starts with the current post. */
    startOver: () => {
      store.clear();
      setRestoredShown(false);
      setBase(post.revision);
      setFields(toFields(post));
      initialFiles.current = [...post.attachments, ...post.files];
      savedIds.current = initialFiles.current.map(({ id }) => id).join();
      replace(initialFiles.current);
    },
    /** Overwrites the other version, which stays in the edit history. */
    keepMine: () => {
      if (!theirs) return;
      setBase(theirs.revision);
      setTheirs(null);
      submit(theirs.revision);
    },
    /** Discards the draft and continues with the other version. */
    takeTheirs: () => {
      if (!theirs) return;
      writeEntities(client, { post: [theirs] });
      setBase(theirs.revision);
      setFields(toFields(theirs));
      initialFiles.current = [...theirs.attachments, ...theirs.files];
      savedIds.current = initialFiles.current.map(({ id }) => id).join();
      replace(initialFiles.current);
      store.clear();
      setTheirs(null);
    },
    discard: () => {
      store.clear();
      onDone();
    },
  };
}
