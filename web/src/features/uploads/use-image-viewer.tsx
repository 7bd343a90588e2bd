import { useState } from 'react';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import type { ImageViewerProps } from './viewer/image-viewer.tsx';

const viewer = lazyComponent(async () => (await import('./viewer/image-viewer.tsx')).default);

/** Loads the viewer's code before it is needed, such as when the pointer reaches an image. */
export const preloadImageViewer = () => void viewer.preload();

/** Opens images in the viewer: `show(index)` opens it, and `element` has to be rendered. */
export function useImageViewer(props: Pick<ImageViewerProps, 'images' | 'credit' | 'toThumbnail'>) {
  const [start, setStart] = useState<number | null>(null);
  const close = () => setStart(null);
  return {
    show: setStart,
    /** Loads the viewer's code before it is needed. */
    preload: preloadImageViewer,
    element: start !== null && (
      <viewer.Component {...props} start={start} onClose={close} onLoadFailure={close} />
    ),
  };
}
