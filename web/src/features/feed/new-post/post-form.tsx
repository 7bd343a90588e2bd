import { Link } from '@tanstack/react-router';
import { Ellipsis, Lock } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
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
import type { ClosedCategory } from './use-post-categories.ts';
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
      banner={closed && <NothingOpen categories={closed} />}
      kind={{ canAnnounce: space.permissions.canEditSpace, canAddPoll: true }}
      messages={
        <>
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

/** How many categories are named. */
const maxNamed = 4;

/** Says before someone writes that no category takes their post, and what opens them. */
function NothingOpen({ categories }: { categories: ClosedCategory[] }) {
  const others = categories.length - maxNamed;
  return (
    <div className="mt-4 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-text" role="status">
      <p className="font-semibold">{t("You can't post here yet")}</p>
      <p>{t('What you write is kept as a draft until a category is open to you.')}</p>
      <ul className="mt-2 grid gap-1">
        {categories.slice(0, maxNamed).map(({ id, name, icon, lock }) => (
          <li key={id} className="flex items-start gap-2">
            <Lock size={16} className="mt-0.5 flex-none" aria-hidden="true" />
            <span className="min-w-0 break-words">
              {icon} {name} · <span className="font-semibold">{toLockLine(lock)}</span>
            </span>
          </li>
        ))}
        {others > 0 && (
          <li>{t('{count, plural, one {And # more} other {And # more}}', { count: others })}</li>
        )}
      </ul>
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
