import { ChevronLeft, ChevronRight, FileText, Film, RotateCw, X } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { toReadableSize } from '#web/ui/fields/readable-size.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import type { Attachment } from './use-attachments.ts';

interface AttachmentStripProps {
  items: readonly Attachment[];
  /** Messages about rejected files. */
  rejected: readonly string[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  /** Omitted if the order doesn't matter. */
  onMove?: (key: string, by: -1 | 1) => void;
}

/** The chosen files as small previews with their upload progress. */
export function AttachmentStrip({ items, rejected, ...actions }: AttachmentStripProps) {
  return (
    <>
      {items.length > 0 && (
        <ul className="flex flex-wrap gap-3" aria-label={t('Attachments')}>
          {items.map((item, index) => (
            <StripItem
              key={item.key}
              item={item}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              {...actions}
            />
          ))}
        </ul>
      )}
      <div aria-live="polite" className="empty:hidden">
        {rejected.map((message) => (
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

interface StripItemProps extends Pick<AttachmentStripProps, 'onRemove' | 'onRetry' | 'onMove'> {
  item: Attachment;
  isFirst: boolean;
  isLast: boolean;
}

function StripItem({ item, isFirst, isLast, onRemove, onRetry, onMove }: StripItemProps) {
  const image = item.stored?.kind === 'image' ? item.stored : null;
  const source = item.preview ?? image?.sizes[0]?.url ?? image?.url;
  return (
    <li className="strip-item" data-kind={item.kind}>
      {source ? (
        <img src={source} alt={item.name} data-waiting={item.stored ? undefined : ''} />
      ) : (
        <span className="flex min-w-0 flex-col gap-1.5 p-2.5 pr-10 text-sm">
          {item.kind === 'video' ? (
            <Film size={20} aria-hidden="true" className="text-soft" />
          ) : (
            <FileText size={20} aria-hidden="true" className="text-soft" />
          )}
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{item.name}</span>
          {item.stored && item.stored.kind !== 'image' && (
            <span className="text-soft">{toReadableSize(item.stored.byte_size)}</span>
          )}
        </span>
      )}
      <IconButton
        label={t('Remove {name}', { name: item.name })}
        variant="secondary"
        size="sm"
        className="!absolute top-1 right-1"
        onClick={() => onRemove(item.key)}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
      {item.error && (
        <IconButton
          label={t('Retry {name}', { name: item.name })}
          variant="secondary"
          size="sm"
          className="!absolute bottom-1 left-1"
          onClick={() => onRetry(item.key)}
        >
          <RotateCw size={16} aria-hidden="true" />
        </IconButton>
      )}
      {item.stored && onMove && !(isFirst && isLast) && (
        <span className="strip-move">
          <IconButton
            label={t('Move {name} forward', { name: item.name })}
            variant="secondary"
            size="sm"
            disabled={isFirst}
            onClick={() => onMove(item.key, -1)}
          >
            <ChevronLeft size={16} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('Move {name} back', { name: item.name })}
            variant="secondary"
            size="sm"
            disabled={isLast}
            onClick={() => onMove(item.key, 1)}
          >
            <ChevronRight size={16} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      {!item.stored && !item.error && (
        <ProgressBar
          className="absolute inset-x-2 bottom-2"
          label={t('Uploading {name}', { name: item.name })}
          labelHidden
          value={item.progress}
        />
      )}
    </li>
  );
}
