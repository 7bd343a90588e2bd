import { useCallback, useEffect, useRef, useState } from 'react';
import type { SavedText } from '#contract/drafts.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PostDetail } from '#contract/posts.ts';
import type { Space } from '#contract/spaces.ts';
import { type DraftSync, type LocalDraft, useServerDraft } from '#web/features/drafts/index.ts';
import { toPollInput } from '#web/features/polls/index.ts';
import {
  checkPost,
  getTitle,
  type PostProblems,
  type PostValues,
  withoutChanged,
} from '#web/features/posts/index.ts';
import { deleteUpload, type useAttachments } from '#web/features/uploads/index.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { toText } from '#web/lib/text/rich-text.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { FeedInput } from '../feed-changes.ts';
import { type NewPostInput, useCreatePost } from './use-create-post.ts';
import { usePostedToast } from './use-posted-toast.ts';

interface PostFormOptions {
  space: Space;
  userId: string;
  input: FeedInput;
  attachments: ReturnType<typeof useAttachments>;
  onPosted: () => void;
}

const emptyFields: PostValues = { title: '', body: '', category_id: null, post_type: 'post', poll: null };

/**
 * State of a new post: its draft, saved on every change, and publishing it. The draft is kept until the server has the
 * post.
 */
export function usePostForm({ space, userId, input, attachments, onPosted }: PostFormOptions) {
  const { state, sync, discard, finish } = useServerDraft(space.id, userId);
  const [problems, setProblems] = useState<PostProblems>({});
  const [failure, setFailure] = useFailure<{ title: string; reason: string }>();
  const [isSignedOut, setSignedOut] = useState(false);
  const [earlier, setEarlier] = useState<PostDetail | null>(null);
  const create = useCreatePost(space.id);
  const showPosted = usePostedToast(space, input);
  const [busy, setBusy] = useState<'sending' | 'discarding' | null>(null);
  const isBusy = useRef(false);
  const isMounted = useIsMounted();
  const { items, replace } = attachments;
  const draft = state?.draft ?? null;

  useAttachmentsInDraft(draft, items, replace, (stored) => sync.current?.type({ stored }));

  // Defaults to the category of the feed.
  const category_id = draft?.category_id ?? input.category_id ?? null;
  const fields: PostValues = draft ? { ...draft, category_id } : emptyFields;
  const change = (changes: Partial<PostValues>) => {
    sync.current?.type(changes);
    setFailure(null);
    setProblems((now) => withoutChanged(now, changes));
  };

  const fail = (error: unknown) => {
    setSignedOut(isApiError(error, 'authentication_required'));
    const title = t("Couldn't publish your post");
    const reason = toMessage(error, t('Something went wrong.'));
    setFailure({ title, reason }, error);
    if (isMounted()) return;
    const description = t('{reason} Your text is still here.', { reason });
    toast({ title, description, variant: 'destructive' });
  };
  const start = (what: 'sending' | 'discarding') => {
    isBusy.current = true;
    setBusy(what);
    setFailure(null);
  };
  const stop = () => {
    isBusy.current = false;
    setBusy(null);
  };

  const toInput = (posting: DraftSync, sent: LocalDraft): NewPostInput => {
    // A save can change the id: the server had the same text from another device.
    const saved = posting.state.draft;
    const { client_id } = saved.body === sent.body && saved.title === sent.title ? saved : sent;
    return {
      client_id,
      title: getTitle(fields),
      body: sent.body,
      category_id,
      upload_ids: items.flatMap(({ stored }) => stored?.id ?? []),
      post_type: sent.post_type,
      poll: sent.poll && toPollInput(sent.poll),
    };
  };

  const onPublished = (posting: DraftSync, sent: LocalDraft, post: PostDetail) => {
    if (post.title !== getTitle(fields) || toText(post.body) !== toText(sent.body)) {
      // An earlier response was lost and the draft was changed before the retry; the server returned the first post.
      setEarlier(post);
      posting.renew();
      return;
    }
    const isChanged = posting.state.draft.client_edited_at !== sent.client_edited_at;
    if (isChanged) posting.renew();
    else finish(posting);
    if (isChanged) {
      toast({ title: t('Posted'), description: t('Your later changes were kept as a new draft.') });
      return;
    }
    showPosted(post);
    onPosted();
  };

  const submit = async () => {
    const posting = sync.current;
    if (!draft || !posting || isBusy.current) return;
    setFailure(null);
    setEarlier(null);
    const found = checkPost(fields, items, space.categories, Date.now());
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    start('sending');
    try {
      await posting.prepareToPost();
      onPublished(posting, draft, await create.mutateAsync(toInput(posting, draft)));
    } catch (error) {
      posting.cancelPosting();
      fail(error);
    } finally {
      stop();
    }
  };

  return {
    fields,
    isReady: draft !== null,
    problems,
    failure,
    isSignedOut,
    earlier,
    conflicts: state?.conflicts ?? [],
    status: state?.status ?? 'idle',
    isSending: busy === 'sending',
    isDiscarding: busy === 'discarding',
    /** The draft is being posted or discarded. */
    isBusy: busy !== null,
    canDiscard: draft !== null && (draft.version > 0 || !draft.synced),
    change,
    submit: () => void submit(),
    takeOther: (other: SavedText) => sync.current?.take(other),
    discardConflicts: () => sync.current?.discardConflicts(),
    discard: () => {
      if (isBusy.current) return;
      setProblems({});
      start('discarding');
      const files = items.flatMap(({ stored }) => stored ?? []);
      discard()
        .then(
          () => {
            for (const { id } of files) deleteUpload(id);
            onPosted();
          },
          (error: unknown) =>
            setFailure(
              { title: t("Couldn't discard the draft"), reason: toMessage(error, t('Please try again.')) },
              error,
            ),
        )
        .finally(stop);
    },
  };
}

/** Returns a function that says whether the component is mounted and its tab is shown. */
function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}

type Stored = LocalDraft['stored'];
const idsOf = (stored: Stored) => stored.map(({ id }) => id).join();

/**
 * Keeps the draft and the form in sync: uploaded files become part of the draft, and files of a draft from another
 * device are shown.
 */
function useAttachmentsInDraft(
  draft: LocalDraft | null,
  items: readonly { stored: Stored[number] | null }[],
  replace: (stored: Stored) => void,
  keep: (stored: Stored) => void,
): void {
  const shown = useRef<string | null>(null);
  const latest = useRef(keep);
  latest.current = keep;
  const inDraft = draft?.stored ?? null;
  const inForm = items.flatMap(({ stored }) => stored ?? []);
  const [draftIds, formIds] = [inDraft && idsOf(inDraft), idsOf(inForm)];
  const syncAttachments = useCallback(() => {
    if (inDraft === null || draftIds === null || draftIds === formIds) {
      shown.current = draftIds;
      return;
    }
    // Follow the side that changed since both were equal.
    if (shown.current === null || draftIds !== shown.current) {
      shown.current = draftIds;
      replace(inDraft);
    } else {
      shown.current = formIds;
      latest.current(inForm);
    }
  }, [inDraft, draftIds, formIds, inForm, replace]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the IDs identify the contents of the arrays.
  useEffect(syncAttachments, [draftIds, formIds]);
}
