import { Download, FileText } from 'lucide-react';
import type { StoredFile } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import { toReadableSize } from '#web/ui/fields/readable-size.ts';

/** Characters at the end of a file name that stay readable in a narrow row, because they include the extension. */
const endLength = 10;

function FileName({ name }: { name: string }) {
  const letters = [...name];
  return (
    <span className="flex min-w-0 flex-1" title={name}>
      <span className="truncate whitespace-pre">{letters.slice(0, -endLength).join('')}</span>
      <span className="flex-none whitespace-pre">{letters.slice(-endLength).join('')}</span>
    </span>
  );
}

/** The documents and videos of a text: videos play inline, documents are downloaded. */
export function FileList({ files }: { files: readonly StoredFile[] }) {
  const videos = files.filter(({ kind }) => kind === 'video');
  const documents = files.filter(({ kind }) => kind === 'document');
  return (
    <div className="flex flex-col gap-2">
      {videos.map((file) => (
        // biome-ignore lint/a11y/useMediaCaption: members' videos have no captions.
        <video
          key={file.id}
          src={file.url}
          controls
          preload="metadata"
          aria-label={file.file_name}
          className="aspect-video max-h-[30rem] w-full rounded-md bg-[#000]"
        />
      ))}
      {documents.length > 0 && (
        <ul className="flex flex-col gap-2" aria-label={t('Files')}>
          {documents.map((file) => (
            <li key={file.id}>
              <a
                href={file.url}
                download={file.file_name}
                className="file-row"
                aria-label={`${file.file_name}, ${toReadableSize(file.byte_size)}`}
              >
                <FileText size={20} aria-hidden="true" className="flex-none text-soft" />
                <FileName name={file.file_name} />
                <span className="flex-none text-sm text-soft">{toReadableSize(file.byte_size)}</span>
                <Download size={18} aria-hidden="true" className="flex-none text-soft" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
