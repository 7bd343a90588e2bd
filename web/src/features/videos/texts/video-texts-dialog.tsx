import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageVideo } from '#contract/features/videos/videos.ts';
import { t } from '#contract/i18n/translate.ts';
import { SendFailure } from '#web/features/composer/index.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { DraftButtons } from '#web/lib/drafted-form/draft-buttons.tsx';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { refetchVideosOf } from '../videos.api.ts';
import { CaptionFields } from './caption-fields.tsx';
import { formatChapters, parseChapters } from './chapters-text.ts';
import { useCaptionFiles } from './use-caption-files.ts';

interface VideoTextsDialogProps {
  viewerId: string;
  pageId: string;
  video: PageVideo;
  onClose: () => void;
}

/** Changes the captions and chapters of a video. Captions are saved at once; typed chapters are kept in this browser. */
export function VideoTextsDialog({ viewerId, pageId, video, onClose }: VideoTextsDialogProps) {
  const target = { page_id: pageId, upload_id: video.upload_id };
  const files = useCaptionFiles(target);
  const form = useChaptersForm(viewerId, target, video, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closeOnOutside={form.isClean && !files.isBusy}
      title={t('Captions and chapters')}
      footer={
        <DraftButtons
          form={form}
          submitLabel={t('Save chapters')}
          needsChanges
          closeLabel={t('Close')}
          onSubmit={() => form.submit()}
          onClose={onClose}
        />
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <CaptionFields languages={video.caption_languages} files={files} />
        <TextArea
          label={t('Chapters')}
          hint={t('One a line, with its start: 1:30 Fold the dough')}
          rows={5}
          spellCheck
          value={form.text}
          error={form.problems.text}
          disabled={form.isLocked}
          onChange={({ target: { value } }) => form.change({ text: value })}
        />
        <SendFailure failure={form.failure} />
      </div>
    </Dialog>
  );
}

function useChaptersForm(
  userId: string,
  target: { page_id: string; upload_id: string },
  video: PageVideo,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const [initial] = useState(() => ({ text: formatChapters(video.chapters) }));
  const draft = useBrowserDraft({ userId, draftKey: `video-chapters:${video.upload_id}`, initial });
  const form = useDraftedForm<{ text: string }, { text?: string }, unknown, never>({
    storage: draft,
    validate: ({ text }) => {
      const chapters = parseChapters(text);
      return typeof chapters === 'string' ? { text: chapters } : {};
    },
    send: async ({ text }) => {
      const chapters = parseChapters(text);
      if (typeof chapters !== 'string')
        await getApiClient(client)('set_video_chapters', { ...target, chapters });
    },
    onSent: () => {
      refetchVideosOf(client, target.page_id);
      onSaved();
    },
    failure: { title: t("Couldn't save the chapters"), fallback: t('Please try again.') },
  });
  return { ...form, text: draft.values.text, isClean: draft.values.text === initial.text };
}
