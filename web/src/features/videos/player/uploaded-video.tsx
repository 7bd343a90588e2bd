import '#web/styles/lazy/classroom.css';
import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { pageVideoQuery } from '../videos.api.ts';
import '../videos.live.ts';

// Only pages with a video load the player.
const player = lazyComponent(async () => (await import('./video-player.tsx')).default);

interface UploadedVideoProps {
  pageId: string;
  uploadId: string;
}

/** An uploaded video of a page. */
export function UploadedVideo({ pageId, uploadId }: UploadedVideoProps) {
  const query = useQuery(pageVideoQuery(pageId, uploadId));
  const fallback = <div className="player" aria-busy="true" />;
  if (query.data) return <player.Component pageId={pageId} video={query.data.video} fallback={fallback} />;
  if (query.isError)
    return (
      <LoadFailure title={t("Couldn't load the video")} onRetry={() => void query.refetch()}>
        {toMessage(query.error, t('Please try again.'))}
      </LoadFailure>
    );
  return fallback;
}
