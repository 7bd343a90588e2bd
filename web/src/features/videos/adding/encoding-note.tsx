import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { videoLimitsQuery } from '../videos.api.ts';

/** Says whether the server encodes uploaded videos in smaller sizes. Nothing while that isn't known. */
export function EncodingNote({ spaceId }: { spaceId: string }) {
  const { data } = useQuery(videoLimitsQuery(spaceId));
  if (!data) return null;
  return (
    <p className="text-sm text-soft">
      {data.are_encoded
        ? t('ffmpeg is installed: uploaded videos are also offered in smaller sizes, for slow connections.')
        : t(
            "ffmpeg isn't installed on this server: uploaded videos play in their own size only. MP4 plays everywhere.",
          )}
    </p>
  );
}
