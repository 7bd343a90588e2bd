import { lazy } from 'react';

const load = () => import('#web/ui/rich-text-editor.tsx');

/** The rich text editor, whose scripts come when a text is begun. Stand it in a `Suspense` of the same height. */
export const LazyEditor = lazy(load);

/** Fetches the editor's scripts ahead. */
export function preloadEditor(): void {
  // A failed attempt shows itself when the editor is opened.
  load().catch(() => {});
}
