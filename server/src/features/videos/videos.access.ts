import { createLocator } from '../members/index.ts';
import { spaceOfVideoUpload } from './uploading/video-uploads.queries.ts';

export const videoLocators = { video_upload_id: createLocator(spaceOfVideoUpload) };
