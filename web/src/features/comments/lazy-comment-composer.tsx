import { lazy, Suspense } from 'react';
import { preloadEditor } from '#web/lib/lazy-editor.tsx';
import type { CommentComposerProps } from './comment-composer.tsx';
import { EditorPlace } from './editor-place.tsx';

const load = () => import('./comment-composer.tsx');
const LazyComposer = lazy(async () => ({ default: (await load()).CommentComposer }));

/** Fetches the scripts of the composer and of its editor ahead. */
export function preloadCommentComposer(): void {
  preloadEditor();
  // A failed attempt shows itself when the composer is opened.
  load().catch(() => {});
}

/** The composer, whose scripts come when a comment is begun. */
export function LazyCommentComposer(props: CommentComposerProps) {
  const place = (
    <div className="flex flex-col gap-2">
      <EditorPlace />
      <div className="h-9" />
    </div>
  );
  return (
    <Suspense fallback={place}>
      <LazyComposer {...props} />
    </Suspense>
  );
}
