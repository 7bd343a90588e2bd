import '#web/styles/lazy/viewer.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Download, Link2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ImageCredit, ViewerImage } from './viewer-image.ts';

interface ViewerBarProps {
  image: ViewerImage;
  /** `2 of 5`; null for a single image. */
  counter: string | null;
  isZoomed: boolean;
  onZoom: () => void;
}

/** The counter, and what can be done with the image. */
export function ViewerBar({ image, counter, isZoomed, onZoom }: ViewerBarProps) {
  const copyLink = () => {
    const address = new URL(image.url, window.location.href).href;
    void copyWithToast(address, {
      copied: t('Link copied'),
      failed: { title: t('Copy failed'), description: address },
    });
  };
  return (
    <div className="viewer-bar viewer-chrome">
      {counter && (
        <span className="viewer-counter" aria-hidden="true">
          {counter}
        </span>
      )}
      <IconButton label={isZoomed ? t('Fit to screen') : t('Zoom in')} onClick={onZoom}>
        {isZoomed ? <ZoomOut size={20} aria-hidden="true" /> : <ZoomIn size={20} aria-hidden="true" />}
      </IconButton>
      <IconButton label={t('Copy link')} onClick={copyLink}>
        <Link2 size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('Download')}
        // The server says under which name the file is saved.
        render={<a href={image.url} download="" />}
      >
        <Download size={20} aria-hidden="true" />
      </IconButton>
      <Base.Close
        render={
          <IconButton label={t('Close')}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}

/** Who shared the image, and when. */
export function ViewerCaption({ credit }: { credit: ImageCredit }) {
  return (
    <p className="viewer-caption viewer-chrome">
      <span className="truncate font-semibold">{credit.name}</span>
      <RelativeTime at={credit.at} className="flex-none opacity-75" />
    </p>
  );
}

interface TurnButtonsProps {
  at: number;
  count: number;
  onTurn: (index: number) => void;
}

/** Buttons to the previous and the next image. They keep the focus at the ends. */
export function TurnButtons({ at, count, onTurn }: TurnButtonsProps) {
  return (
    <>
      <IconButton
        label={t('Previous image')}
        size="lg"
        className="viewer-turn viewer-chrome"
        data-side="left"
        aria-disabled={at === 0}
        onClick={() => onTurn(at - 1)}
      >
        <ChevronLeft size={24} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('Next image')}
        size="lg"
        className="viewer-turn viewer-chrome"
        data-side="right"
        aria-disabled={at === count - 1}
        onClick={() => onTurn(at + 1)}
      >
        <ChevronRight size={24} aria-hidden="true" />
      </IconButton>
    </>
  );
}
