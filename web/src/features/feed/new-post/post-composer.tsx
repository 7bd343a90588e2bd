import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { getPreview, useWaitingDraft } from '#web/features/drafts/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { preloadEditor } from '#web/lib/loading/lazy-editor.tsx';
import { preloadWhenIdle } from '#web/lib/loading/when-idle.ts';
import { useComposerRequested } from '#web/lib/open-composer.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import type { FeedInput } from '../feed-changes.ts';
import { ComposerSkeleton } from './composer-skeleton.tsx';

const form = lazyComponent(async () => (await import('./post-form.tsx')).default);

function preload(): void {
  preloadEditor();
  void form.preload();
}

/** IDs of spaces whose composer is open, so that returning to the feed restores it. */
const openComposers = new Set<string>();

interface PostComposerProps {
  space: Space;
  userId: string;
  /** The feed it is shown in. */
  input: FeedInput;
  /** Called with the ID of a new post. */
  onPosted: (postId: string) => void;
}

/** A collapsed composer that opens in place and shows the beginning of an unfinished draft. */
export function PostComposer({ space, userId, input, onPosted }: PostComposerProps) {
  const [open, setOpen] = useState(() => openComposers.has(space.id));
  const change = (next: boolean) => {
    if (next) openComposers.add(space.id);
    else openComposers.delete(space.id);
    setOpen(next);
  };
  useComposerRequested(space.id, () => change(true));
  // Loaded before it is needed, so that it also opens offline.
  useEffect(() => preloadWhenIdle(preload), []);
  const typed = useRef<string | null>(null);
  if (!open) return <ClosedComposer spaceId={space.id} userId={userId} onOpen={() => change(true)} />;
  return (
    <form.Component
      space={space}
      userId={userId}
      input={input}
      typedTitle={typed}
      onPosted={onPosted}
      onClose={() => change(false)}
      fallback={<LoadingComposer spaceId={space.id} userId={userId} typed={typed} />}
      onLoadFailure={() => change(false)}
    />
  );
}

interface ClosedComposerProps {
  spaceId: string;
  userId: string;
  onOpen: () => void;
}

/** Shows the draft as it is when the composer closes. */
function ClosedComposer({ spaceId, userId, onOpen }: ClosedComposerProps) {
  const viewer = useViewer();
  const draft = useWaitingDraft(spaceId, userId);
  return (
    <Card className="flex items-center gap-3 !px-5 !py-2.5 max-md:!px-4">
      <Avatar id={userId} name={viewer?.full_name} src={viewer?.avatar_url} loading="eager" />
      <button
        type="button"
        className="composer-prompt"
        onClick={onOpen}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {draft ? (
          <>
            <span className="flex-none font-semibold text-ink">{t('Draft')}</span>
            <span className="truncate">{getPreview({ ...draft, files: draft.stored.length })}</span>
          </>
        ) : (
          <span className="truncate">{t('Write something')}</span>
        )}
      </button>
    </Card>
  );
}

interface LoadingComposerProps extends Pick<ClosedComposerProps, 'spaceId' | 'userId'> {
  typed: RefObject<string | null>;
}

function LoadingComposer({ spaceId, userId, typed }: LoadingComposerProps) {
  const draft = useWaitingDraft(spaceId, userId);
  return <ComposerSkeleton title={draft?.title ?? ''} typed={typed} />;
}
