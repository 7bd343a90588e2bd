import { useEffect, useRef, useState } from 'react';
import type { PostDetail } from '#contract/feed.ts';
import type { Space } from '#contract/spaces.ts';
import type { usePictures } from '#web/features/uploads/index.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import type { FeedInput } from './feed-arrivals.ts';
import {
  checkDraft,
  type DraftProblems,
  isEmptyDraft,
  isSamePost,
  newPostDraft,
  type PostDraft,
} from './post-draft.ts';
import { useCreatePost } from './use-create-post.ts';

interface PostFormOptions {
  space: Space;
  userId: string;
  input: FeedInput;
  pictures: ReturnType<typeof usePictures>;
  onPosted: () => void;
}

/** The draft of a post, kept as it is typed, and sending it. Nothing typed is lost until the server has it. */
export function usePostForm({ space, userId, input, pictures, onPosted }: PostFormOptions) {
  const kept = useDraft<PostDraft | null>(userId, `post:${space.id}`, null);
  const [draft, setDraft] = useState<PostDraft | null>(null);
  const [problems, setProblems] = useState<DraftProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<PostDetail | null>(null);
  const create = useCreatePost(space.id);
  const { items, replace } = pictures;

  // The kept draft is there one render after the first.
  const [hasLooked, setHasLooked] = useState(false);
  useEffect(() => setHasLooked(true), []);
  useEffect(() => {
    if (!hasLooked || draft) return;
    const category_id = input.category_id ?? null;
    const found = kept.initial;
    setDraft(found ?? { ...newPostDraft(), category_id });
    if (found) replace(found.pictures);
  }, [hasLooked, draft, kept.initial, input.category_id, replace]);

  // Pictures belong to the draft as soon as the server has them.
  const stored = items.flatMap((item) => item.picture ?? []);
  const current: PostDraft = { ...(draft ?? emptyDraft), pictures: stored };
  const storedIds = stored.map(({ id }) => id).join();
  const save = useRef(kept.save);
  save.current = kept.save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` is made of these.
  useEffect(() => {
    if (draft && !isEmptyDraft(current)) save.current(current);
  }, [draft, storedIds]);

  const change = (changes: Partial<PostDraft>) => {
    setDraft((now) => now && { ...now, ...changes });
    setFailure(null);
    setProblems((now) => {
      const left = { ...now };
      if ('title' in changes) delete left.title;
      if ('body' in changes) delete left.body;
      if ('category_id' in changes) delete left.category;
      return left;
    });
  };

  const submit = () => {
    if (!draft || create.isPending) return;
    setFailure(null);
    setEarlier(null);
    const found = checkDraft(current, space.categories);
    const isUploading = items.some((item) => !item.picture && !item.error);
    if (isUploading) found.body = 'Please wait until the pictures have been sent.';
    else if (items.some((item) => item.error)) {
      found.body = 'Some pictures could not be sent. Send them again, or remove them.';
    }
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const { client_id, title, body, category_id } = current;
    const upload_ids = stored.map(({ id }) => id);
    create.mutate(
      { client_id, title: title.trim(), body, category_id, upload_ids },
      {
        onSuccess: (post) => {
          if (!isSamePost(current, post)) {
            // An answer had been lost, and the draft was changed before it was sent again.
            setEarlier(post);
            setDraft({ ...current, client_id: newClientId() });
            return;
          }
          kept.clear();
          if (input.category_id && input.category_id !== post.category_id) {
            toast({ title: 'Posted', description: 'It shows under its own category.' });
          }
          onPosted();
        },
        onError: (error) => setFailure(toMessage(error, 'Something went wrong.')),
      },
    );
  };

  return {
    draft: current,
    isReady: draft !== null,
    problems,
    failure,
    earlier,
    isSending: create.isPending,
    change,
    submit,
  };
}

const emptyDraft: PostDraft = { client_id: '', title: '', body: '', category_id: null, pictures: [] };
