import '#web/styles/lazy/viewer.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useLayer } from '#web/ui/overlays/layers.ts';
import { prefersReducedMotion } from '#web/ui/theme/reduced-motion.ts';
import { zoomFromThumbnail, zoomToThumbnail } from './thumbnail-zoom.ts';
import { type CloseLook, usePinch } from './use-pinch.ts';
import { useSwipeDown } from './use-swipe-down.ts';
import { TurnButtons, ViewerBar, ViewerCaption } from './viewer-controls.tsx';
import { ViewerFrame } from './viewer-frame.tsx';
import type { ImageCredit, ViewerImage } from './viewer-image.ts';

export interface ImageViewerProps {
  images: readonly ViewerImage[];
  /** Index of the image that shows first. */
  start: number;
  credit?: ImageCredit;
  /** Returns the image on the page that the viewer grows from and shrinks back to; null if it isn't there. */
  toThumbnail?: (index: number) => HTMLImageElement | null;
  /** Called after the viewer has closed. */
  onClose: () => void;
}

const zoomedScale = 2.5;
const middle: CloseLook = { x: 0.5, y: 0.5, scale: zoomedScale };
/** Pixels by which an arrow key moves a zoomed image. */
const panStep = 80;
const pans: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
};

const imageIn = (row: HTMLElement | null, index: number) =>
  row?.children[index]?.querySelector<HTMLImageElement>('img') ?? null;

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

/** What the viewer shows, and its movements. */
function useViewer({
  images,
  start,
  toThumbnail,
}: Pick<ImageViewerProps, 'images' | 'start' | 'toThumbnail'>) {
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState(start);
  const [closeTo, setCloseTo] = useState<CloseLook | null>(null);
  // The row mounts after the dialog around it has opened.
  const [row, setRow] = useState<HTMLUListElement | null>(null);
  const thumbnails = useRef(toThumbnail);
  usePinch(row, setCloseTo);
  useScrollPositions(row, { start, at, closeTo });
  useLayoutEffect(() => {
    zoomFromThumbnail(imageIn(row, start), thumbnails.current?.(start) ?? null);
  }, [row, start]);
  const close = useCallback(() => {
    zoomToThumbnail(imageIn(row, at), thumbnails.current?.(at) ?? null);
    setOpen(false);
  }, [row, at]);
  useSwipeDown(row, { enabled: !closeTo, onSwipe: close });

  const go = (index: number) => {
    const target = Math.min(images.length - 1, Math.max(0, index));
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth';
    row?.scrollTo({ left: target * row.clientWidth, behavior });
  };
  const turnTo = (index: number) => {
    if (index === at) return;
    setAt(index);
    setCloseTo(null);
  };
  const press = (event: KeyboardEvent) => {
    const pan = closeTo && pans[event.key];
    if (event.key === '+' || event.key === '=') setCloseTo((now) => now ?? middle);
    else if (event.key === '-' || event.key === '0') setCloseTo(null);
    else if (pan) row?.children[at]?.scrollBy({ left: pan[0], top: pan[1] });
    else if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(images.length - 1);
    else return;
    event.preventDefault();
  };
  return { open, at, closeTo, setCloseTo, setRow, close, go, turnTo, press };
}

/**
 * Images side by side over the whole window: swipe, arrow keys or buttons move between them. A click, the + key, a
 * pinch or the button zooms in; dragging and scrolling then pan the image. Esc, swiping down and a press beside the
 * image close it.
 */
export default function ImageViewer({ images, start, credit, toThumbnail, onClose }: ImageViewerProps) {
  const { open, at, closeTo, setCloseTo, setRow, close, go, turnTo, press } = useViewer({
    images,
    start,
    toThumbnail,
  });
  const layer = useLayer({ open, onOpenChange: (next) => !next && close() });
  const focusTarget = useRef<HTMLUListElement>(null);
  const hasOthers = images.length > 1;
  const title = hasOthers
    ? t('Image {number} of {total}', { number: at + 1, total: images.length })
    : t('Image');
  const image = images[at];
  return (
    <Base.Root {...layer} onOpenChangeComplete={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Popup className="viewer" initialFocus={focusTarget} onKeyDown={press}>
          <Base.Title className="sr-only">{title}</Base.Title>
          {/* The title of an open dialog isn't announced again when it changes. */}
          <p role="status" className="sr-only">
            {at === start ? '' : `${title}: ${image?.file_name}`}
          </p>
          <ul
            ref={(list) => {
              focusTarget.current = list;
              setRow(list);
            }}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
            tabIndex={0}
            aria-label={t('Images')}
            className="viewer-row"
            data-zoomed={closeTo ? '' : undefined}
            onScroll={({ currentTarget }) =>
              turnTo(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
            }
          >
            {images.map((shown, index) => (
              <ViewerFrame
                key={shown.id}
                image={shown}
                placeholder={toThumbnail?.(index)?.currentSrc}
                isNear={Math.abs(index - at) < 2}
                scale={closeTo && index === at ? closeTo.scale : null}
                onZoom={(point) => setCloseTo((now) => (now ? null : { ...point, scale: zoomedScale }))}
                onDismiss={close}
              />
            ))}
          </ul>
          {image && (
            <ViewerBar
              image={image}
              counter={hasOthers ? t('{number} of {total}', { number: at + 1, total: images.length }) : null}
              isZoomed={closeTo !== null}
              onZoom={() => setCloseTo(closeTo ? null : middle)}
            />
          )}
          {hasOthers && <TurnButtons at={at} count={images.length} onTurn={go} />}
          {credit && <ViewerCaption credit={credit} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
