import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Picture } from '#contract/uploads.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PictureImage } from './picture-image.tsx';

interface PictureViewerProps {
  pictures: readonly Picture[];
  /** Which one shows first. */
  start: number;
  onClose: () => void;
}

/** A point of a picture, as shares of its width and height. */
interface Point {
  x: number;
  y: number;
}
const middle: Point = { x: 0.5, y: 0.5 };

/**
 * Pictures as large as the screen allows, side by side: swipe, arrow keys or buttons go from one to the next. A double
 * click, the + key or the button looks closer; then the picture is moved by scrolling.
 */
export default function PictureViewer({ pictures, start, onClose }: PictureViewerProps) {
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState(start);
  const [closeTo, setCloseTo] = useState<Point | null>(null);
  const row = useRef<HTMLUListElement>(null);

  const go = (index: number, behavior: ScrollBehavior = 'smooth') => {
    const wanted = Math.min(pictures.length - 1, Math.max(0, index));
    row.current?.scrollTo({ left: wanted * row.current.clientWidth, behavior });
  };
  useEffect(() => {
    const element = row.current;
    element?.scrollTo({ left: start * element.clientWidth, behavior: 'instant' });
  }, [start]);
  // What was looked at closely stays in the middle.
  useLayoutEffect(() => {
    const frame = row.current?.children[at];
    if (!frame || !closeTo) return;
    frame.scrollTo({
      left: closeTo.x * frame.scrollWidth - frame.clientWidth / 2,
      top: closeTo.y * frame.scrollHeight - frame.clientHeight / 2,
      behavior: 'instant',
    });
  }, [at, closeTo]);

  const turnTo = (index: number) => {
    if (index === at) return;
    setAt(index);
    setCloseTo(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') setCloseTo((now) => now ?? middle);
    else if (event.key === '-' || event.key === '0') setCloseTo(null);
    // A picture that is looked at closely moves by the arrow keys itself.
    else if (closeTo) return;
    else if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(pictures.length - 1);
    else return;
    event.preventDefault();
  };
  const look = ({ clientX, clientY, target }: MouseEvent) => {
    if (!(target instanceof HTMLImageElement)) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    setCloseTo((now) => (now ? null : { x: (clientX - left) / width, y: (clientY - top) / height }));
  };
  const many = pictures.length > 1;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      size="xl"
      title={many ? `Picture ${at + 1} of ${pictures.length}` : 'Picture'}
      className="picture-viewer"
    >
      <section className="relative -mx-1" aria-label="Pictures" onKeyDown={press}>
        <ul
          ref={row}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-label="Pictures"
          className="flex snap-x snap-mandatory overflow-x-auto outline-offset-[-2px] [scrollbar-width:none]"
          onScroll={({ currentTarget }) =>
            turnTo(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
          }
        >
          {pictures.map((picture, index) => {
            const isClose = closeTo !== null && index === at;
            return (
              <li
                key={picture.id}
                tabIndex={isClose ? 0 : undefined}
                onDoubleClick={look}
                className="grid max-h-[calc(100dvh-9rem)] w-full flex-none snap-center overflow-auto overscroll-contain"
                style={{ placeItems: isClose ? 'start' : 'center' }}
              >
                <PictureImage
                  picture={picture}
                  sizes={isClose ? '150rem' : '(width < 66rem) 100vw, 62rem'}
                  alt={picture.file_name}
                  loading={Math.abs(index - start) < 2 ? 'eager' : 'lazy'}
                  className={
                    isClose
                      ? 'h-auto w-[250%] max-w-none cursor-zoom-out'
                      : 'h-auto max-h-[calc(100dvh-9rem)] w-auto max-w-full cursor-zoom-in rounded-sm object-contain'
                  }
                />
              </li>
            );
          })}
        </ul>
        <IconButton
          label={closeTo ? 'Show the whole picture' : 'Look closer'}
          variant="secondary"
          className="!absolute right-2 bottom-2"
          onClick={() => setCloseTo(closeTo ? null : middle)}
        >
          {closeTo ? <ZoomOut size={20} aria-hidden="true" /> : <ZoomIn size={20} aria-hidden="true" />}
        </IconButton>
        {many && (
          <>
            <IconButton
              label="Previous picture"
              variant="secondary"
              className="!absolute top-1/2 left-2 -translate-y-1/2"
              disabled={at === 0}
              onClick={() => go(at - 1)}
            >
              <ChevronLeft size={20} aria-hidden="true" />
            </IconButton>
            <IconButton
              label="Next picture"
              variant="secondary"
              className="!absolute top-1/2 right-2 -translate-y-1/2"
              disabled={at === pictures.length - 1}
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
