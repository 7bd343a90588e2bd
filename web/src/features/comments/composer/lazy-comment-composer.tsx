import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { preloadEditor } from '#web/lib/loading/lazy-editor.tsx';
import { EditorSkeleton } from '#web/ui/rich-text/editor-skeleton.tsx';
import type { CommentComposerProps } from './comment-composer.tsx';

const composer = lazyComponent<CommentComposerProps>(
  async () => (await import('./comment-composer.tsx')).CommentComposer,
);

/** Preloads the code of the composer and its editor. */
export function preloadCommentComposer(): void {
  preloadEditor();
  void composer.preload();
}

/** The comment composer; its code is loaded on first use. */
export function LazyCommentComposer(props: CommentComposerProps) {
  const placeholder = (
    <div className="flex flex-col gap-2">
      <EditorSkeleton />
      <div className="h-9" />
    </div>
  );
  return <composer.Component {...props} fallback={placeholder} onLoadFailure={props.onClose} />;
}
