import { FileIcon, Upload, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { ProgressBar } from '../progress.tsx';
import { type RejectedFile, sortFiles } from './accept-files.ts';
import { toReadableSize } from './readable-size.ts';

export interface ChosenFile {
  id: string;
  name: string;
  /** Size in bytes. */
  size: number;
  /** 0 to 1 while uploading; otherwise undefined. */
  progress?: number;
  /** Error message. */
  error?: string;
  /** URL of a thumbnail. */
  preview?: string;
}

export interface FileDropProps {
  label: string;
  hint?: ReactNode;
  /** Same format as `<input accept>`. */
  accept?: string;
  /** Maximum size in bytes. */
  maxSize?: number;
  maxFiles?: number;
  /** The files selected so far; controlled by the caller. */
  files?: readonly ChosenFile[];
  /** Called with the accepted files; this component does not upload them. */
  onFiles: (files: File[]) => void;
  onRejected?: (rejected: RejectedFile[]) => void;
  onRemove?: (id: string) => void;
  /** Retries a failed upload. */
  onRetry?: (id: string) => void;
  disabled?: boolean;
}

/** Accepts files by button, drop or paste, and shows the state of each. */
export function FileDrop({
  label,
  hint,
  accept,
  maxSize,
  maxFiles = 1,
  files = [],
  onFiles,
  onRejected,
  onRemove,
  onRetry,
  disabled,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  const [over, setOver] = useState(false);
  const [rejected, setRejected] = useState<RejectedFile[]>([]);

  const take = (list: FileList | null | undefined) => {
    if (disabled || !list?.length) return;
    const sorted = sortFiles([...list], { accept, maxSize, room: maxFiles - files.length });
    setRejected(sorted.rejected);
    if (sorted.taken.length > 0) onFiles(sorted.taken);
    if (sorted.rejected.length > 0) onRejected?.(sorted.rejected);
  };

  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const at = event.target;
      // Ignores pastes into text fields and into other drop zones.
      const ours = at === document.body || (at instanceof Node && root.current?.contains(at));
      if (!ours || !event.clipboardData?.files.length) return;
      event.preventDefault();
      latest.current(event.clipboardData.files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const drag = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };

  return (
    <fieldset className="field" ref={root} disabled={disabled}>
      <legend className="field-label mb-1.5">{label}</legend>
      {files.length < maxFiles && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button is the accessible alternative to dropping.
        <div
          className="drop"
          data-over={over ? '' : undefined}
          onDragEnter={drag}
          onDragOver={drag}
          onDragLeave={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
          }}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take(event.dataTransfer.files);
          }}
        >
          <Upload size={22} aria-hidden="true" className="text-faint" />
          <Button
            size="sm"
            disabled={disabled}
            aria-describedby={hint ? `${id}-hint` : undefined}
            onClick={() => input.current?.click()}
          >
            {maxFiles > 1 ? t('Choose files') : t('Choose a file')}
          </Button>
          <p className="text-sm text-soft">
            {maxFiles > 1 ? t('or drop or paste them here') : t('or drop or paste it here')}
          </p>
          {hint && (
            <p id={`${id}-hint`} className="text-sm text-faint">
              {hint}
            </p>
          )}
          <input
            ref={input}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-label={label}
            accept={accept}
            multiple={maxFiles > 1}
            onChange={(event) => {
              take(event.target.files);
              // Allows selecting the same file again after it was removed.
              event.target.value = '';
            }}
          />
        </div>
      )}
      <div aria-live="polite" className="contents">
        {rejected.map((one) => (
          <p key={one.file.name + one.reason} className="field-error">
            {one.message}
          </p>
        ))}
      </div>
      {files.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {files.map((file) => (
            <FileRow key={file.id} file={file} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      )}
    </fieldset>
  );
}

function FileRow({
  file,
  onRemove,
  onRetry,
}: { file: ChosenFile } & Pick<FileDropProps, 'onRemove' | 'onRetry'>) {
  return (
    <li className="file">
      {file.preview ? (
        <img src={file.preview} alt="" width={40} height={40} className="file-thumb" />
      ) : (
        <span className="file-thumb">
          <FileIcon size={20} aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{file.name}</p>
        {file.error ? (
          <p className="field-error" role="alert">
            {file.error}
          </p>
        ) : file.progress === undefined ? (
          <p className="text-sm text-soft tabular-nums">{toReadableSize(file.size)}</p>
        ) : (
          <ProgressBar
            className="mt-2"
            label={t('Uploading {name}', { name: file.name })}
            labelHidden
            value={file.progress}
          />
        )}
      </div>
      {file.error && onRetry && (
        <Button size="sm" onClick={() => onRetry(file.id)}>
          {t('Try again')}
        </Button>
      )}
      {onRemove && (
        <IconButton
          label={t('Remove {name}', { name: file.name })}
          size="sm"
          onClick={() => onRemove(file.id)}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
