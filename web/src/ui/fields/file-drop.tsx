import { FileIcon, Upload, X } from 'lucide-react';
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
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

interface DropZoneProps {
  /** Same format as `<input accept>`. */
  accept?: string;
  /** Whether several files can be selected at once. */
  multiple: boolean;
  disabled?: boolean;
  /** Accessible name of the file input. */
  label: string;
  hint?: ReactNode;
  onTake: (files: FileList | null) => void;
}

/** A button that selects files, in an area that files can be dropped on. */
function DropZone({ accept, multiple, disabled, label, hint, onTake }: DropZoneProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
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
        onTake(event.dataTransfer.files);
      }}
    >
      <Upload size={22} aria-hidden="true" className="text-faint" />
      <Button
        size="sm"
        disabled={disabled}
        aria-describedby={hint ? hintId : undefined}
        onClick={() => input.current?.click()}
      >
        {multiple ? t('Choose files') : t('Choose a file')}
      </Button>
      <p className="text-sm text-soft">
        {multiple ? t('or drop or paste them here') : t('or drop or paste it here')}
      </p>
      {hint && (
        <p id={hintId} className="text-sm text-faint">
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
        multiple={multiple}
        onChange={(event) => {
          onTake(event.target.files);
          // Allows selecting the same file again after it was removed.
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Calls `onPaste` with files that are pasted into `root` or outside of any field. */
function usePastedFiles(root: RefObject<HTMLElement | null>, onPaste: (files: FileList) => void) {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
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
  }, [root]);
}

export interface FileDropProps extends Pick<ComponentProps<'input'>, 'accept' | 'disabled'> {
  label: string;
  hint?: ReactNode;
  /** Maximum size of a file in bytes. */
  maxSize?: number;
  /** How many files can still be added. Without room, only the chosen files are shown. */
  room?: number;
  /** Whether several files can be selected at once. */
  multiple?: boolean;
  /** Called with the accepted files; this component does not upload them. */
  onFiles: (files: File[]) => void;
  /** The files selected so far: `ChosenFiles`. */
  children?: ReactNode;
}

/** Accepts files by button, drop or paste, and explains why others are rejected. */
export function FileDrop({
  label,
  hint,
  accept,
  disabled,
  maxSize,
  room = 1,
  multiple = false,
  onFiles,
  children,
}: FileDropProps) {
  const root = useRef<HTMLFieldSetElement>(null);
  const [rejected, setRejected] = useState<RejectedFile[]>([]);
  const take = (list: FileList | null) => {
    if (disabled || !list?.length) return;
    const sorted = sortFiles([...list], { accept, maxSize, room });
    setRejected(sorted.rejected);
    if (sorted.taken.length > 0) onFiles(sorted.taken);
  };
  usePastedFiles(root, take);
  return (
    <fieldset className="field" ref={root} disabled={disabled}>
      <legend className="field-label mb-1.5">{label}</legend>
      {room > 0 && (
        <DropZone
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          label={label}
          hint={hint}
          onTake={take}
        />
      )}
      <div aria-live="polite" className="contents">
        {rejected.map((one) => (
          <p key={one.file.name + one.reason} className="field-error">
            {one.message}
          </p>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

interface ChosenFilesProps {
  files: readonly ChosenFile[];
  onRemove?: (id: string) => void;
  /** Retries a failed upload. */
  onRetry?: (id: string) => void;
}

/** The files selected so far, with the state of each. */
export function ChosenFiles({ files, onRemove, onRetry }: ChosenFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="grid grid-cols-1 gap-2">
      {files.map((file) => (
        <FileRow key={file.id} file={file} onRemove={onRemove} onRetry={onRetry} />
      ))}
    </ul>
  );
}

function FileRow({ file, onRemove, onRetry }: { file: ChosenFile } & Omit<ChosenFilesProps, 'files'>) {
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
