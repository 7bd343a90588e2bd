import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useLayoutEffect, useState } from 'react';
import type { ImageFile } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
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

/** Shows the image at `start` first, and keeps the zoomed point of the image at `at` in the center. */
function useScrollPositions(
  row: HTMLUListElement | null,
  { start, at, closeTo }: { start: number; at: number; closeTo: CloseLook | null },
) {
  useLayoutEffect(() => {
    row?.scrollTo({ left: start * row.clientWidth, behavior: 'instant' });
  }, [row, start]);
  useLayoutEffect(() => {
    const frame = row?.children[at];
    if (!frame || !closeTo) return;
    frame.scrollTo({
      left: closeTo.x * frame.scrollWidth - (closeTo.left ?? frame.clientWidth / 2),
      top: closeTo.y * frame.scrollHeight - (closeTo.top ?? frame.clientHeight / 2),
      behavior: 'instant',
    });
  }, [row, at, closeTo]);
}

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
  useScrollPositions(row, { start, at, closeTo });

  const go = (index: number) => {
    const wanted = Math.min(images.length - 1, Math.max(0, index));
    row?.scrollTo({ left: wanted * row.clientWidth, behavior: 'smooth' });
  };
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
          {images.map((image, index) => (
            <ImageFrame
              key={image.id}
              image={image}
              isNear={Math.abs(index - start) < 2}
              isClose={closeTo !== null && index === at}
              width={closeTo?.width ?? 1}
              onZoom={(point) => setCloseTo((now) => (now ? null : { ...point, width: closer }))}
            />
          ))}
        </ul>
        <IconButton
          label={closeTo ? t('Fit to screen') : t('Zoom in')}
          variant="secondary"
          className="!absolute right-2 bottom-2"
          onClick={() => setCloseTo(closeTo ? null : middle)}
        >
          {closeTo ? <ZoomOut size={20} aria-hidden="true" /> : <ZoomIn size={20} aria-hidden="true" />}
        </IconButton>
        {many && <TurnButtons at={at} count={images.length} onTurn={go} />}
      </section>
    </Dialog>
  );
}

interface ImageFrameProps {
  image: ImageFile;
  /** Whether the image is loaded right away. */
  isNear: boolean;
  isClose: boolean;
  /** Width of a zoomed image, as a multiple of the frame's. */
  width: number;
  /** Called with the point that was double-clicked, as shares of the image's width and height. */
  onZoom: (point: Pick<CloseLook, 'x' | 'y'>) => void;
}

/** One image, as wide as the row; a zoomed one scrolls. */
function ImageFrame({ image, isNear, isClose, width, onZoom }: ImageFrameProps) {
  const zoom = ({ clientX, clientY, target }: MouseEvent) => {
    if (!(target instanceof HTMLImageElement)) return;
    const box = target.getBoundingClientRect();
    onZoom({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  };
  return (
    <li
      tabIndex={isClose ? 0 : undefined}
      onDoubleClick={zoom}
      className="grid max-h-[calc(100dvh-10.5rem)] w-full flex-none snap-center overflow-auto overscroll-contain"
      style={{ placeItems: 'safe center', '--look': `${width * 100}%` } as CSSProperties}
    >
      <ResponsiveImage
        image={image}
        sizes={isClose ? '150rem' : '(width < 66rem) 100vw, 62rem'}
        alt={image.file_name}
        loading={isNear ? 'eager' : 'lazy'}
        className={
          isClose
            ? 'h-auto w-(--look) max-w-none cursor-zoom-out'
            : 'h-auto max-h-[calc(100dvh-10.5rem)] w-auto max-w-full cursor-zoom-in rounded-sm object-contain'
        }
      />
    </li>
  );
}

interface TurnButtonsProps {
  at: number;
  count: number;
  onTurn: (index: number) => void;
}

/** Buttons to the previous and the next image. */
function TurnButtons({ at, count, onTurn }: TurnButtonsProps) {
  return (
    <>
      <IconButton
        label={t('Previous image')}
        variant="secondary"
        className="!absolute top-1/2 left-2 -translate-y-1/2"
        disabled={at === 0}
        onClick={() => onTurn(at - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('Next image')}
        variant="secondary"
        className="!absolute top-1/2 right-2 -translate-y-1/2"
        disabled={at === count - 1}
        onClick={() => onTurn(at + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </>
  );
}
