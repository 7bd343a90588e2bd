import '#web/styles/lazy/fields.css';
import { FileText, Film, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { toReadableSize } from './readable-size.ts';

export interface StripFile {
  key: string;
  name: string;
  kind: 'image' | 'document' | 'video';
  /** The address of an image. */
  source?: string | undefined;
  /** Shown if there is no image. */
  byteSize?: number | undefined;
  /** Whether the image is shown as not stored yet. */
  isWaiting?: boolean;
}

interface FileStripProps<File extends StripFile> {
  files: readonly File[];
  /** Why files weren't added or stored. */
  messages: readonly { key: string; text: string }[];
  onRemove: (file: File) => void;
  /** Returns what else a file shows. */
  extra?: (file: File, index: number) => ReactNode;
  className?: string;
}

/** Chosen files as small previews that can be removed. */
export function FileStrip<File extends StripFile>(props: FileStripProps<File>) {
  const { files, messages, onRemove, extra, className } = props;
  return (
    <>
      {files.length > 0 && (
        <ul className={cx('flex flex-wrap gap-3', className)} aria-label={t('Attachments')}>
          {files.map((file, index) => (
            <li key={file.key} className="strip-item" data-kind={file.kind}>
              <Preview file={file} />
              <IconButton
                label={t('Remove {name}', { name: file.name })}
                variant="secondary"
                size="sm"
                className="!absolute top-1 right-1"
                onClick={() => onRemove(file)}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
              {extra?.(file, index)}
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite" className={cx('empty:hidden', className)}>
        {messages.map(({ key, text }) => (
          <p key={key} className="field-error break-words">
            {text}
          </p>
        ))}
      </div>
    </>
  );
}

function Preview({ file: { name, kind, source, byteSize, isWaiting } }: { file: StripFile }) {
  if (source) return <img src={source} alt={name} data-waiting={isWaiting ? '' : undefined} />;
  const Icon = kind === 'video' ? Film : FileText;
  return (
    <span className="flex min-w-0 flex-col gap-1.5 p-2.5 pr-10 text-sm">
      <Icon size={20} aria-hidden="true" className="text-soft" />
      <span className="line-clamp-2 [overflow-wrap:anywhere]">{name}</span>
      {byteSize !== undefined && <span className="text-soft">{toReadableSize(byteSize)}</span>}
    </span>
  );
}
