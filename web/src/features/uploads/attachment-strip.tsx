import { ChevronLeft, ChevronRight, RotateCw } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { FileStrip, type StripFile } from '#web/ui/fields/file-strip.tsx';
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

interface AttachedFile extends StripFile {
  item: Attachment;
}

function toStripFile(item: Attachment): AttachedFile {
  const { key, name, kind, preview, stored } = item;
  const file = { key, name, kind, item, isWaiting: !stored };
  if (stored && stored.kind !== 'image') return { ...file, byteSize: stored.byte_size };
  return { ...file, source: preview ?? stored?.sizes[0]?.url ?? stored?.url };
}

/** The chosen files as small previews with their upload progress. */
export function AttachmentStrip({ items, rejected, onRemove, ...actions }: AttachmentStripProps) {
  return (
    <FileStrip
      files={items.map(toStripFile)}
      messages={[
        ...rejected.map((text) => ({ key: text, text })),
        ...items
          .filter(({ error }) => error)
          .map(({ key, name, error }) => ({ key, text: `${name}: ${error}` })),
      ]}
      onRemove={({ key }) => onRemove(key)}
      extra={({ item }, index) => (
        <AttachmentTools item={item} isFirst={index === 0} isLast={index === items.length - 1} {...actions} />
      )}
    />
  );
}

interface AttachmentToolsProps extends Pick<AttachmentStripProps, 'onRetry' | 'onMove'> {
  item: Attachment;
  isFirst: boolean;
  isLast: boolean;
}

function AttachmentTools({ item, isFirst, isLast, onRetry, onMove }: AttachmentToolsProps) {
  return (
    <>
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
    </>
  );
}
