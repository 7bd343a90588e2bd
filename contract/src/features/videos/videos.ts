import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, emptyResponse, id, timestamp } from '../../schema/endpoint.ts';
import { maxVideoDuration, maxWatchedRanges } from '../../values/limits.ts';
import { image } from '../uploads/uploads.ts';
import { chapter, languageCode, ofPageVideo, seconds, videoTextEndpoints } from './video-texts.ts';

/** A part of a video that was watched, in whole seconds; the end isn't included. */
const watchedRange = z
  .tuple([z.number().int().min(0), z.number().int().min(1).max(maxVideoDuration)])
  .refine(([from, to]) => from < to, { error: () => t('The end must be after the start.') });
export type WatchedRange = z.output<typeof watchedRange>;

/** An uploaded video as a page shows it. */
export const pageVideo = z.object({
  upload_id: id,
  file_name: z.string(),
  mime_type: z.string(),
  url: z.string(),
  /** The playlist (HLS) of the video in other sizes; null if it hasn't been encoded. */
  stream_url: z.string().nullable(),
  byte_size: z.number().int(),
  /** In seconds; null if its file doesn't state it. */
  duration: z.number().nullable(),
  poster: image.nullable(),
  /** The languages in which it has captions, in the order of their codes. */
  caption_languages: z.array(languageCode),
  /** In their order. */
  chapters: z.array(chapter),
  /** Whether the viewer can change captions and chapters. */
  can_edit: z.boolean(),
  /** What the viewer has watched; null for people who aren't members. */
  watched: z
    .object({
      /** Where they stopped, in seconds. */
      position: z.number(),
      /** In percent of the duration, rounded down; 0 if that isn't known. */
      percent: z.number().int(),
    })
    .nullable(),
});
export type PageVideo = z.output<typeof pageVideo>;

/** A video that is being uploaded. */
export const videoUpload = z.object({
  id,
  file_name: z.string(),
  byte_size: z.number().int(),
  /** The address to which the bytes are sent, with the tus protocol. */
  url: z.string(),
});

export const videoLiveEvents = {
  /**
   * A video of these pages can be played in one more size: refetch it. On the channel of the space for pages that everyone sees, on those
   * of the editors for others.
   */
  'video.encoded': z.object({ space_id: id, upload_id: id, page_ids: z.array(id) }),
} as const;

const inSpace = z.object({ space_id: id });
const ofUpload = z.object({ video_upload_id: id });

export const videoEndpoints = {
  get_video_limits: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/video-limits',
    summary:
      'Get the size of the largest video that can be uploaded to courses, in bytes, and whether videos are encoded in smaller sizes.',
    access: 'space-editor',
    feature: 'classroom',
    params: inSpace,
    output: z.object({
      max_bytes: z.number().int(),
      /** Whether ffmpeg is installed where jobs run. */
      are_encoded: z.boolean(),
    }),
    rateLimit: 'none',
  }),
  create_video_upload: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/video-uploads',
    summary:
      "Start to upload a video for the courses of a space (owner and admins), or continue the upload of the same file. Its bytes are then sent to the returned URL with the tus protocol. Uploads are deleted when nothing was added to them for a day, when they began a week ago, and when their user isn't an admin of the space anymore.",
    access: 'space-editor',
    feature: 'classroom',
    params: inSpace,
    body: z.object({
      file_name: z.string().min(1).max(255),
      byte_size: z.number().int().positive(),
      /** When the file was last changed, in milliseconds since 1970: tells files with the same name and size apart. */
      last_modified: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    }),
    output: z.object({ video_upload: videoUpload }),
    errors: ['video_too_large', 'upload_quota_reached', 'space_storage_full'],
    rateLimit: 'upload',
  }),
  finish_video_upload: defineEndpoint({
    method: 'POST',
    path: '/api/video-uploads/:video_upload_id/finish',
    summary:
      'Check and store a video whose bytes have all arrived (MP4, MOV, AVI or WebM). Repeating the call returns the same video. A file that is refused is deleted.',
    access: 'space-editor',
    feature: 'classroom',
    params: ofUpload,
    body: z.object({
      /** An upload for `video_poster`. */
      poster_upload_id: id.nullable().default(null),
    }),
    output: z.object({ upload_id: id }),
    errors: [
      'video_incomplete',
      'file_not_a_video',
      'unsupported_video_format',
      'file_unreadable',
      'upload_not_found',
      'upload_quota_reached',
      'space_storage_full',
    ],
    rateLimit: 'write',
  }),
  cancel_video_upload: defineEndpoint({
    method: 'DELETE',
    path: '/api/video-uploads/:video_upload_id',
    summary:
      "Cancel the viewer's own upload of a video, also while the classroom is off, and delete the bytes that have arrived.",
    access: 'signed-in',
    params: ofUpload,
    output: emptyResponse,
    errors: ['video_upload_not_found'],
    rateLimit: 'write',
  }),
  get_page_video: defineEndpoint({
    method: 'GET',
    path: '/api/course-pages/:page_id/videos/:upload_id',
    summary: 'Get an uploaded video of a page, and what the viewer has watched of it.',
    access: 'space-viewer',
    feature: 'classroom',
    params: ofPageVideo,
    output: z.object({ video: pageVideo }),
    errors: ['video_not_found', 'page_locked'],
    rateLimit: 'none',
  }),
  record_watching: defineEndpoint({
    method: 'POST',
    path: '/api/course-pages/:page_id/videos/:upload_id/watching',
    summary:
      'Add what the viewer has watched of a video, and store where they are. It only grows: nothing that was watched before is lost. The page is marked as done once enough of each of its uploaded videos has been watched: the percentage that its course states.',
    access: 'space-member',
    feature: 'classroom',
    params: ofPageVideo,
    body: z.object({
      position: seconds,
      watched: z.array(watchedRange).max(maxWatchedRanges),
      /** As the player measured it; counts only if the file doesn't state its duration. */
      duration: seconds.nullable().default(null),
    }),
    output: z.object({ percent: z.number().int(), completed_at: timestamp.nullable() }),
    errors: ['video_not_found', 'page_locked'],
    rateLimit: 'none',
  }),
  ...videoTextEndpoints,
};
