import { lazy } from 'react';

const load = () => import('#web/ui/rich-text-editor.tsx');

/**
 * The rich text editor; its code is loaded on first use. Wrap it in a `Suspense` with a fallback of the same height.
 */
export const LazyEditor = lazy(load);

/** Preloads the code of the editor. */
export function preloadEditor(): void {
  // A failed preload is reported when the editor opens.
  load().catch(() => {});
}
