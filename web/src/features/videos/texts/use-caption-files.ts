import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { languageName } from '#contract/i18n/names.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxCaptionBytes } from '#contract/values/limits.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchVideosOf } from '../videos.api.ts';

/** Reads a text file, also one of older programs, which isn't UTF-8. */
async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Sends and deletes the captions of a video. What is wrong with a file is `problem`. */
export function useCaptionFiles(video: { page_id: string; upload_id: string }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    setProblem('');
    try {
      await work();
      refetchVideosOf(client, video.page_id);
      toast({ title: done });
      return true;
    } catch (error) {
      setProblem(toMessage(error, t('Please try again.')));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    problem,
    /** Returns whether the server has them. */
    send: async (language: string, file: File): Promise<boolean> => {
      if (file.size > maxCaptionBytes) {
        setProblem(t('Captions can have at most 200 KB.'));
        return false;
      }
      return await run(
        async () =>
          await getApiClient(client)('set_video_captions', {
            ...video,
            language,
            file: await readText(file),
          }),
        t('Captions saved: {language}', { language: languageName(language) }),
      );
    },
    remove: (language: string) =>
      run(
        () => getApiClient(client)('delete_video_captions', { ...video, language }),
        t('Captions deleted: {language}', { language: languageName(language) }),
      ),
  };
}
