import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';
import { maxCaptionLanguages } from '../../values/limits.ts';

export const videoErrors = defineErrors({
  video_not_found: { status: 404, message: msg("This video doesn't exist or has been removed.") },
  video_upload_not_found: {
    status: 404,
    message: msg('This upload no longer exists. Please upload the video again.'),
  },
  video_too_large: { status: 413, message: msg('The video is larger than this server accepts.') },
  video_incomplete: { status: 409, message: msg("The video hasn't been uploaded completely yet.") },
  file_not_a_video: { status: 415, message: msg('File must be a video') },
  captions_not_found: { status: 404, message: msg('The video has no captions in this language.') },
  captions_unreadable: { status: 400, message: msg('Choose captions in the format WebVTT or SRT.') },
  too_many_caption_languages: {
    status: 409,
    message: msg('A video can have captions in at most {max, number} languages.'),
    values: { max: maxCaptionLanguages },
  },
  unsupported_video_format: { status: 415, message: msg('Supported formats: MP4, MOV, AVI, WebM') },
});
