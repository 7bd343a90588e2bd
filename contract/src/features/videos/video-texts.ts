import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { isBlank } from '../../schema/characters.ts';
import { defineEndpoint, emptyResponse, id } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { maxCaptionBytes, maxChapters, maxChapterTitle, maxVideoDuration } from '../../values/limits.ts';

/** Seconds from the start of a video. */
export const seconds = z.number().min(0).max(maxVideoDuration);

/** A language as captions name it: `en`, `pt-BR`. */
export const languageCode = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, { error: () => t('Choose a language.') });

/** A line that is shown from `start` until `end`: plain text, with line breaks. */
export const caption = z.object({ start: seconds, end: seconds, text: z.string() });
export type Caption = z.output<typeof caption>;

/** A part of a video with a title. It lasts until the next one starts. */
export const chapter = z.object({
  start: seconds,
  title: limitCharacters(z.string().trim(), {
    max: [maxChapterTitle, () => t('Title must be at most 100 characters')],
  }).refine((title) => !isBlank(title), { error: () => t('Add a title.') }),
});
export type Chapter = z.output<typeof chapter>;

/** Each chapter starts after the one before it. */
const chapters = z
  .array(chapter)
  .max(maxChapters)
  .refine((list) => list.every(({ start }, index) => index === 0 || start > (list[index - 1]?.start ?? 0)), {
    error: () => t('Each chapter must start after the one before it.'),
  });

export const ofPageVideo = z.object({ page_id: id, upload_id: id });
const ofCaptions = ofPageVideo.extend({ language: languageCode });

const byEditors = { access: 'space-member', feature: 'classroom', rateLimit: 'write' } as const;

export const videoTextEndpoints = {
  get_video_captions: defineEndpoint({
    method: 'GET',
    path: '/api/course-pages/:page_id/videos/:upload_id/captions/:language',
    summary: 'Get the captions of a video in a language, in their order.',
    access: 'space-viewer',
    feature: 'classroom',
    params: ofCaptions,
    output: z.object({ captions: z.array(caption) }),
    errors: ['video_not_found', 'captions_not_found'],
    rateLimit: 'none',
  }),
  set_video_captions: defineEndpoint({
    ...byEditors,
    method: 'PUT',
    path: '/api/course-pages/:page_id/videos/:upload_id/captions/:language',
    summary:
      'Set the captions of a video in a language (editors of the course), as WebVTT or SRT. Only times and plain text are kept.',
    params: ofCaptions,
    body: z.object({
      file: z.string().max(maxCaptionBytes, { error: () => t('Captions can have at most 200 KB.') }),
    }),
    output: z.object({ caption_count: z.number().int() }),
    errors: ['not_allowed', 'video_not_found', 'captions_unreadable', 'too_many_caption_languages'],
  }),
  delete_video_captions: defineEndpoint({
    ...byEditors,
    method: 'DELETE',
    path: '/api/course-pages/:page_id/videos/:upload_id/captions/:language',
    summary: 'Delete the captions of a video in a language (editors of the course).',
    params: ofCaptions,
    output: emptyResponse,
    errors: ['not_allowed', 'video_not_found'],
  }),
  set_video_chapters: defineEndpoint({
    ...byEditors,
    method: 'PUT',
    path: '/api/course-pages/:page_id/videos/:upload_id/chapters',
    summary: 'Set the chapters of a video (editors of the course). An empty list removes them.',
    params: ofPageVideo,
    body: z.object({ chapters }),
    output: emptyResponse,
    errors: ['not_allowed', 'video_not_found'],
  }),
};
