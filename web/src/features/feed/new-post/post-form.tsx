import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Lock } from '#contract/features/access/access.ts';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxAttachments } from '#contract/values/limits.ts';
import { toLockLine } from '#web/features/access/index.ts';
import { SendFailure } from '#web/features/composer/index.ts';
import { DraftBanner, DraftProblem, DraftStatusText } from '#web/features/drafts/index.ts';
import { PostFields } from '#web/features/posts/index.ts';
import { useAttachments } from '#web/features/uploads/index.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { FeedInput } from '../feed-changes.ts';
import type { DraftMenuProps } from './draft-menu.tsx';
import { usePostForm } from './use-post-form.ts';

const draftMenu = lazyOverlay<DraftMenuProps>(async () => (await import('./draft-menu.tsx')).DraftMenu);

interface PostFormProps {
  space: Space;
  userId: string;
  input: FeedInput;
  /** What was typed into the title while the form was loading; null if nothing. */
  typedTitle: RefObject<string | null>;
  /** Called with the ID of the new post. */
  onPosted: (postId: string) => void;
  onClose: () => void;
}

/** Form for a new post. The draft is saved in the browser right away and on the server a second later. */
export default function PostForm({ space, userId, input, typedTitle, onPosted, onClose }: PostFormProps) {
  const attachments = useAttachments({ space_id: space.id, purpose: 'post', max: maxAttachments });
  const { draft, closed, form } = usePostForm({ space, userId, input, attachments, onPosted, onClose });
  const title = useRef<HTMLInputElement>(null);
  const takeTyped = useEffectEvent(() => {
    if (typedTitle.current !== null) form.change({ title: typedTitle.current });
    typedTitle.current = null;
    title.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeTyped(), []);
  return (
    <PostFields
      space={space}
      label={t('Write a post')}
      form={form}
      attachments={attachments}
      titleRef={title}
      kind={{ canAnnounce: space.permissions.canEditSpace, canAddPoll: true }}
      messages={
        <>
          {closed && <NothingOpen locks={closed} />}
          <DraftBanner conflicts={draft.conflicts} onTake={draft.take} onDrop={draft.discardConflicts} />
          <SendFailure failure={form.failure} />
          <DraftProblem status={draft.status} />
          {form.earlier && (
            <div className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-text" role="alert">
              <AlreadyPosted space={space} post={form.earlier} />
            </div>
          )}
        </>
      }
      buttons={
        <>
          <DraftStatusText status={draft.status} />
          {draft.canDiscard && (
            <LazyPopup
              opens="menu"
              popup={draftMenu}
              popupProps={{ onDiscard: form.discard }}
              button={
                <IconButton
                  label={t('More')}
                  size="sm"
                  disabled={form.isSending || form.isDiscarding}
                  aria-busy={form.isDiscarding}
                >
                  <Ellipsis size={18} aria-hidden="true" />
                </IconButton>
              }
            />
          )}
          <Button variant="quiet" size="sm" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="sm"
            disabled={closed !== null}
            loading={form.isSending}
            loadingLabel={t('Posting')}
          >
            {t('Post')}
          </Button>
        </>
      }
    />
  );
}

/** Says before someone writes that no category takes their post, and what opens it if there is only one. */
function NothingOpen({ locks }: { locks: Lock[] }) {
  const [only] = locks.length === 1 ? locks : [];
  return (
    <div className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-text" role="status">
      <p>{t("You can't post here yet: no category is open to you. What you write is kept as a draft.")}</p>
      {only && <p className="mt-1 font-semibold">{toLockLine(only)}</p>}
    </div>
  );
}

/** Links to the post that an earlier version of the draft became. */
function AlreadyPosted({ space, post }: { space: Space; post: PostDetail }) {
  return tRich(
    'This draft has already been posted: <link>{title}</link>. Your newer changes are below. Post them separately, or close.',
    {
      title: post.title,
      link: (title) => (
        <Link
          to="/$subdomain/post/$postSlug"
          params={{ subdomain: space.subdomain, postSlug: post.slug }}
          className="underline"
        >
          {title}
        </Link>
      ),
    },
  );
}
