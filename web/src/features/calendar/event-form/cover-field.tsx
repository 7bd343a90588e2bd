import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxFileBytes } from '#contract/values/limits.ts';
import { acceptedImages, deleteUpload, uploadImage } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { sortFiles } from '#web/ui/fields/accept-files.ts';
import { ProgressBar } from '#web/ui/progress.tsx';
import type { EventDraft } from './event-draft.ts';

/** The cover image of an event. */
export function CoverField({
  spaceId,
  cover,
  error,
  onChange,
}: {
  spaceId: string;
  cover: EventDraft['cover'];
  error?: string | undefined;
  onChange: (cover: EventDraft['cover']) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => () => abort.current?.abort(), []);
  /** The cover that was uploaded here and isn't saved yet. */
  const uploaded = useRef<string | null>(null);
  const change = (next: EventDraft['cover']) => {
    if (uploaded.current !== null && uploaded.current === cover?.id) deleteUpload(uploaded.current);
    uploaded.current = next?.id ?? null;
    onChange(next);
  };
  const take = async (files: File[]) => {
    const { taken, rejected } = sortFiles(files, {
      accept: acceptedImages,
      maxSize: maxFileBytes.image,
      room: 1,
    });
    setProblem(rejected[0]?.message ?? '');
    const [file] = taken;
    if (!file) return;
    abort.current = new AbortController();
    setProgress(0);
    try {
      const { signal } = abort.current;
      const image = await uploadImage(file, {
        purpose: 'event_cover',
        space_id: spaceId,
        onProgress: setProgress,
        signal,
      });
      change({ id: image.id, url: image.url });
    } catch (failure) {
      setProblem(toMessage(failure, t("Couldn't upload the image.")));
    } finally {
      setProgress(null);
    }
  };
  const message = problem || error;
  return (
    <div className="grid grid-cols-1 gap-2">
      <span className="field-label">{t('Cover')}</span>
      {cover && (
        <img src={cover.url} alt="" className="aspect-[2/1] w-full rounded-md bg-sunken object-cover" />
      )}
      {progress !== null && <ProgressBar label={t('Uploading image')} value={progress} />}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<ImageUp size={18} aria-hidden="true" />}
          disabled={progress !== null}
          onClick={() => input.current?.click()}
        >
          {cover ? t('Change cover') : t('Add cover')}
        </Button>
        {cover && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => change(null)}
          >
            {t('Remove cover')}
          </Button>
        )}
      </div>
      <div role="alert">{message && <p className="text-sm text-danger-text">{message}</p>}</div>
      <input
        ref={input}
        type="file"
        accept={acceptedImages}
        className="hidden"
        aria-label={t('Image for the cover')}
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
