import { z } from 'zod';
import { defineEndpoint, id } from '../../schema/endpoint.ts';

/** A stored image in the widths that screens need, smallest first; `url` is the largest. */
export const image = z.object({
  id,
  kind: z.literal('image'),
  file_name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Average color as #rrggbb, shown while the image loads. */
  color: z.string(),
  url: z.string(),
  sizes: z.array(z.object({ width: z.number().int(), url: z.string() })),
});
export type ImageFile = z.output<typeof image>;

/** A stored document or video, as it was uploaded. */
export const storedFile = z.object({
  id,
  kind: z.enum(['document', 'video']),
  file_name: z.string(),
  mime_type: z.string(),
  byte_size: z.number().int(),
  url: z.string(),
});
export type StoredFile = z.output<typeof storedFile>;

/** A stored voice message. */
export const storedAudio = storedFile.extend({ kind: z.literal('audio') });
export type StoredAudio = z.output<typeof storedAudio>;

/** An attachment of a post or comment: an image, document or video. */
export const attachment = z.discriminatedUnion('kind', [image, storedFile]);
export type Attachment = z.output<typeof attachment>;

/** Purposes of documents and videos. */
export const filePurposes = [
  'post_file',
  'comment_file',
  'space_intro_video',
  'course_file',
  'chat_file',
] as const;

export const uploadPurposes = [
  'post_image',
  'comment_image',
  'avatar',
  'space_icon',
  'space_cover',
  'space_intro',
  'event_cover',
  'course_cover',
  'course_image',
  'video_poster',
  'chat_image',
  'chat_icon',
] as const;

export const uploadEndpoints = {
  upload_file: defineEndpoint({
    method: 'POST',
    path: '/api/uploads',
    summary:
      'Store an image (JPEG, PNG, GIF or WebP, at most 10 MB and 4096 × 4096 pixels). The body is the file itself. It is re-encoded without metadata.',
    access: 'signed-in',
    query: z.object({
      purpose: z.enum(uploadPurposes),
      file_name: z.string().min(1).max(255),
      /** The space of the upload; required unless it is an avatar or for chat. */
      space_id: id.optional(),
    }),
    rawBody: true,
    output: z.object({ upload: image }),
    errors: [
      'file_too_large',
      'unsupported_file_type',
      'image_too_large',
      'image_corrupt',
      'upload_quota_reached',
      'chat_storage_full',
      'space_storage_full',
      'space_not_found',
      'membership_required',
      'not_allowed',
    ],
    rateLimit: 'upload',
  }),
  store_file: defineEndpoint({
    method: 'POST',
    path: '/api/uploads/files',
    summary:
      'Store a document (PDF, DOC, DOCX, TXT or MD, at most 20 MB) or a video (MP4, WebM or QuickTime, at most 100 MB and 5 minutes). The body is the file itself.',
    access: 'signed-in',
    query: z.object({
      purpose: z.enum(filePurposes),
      file_name: z.string().min(1).max(255),
      /** The space of the upload; required unless it is for chat. */
      space_id: id.optional(),
    }),
    rawBody: true,
    output: z.object({ file: storedFile }),
    errors: [
      'file_too_large',
      'unsupported_file_type',
      'file_malicious',
      'video_too_long',
      'file_unreadable',
      'upload_quota_reached',
      'chat_storage_full',
      'space_storage_full',
      'space_not_found',
      'membership_required',
      'not_allowed',
    ],
    rateLimit: 'upload',
  }),
  store_voice: defineEndpoint({
    method: 'POST',
    path: '/api/uploads/voice',
    summary:
      'Store the recording of a voice message (Opus in WebM or Ogg, or AAC in MP4, at most 10 MB). The body is the recording itself.',
    access: 'signed-in',
    query: z.object({ file_name: z.string().min(1).max(255) }),
    rawBody: true,
    output: z.object({ file: storedAudio }),
    errors: ['file_too_large', 'unsupported_file_type', 'upload_quota_reached', 'chat_storage_full'],
    rateLimit: 'upload',
  }),
  delete_upload: defineEndpoint({
    method: 'DELETE',
    path: '/api/uploads/:upload_id',
    summary:
      "Delete the viewer's own file that no post, comment, event, profile or space contains yet. A file that a conflicting version of a draft contains is kept.",
    access: 'signed-in',
    params: z.object({ upload_id: id }),
    output: z.object({
      /** False if the file is kept for a conflicting version of a draft. */
      deleted: z.boolean(),
    }),
    errors: ['upload_not_found'],
    rateLimit: 'write',
  }),
  get_space_storage: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/storage',
    summary: 'Get the storage that the files of a space use, and its limit, in bytes.',
    access: 'space-editor',
    params: z.object({ space_id: id }),
    output: z.object({
      used_bytes: z.number().int().nonnegative(),
      /** Null for no limit. */
      limit_bytes: z.number().int().nullable(),
    }),
    rateLimit: 'none',
  }),
};
