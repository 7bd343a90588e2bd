import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useLayoutEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { ImageFile } from '#contract/uploads.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ResponsiveImage } from './responsive-image.tsx';
import { type CloseLook, usePinch } from './use-pinch.ts';

interface ImageViewerProps {
  images: readonly ImageFile[];
  /** Index of the image that shows first. */
  start: number;
  onClose: () => void;
}

const closer = 2.5;
const middle: CloseLook = { x: 0.5, y: 0.5, width: closer };

/**
 * Full-screen images side by side: swipe, arrow keys or buttons move between them. A double click, the + key, a pinch
 * or the button zooms in; scrolling then pans the image.
 */
export default function ImageViewer({ images, start, onClose }: ImageViewerProps) {
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState(start);
  const [closeTo, setCloseTo] = useState<CloseLook | null>(null);
  // The row mounts after the dialog around it has opened.
  const [row, setRow] = useState<HTMLUListElement | null>(null);
  usePinch(row, setCloseTo);

  const go = (index: number, behavior: ScrollBehavior = 'smooth') => {
    const wanted = Math.min(images.length - 1, Math.max(0, index));
    row?.scrollTo({ left: wanted * row.clientWidth, behavior });
  };
  useLayoutEffect(() => {
    row?.scrollTo({ left: start * row.clientWidth, behavior: 'instant' });
  }, [row, start]);
  // Keep the zoomed point in the center.
  useLayoutEffect(() => {
    const frame = row?.children[at];
    if (!frame || !closeTo) return;
    frame.scrollTo({
      left: closeTo.x * frame.scrollWidth - (closeTo.left ?? frame.clientWidth / 2),
      top: closeTo.y * frame.scrollHeight - (closeTo.top ?? frame.clientHeight / 2),
      behavior: 'instant',
    });
  }, [row, at, closeTo]);

  const turnTo = (index: number) => {
    if (index === at) return;
    setAt(index);
    setCloseTo(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') setCloseTo((now) => now ?? middle);
    else if (event.key === '-' || event.key === '0') setCloseTo(null);
    // The arrow keys pan a zoomed image.
    else if (closeTo) return;
    else if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(images.length - 1);
    else return;
    event.preventDefault();
  };
  const look = ({ clientX, clientY, target }: MouseEvent) => {
    if (!(target instanceof HTMLImageElement)) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    const point = { x: (clientX - left) / width, y: (clientY - top) / height };
    setCloseTo((now) => (now ? null : { ...point, width: closer }));
  };
  const many = images.length > 1;
  const name = images[at]?.file_name;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      size="xl"
      title={many ? t('Image {number} of {total}', { number: at + 1, total: images.length }) : t('Image')}
      description={name && <span className="line-clamp-1 break-all">{name}</span>}
      className="image-viewer"
    >
      <section className="relative -mx-1 max-md:h-full" aria-label={t('Images')} onKeyDown={press}>
        <ul
          ref={setRow}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
          tabIndex={0}
          aria-label={t('Images')}
          className="flex max-md:h-full touch-pan-x touch-pan-y snap-x snap-mandatory overflow-x-auto outline-offset-[-2px] [scrollbar-width:none]"
          onScroll={({ currentTarget }) =>
            turnTo(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
          }
        >
          {images.map((image, index) => {
            const isClose = closeTo !== null && index === at;
            return (
              <li
                key={image.id}
                tabIndex={isClose ? 0 : undefined}
                onDoubleClick={look}
                className="grid max-h-[calc(100dvh-10.5rem)] w-full flex-none snap-center overflow-auto overscroll-contain"
                style={
                  { placeItems: 'safe center', '--look': `${(closeTo?.width ?? 1) * 100}%` } as CSSProperties
                }
              >
                <ResponsiveImage
                  image={image}
                  sizes={isClose ? '150rem' : '(width < 66rem) 100vw, 62rem'}
                  alt={image.file_name}
                  loading={Math.abs(index - start) < 2 ? 'eager' : 'lazy'}
                  className={
                    isClose
                      ? 'h-auto w-(--look) max-w-none cursor-zoom-out'
                      : 'h-auto max-h-[calc(100dvh-10.5rem)] w-auto max-w-full cursor-zoom-in rounded-sm object-contain'
                  }
                />
              </li>
            );
          })}
        </ul>
        <IconButton
          label={closeTo ? t('Fit to screen') : t('Zoom in')}
          variant="secondary"
          className="!absolute right-2 bottom-2"
          onClick={() => setCloseTo(closeTo ? null : middle)}
        >
          {closeTo ? <ZoomOut size={20} aria-hidden="true" /> : <ZoomIn size={20} aria-hidden="true" />}
        </IconButton>
        {many && (
          <>
            <IconButton
              label={t('Previous image')}
              variant="secondary"
              className="!absolute top-1/2 left-2 -translate-y-1/2"
              disabled={at === 0}
              onClick={() => go(at - 1)}
            >
              <ChevronLeft size={20} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('Next image')}
              variant="secondary"
              className="!absolute top-1/2 right-2 -translate-y-1/2"
              disabled={at === images.length - 1}
              onClick={() => go(at + 1)}
            >
              <ChevronRight size={20} aria-hidden="true" />
            </IconButton>
          </>
        )}
      </section>
    </Dialog>
  );
}
