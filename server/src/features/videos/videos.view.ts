import type { PageVideo } from '#contract/features/videos/videos.ts';
import { originalUrl, toImage } from '../uploads/index.ts';
import { streamUrl } from './encoding/stream.routes.ts';
import type { VideoRow } from './videos.queries.ts';

/** Maps a row to a video of the contract. Only members have progress. */
export function toPageVideo(
  row: VideoRow,
  { page_id, isMember, canEdit }: { page_id: string; isMember: boolean; canEdit: boolean },
): PageVideo {
  const { position, percent, poster, done_percent: _, has_stream, ...video } = row;
  return {
    ...video,
    url: originalUrl(video.upload_id),
    stream_url: has_stream ? streamUrl(page_id, video.upload_id) : null,
    poster: poster && toImage(poster),
    can_edit: canEdit,
    watched: isMember ? { position: position ?? 0, percent: percent ?? 0 } : null,
  };
}
