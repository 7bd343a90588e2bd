import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { languageName } from '#contract/i18n/names.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { listLanguages } from './languages.ts';
import type { useCaptionFiles } from './use-caption-files.ts';

interface CaptionFieldsProps {
  /** The languages that the video has captions in. */
  languages: readonly string[];
  files: ReturnType<typeof useCaptionFiles>;
}

/** The captions of a video by language: adds, replaces and deletes them. */
export function CaptionFields({ languages, files }: CaptionFieldsProps) {
  const input = useRef<HTMLInputElement>(null);
  /** The language that the chosen file is for. */
  const target = useRef('');
  const [options] = useState(listLanguages);
  const [added, setAdded] = useState<{ value: string; label: string } | null>(null);
  const choose = (language: string) => {
    target.current = language;
    input.current?.click();
  };
  return (
    <div className="grid gap-3">
      {languages.length > 0 && (
        <ul className="divide-y divide-line">
          {languages.map((language) => (
            <li key={language} className="flex items-center gap-2 py-1">
              <span className="min-w-0 flex-1 truncate">{languageName(language)}</span>
              <Button size="sm" disabled={files.isBusy} onClick={() => choose(language)}>
                {t('Replace')}
              </Button>
              <IconButton
                label={t('Delete captions: {language}', { language: languageName(language) })}
                disabled={files.isBusy}
                onClick={() => void files.remove(language)}
              >
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Combobox
          label={t('Add captions in')}
          className="min-w-0 flex-1 basis-48"
          placeholder={t('Choose a language')}
          options={options.filter(({ value }) => !languages.includes(value))}
          value={added}
          onChange={setAdded}
        />
        <Button disabled={!added} loading={files.isBusy} onClick={() => added && choose(added.value)}>
          {t('Select file')}
        </Button>
      </div>
      {files.problem ? (
        <p className="text-sm text-danger" role="alert">
          {files.problem}
        </p>
      ) : (
        <p className="text-sm text-soft">{t('WebVTT or SRT, up to 200 KB.')}</p>
      )}
      <FileInput
        ref={input}
        label={t('Captions file')}
        accept=".vtt,.srt,text/vtt"
        onFiles={([file]) => {
          if (!file) return;
          void files.send(target.current, file).then((isSent) => isSent && setAdded(null));
        }}
      />
    </div>
  );
}
