import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const uploadErrors = defineErrors({
  upload_not_found: { status: 404, message: msg("This file doesn't exist or isn't yours.") },
  upload_quota_reached: {
    status: 409,
    message: msg("You've reached the limit for files you haven't posted. Post them, or try again tomorrow."),
  },
  chat_storage_full: {
    status: 409,
    message: msg("You've used all your storage for chat. The server's operator can raise the limit."),
  },
  space_storage_full: {
    status: 409,
    message: msg("This space has used all its storage. The server's operator can raise the limit."),
  },
  file_too_large: { status: 413, message: msg('The file is too large.') },
  unsupported_file_type: { status: 415, message: msg('Invalid file. Please check file size and format.') },
  image_too_large: {
    status: 422,
    message: msg('The image is too large. The maximum is 4096 × 4096 pixels.'),
  },
  file_malicious: { status: 422, message: msg("This document contains scripts and can't be uploaded.") },
  file_unreadable: { status: 422, message: msg("The file is damaged and can't be read.") },
  video_too_long: { status: 422, message: msg('The video is longer than 5 minutes.') },
  image_corrupt: { status: 422, message: msg("The image is damaged and can't be read.") },
});
