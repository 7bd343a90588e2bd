import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { videoLimitsQuery } from '../videos.api.ts';

/** Says whether the server encodes uploaded videos in smaller sizes. It has its height before that is known. */
export function EncodingNote({ spaceId }: { spaceId: string }) {
  const { data } = useQuery(videoLimitsQuery(spaceId));
  const text =
    data &&
    (data.are_encoded
      ? t('Uploaded videos are also offered in smaller sizes, for slow connections.')
      : t(
          "Uploaded videos play in their own size only, because ffmpeg isn't installed on this server. MP4 plays everywhere.",
        ));
  return <p className="min-h-[2lh] text-sm text-soft">{text}</p>;
}
