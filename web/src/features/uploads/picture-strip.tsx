import { RotateCw, X } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import type { ChosenPicture } from './use-pictures.ts';

interface PictureStripProps {
  items: readonly ChosenPicture[];
  /** Sentences about files that were not taken. */
  refused: readonly string[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
}

/** The pictures chosen so far, small, with how far each has been sent. */
export function PictureStrip({ items, refused, onRemove, onRetry }: PictureStripProps) {
  return (
    <>
      {items.length > 0 && (
        <ul className="flex flex-wrap gap-3" aria-label="Pictures">
          {items.map((item) => (
            <StripItem key={item.key} item={item} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      )}
      <div aria-live="polite" className="empty:hidden">
        {refused.map((message) => (
          <p key={message} className="field-error">
            {message}
          </p>
        ))}
        {items
          .filter((item) => item.error)
          .map((item) => (
            <p key={item.key} className="field-error break-words">
              {item.name}: {item.error}
            </p>
          ))}
      </div>
    </>
  );
}

function StripItem({
  item,
  onRemove,
  onRetry,
}: { item: ChosenPicture } & Pick<PictureStripProps, 'onRemove' | 'onRetry'>) {
  const source = item.preview ?? item.picture?.sizes[0]?.url ?? item.picture?.url;
  return (
    <li className="relative size-24 overflow-hidden rounded-md bg-sunken">
      {source && (
        <img
          src={source}
          alt={item.name}
          className="size-full object-cover data-[waiting]:opacity-50"
          data-waiting={item.picture ? undefined : ''}
        />
      )}
      <IconButton
        label={`Remove ${item.name}`}
        variant="secondary"
        size="sm"
        className="!absolute top-1 right-1"
        onClick={() => onRemove(item.key)}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
      {item.error && (
        <IconButton
          label={`Send ${item.name} again`}
          variant="secondary"
          size="sm"
          className="!absolute bottom-1 left-1"
          onClick={() => onRetry(item.key)}
        >
          <RotateCw size={16} aria-hidden="true" />
        </IconButton>
      )}
      {!item.picture && !item.error && (
        <ProgressBar
          className="absolute inset-x-2 bottom-2"
          label={`Sending ${item.name}`}
          labelHidden
          value={item.progress}
        />
      )}
    </li>
  );
}
