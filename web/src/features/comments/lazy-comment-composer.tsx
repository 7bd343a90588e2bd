import { Suspense } from 'react';
import { preloadEditor } from '#web/lib/lazy-editor.tsx';
import { loadComponent } from '#web/lib/lazy-overlay.tsx';
import type { CommentComposerProps } from './comment-composer.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';

const composer = loadComponent<CommentComposerProps>(
  async () => (await import('./comment-composer.tsx')).CommentComposer,
);

/** Fetches the scripts of the composer and of its editor ahead. */
export function preloadCommentComposer(): void {
  preloadEditor();
  void composer.preload();
}

/** The composer, whose scripts come when a comment is begun. */
export function LazyCommentComposer(props: CommentComposerProps) {
  const place = (
    <div className="flex flex-col gap-2">
      <EditorSkeleton />
      <div className="h-9" />
    </div>
  );
  return (
    <Suspense fallback={place}>
      <composer.Component {...props} />
    </Suspense>
  );
}
