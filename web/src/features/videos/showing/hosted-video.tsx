import { t } from '#contract/i18n/translate.ts';
import { hostName, toPlayerUrl, type VideoSource } from '#contract/values/text/videos.ts';
import { HostedPlayer } from '#web/ui/hosted-player.tsx';

/** A video of another site. */
export function HostedVideo({ video }: { video: Extract<VideoSource, { host: unknown }> }) {
  const site = hostName(video.host);
  return (
    <HostedPlayer
      src={toPlayerUrl(video)}
      title={t('Video from {site}', { site })}
      label={t('Play video from {site}', { site })}
    />
  );
}
