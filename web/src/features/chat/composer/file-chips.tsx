import { FileText, Film, X } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { toReadableSize } from '#web/ui/fields/readable-size.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toBlobUrl } from '../thread/shown-message.ts';
import type { UnsentFile } from './message-outbox.ts';

interface FileChipsProps {
  files: readonly UnsentFile[];
  /** Why chosen files weren't added. */
  messages: readonly string[];
  onRemove: (file: UnsentFile) => void;
}

/** The files that will be sent with a message. */
export function FileChips({ files, messages, onRemove }: FileChipsProps) {
  return (
    <>
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-3 p-2" aria-label={t('Attachments')}>
          {files.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files can be the same.
            <li key={`${index}-${item.name}`} className="strip-item" data-kind={item.kind}>
              {item.kind === 'image' ? (
                <img src={toBlobUrl(item.file)} alt={item.name} />
              ) : (
                <span className="flex min-w-0 flex-col gap-1.5 p-2.5 pr-10 text-sm">
                  {item.kind === 'video' ? (
                    <Film size={20} aria-hidden="true" className="text-soft" />
                  ) : (
                    <FileText size={20} aria-hidden="true" className="text-soft" />
                  )}
                  <span className="line-clamp-2 [overflow-wrap:anywhere]">{item.name}</span>
                  <span className="text-soft">{toReadableSize(item.file.size)}</span>
                </span>
              )}
              <IconButton
                label={t('Remove {name}', { name: item.name })}
                variant="secondary"
                size="sm"
                className="!absolute top-1 right-1"
                onClick={() => onRemove(item)}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite" className="empty:hidden">
        {messages.map((message) => (
          <p key={message} className="field-error px-2 pb-1">
            {message}
          </p>
        ))}
      </div>
    </>
  );
}
