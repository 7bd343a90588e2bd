import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
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

/** Pictures as large as the screen allows, side by side: swipe, arrow keys or buttons go from one to the next. */
export default function PictureViewer({ pictures, start, onClose }: PictureViewerProps) {
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState(start);
  const row = useRef<HTMLUListElement>(null);

  const go = (index: number, behavior: ScrollBehavior = 'smooth') => {
    const wanted = Math.min(pictures.length - 1, Math.max(0, index));
    row.current?.scrollTo({ left: wanted * row.current.clientWidth, behavior });
  };
  useEffect(() => {
    const element = row.current;
    element?.scrollTo({ left: start * element.clientWidth, behavior: 'instant' });
  }, [start]);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(pictures.length - 1);
    else return;
    event.preventDefault();
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
            setAt(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
          }
        >
          {pictures.map((picture, index) => (
            <li key={picture.id} className="grid w-full flex-none snap-center place-items-center">
              <PictureImage
                picture={picture}
                sizes="(width < 66rem) 100vw, 62rem"
                alt={picture.file_name}
                loading={Math.abs(index - start) < 2 ? 'eager' : 'lazy'}
                className="h-auto max-h-[calc(100dvh-9rem)] w-auto max-w-full rounded-sm object-contain"
              />
            </li>
          ))}
        </ul>
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
