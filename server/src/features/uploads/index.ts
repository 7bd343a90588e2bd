import type { Feature } from '#server/platform/feature.ts';
import { deleteDetachedUploadsJob } from './detached/delete-detached-uploads.job.ts';
import { detachUploads } from './detached/detach-uploads.ts';
import { sweepFilesJob } from './storage/sweep-files.job.ts';
import { sweepUploadsJob } from './storage/sweep-uploads.job.ts';
import { fileRoutes, uploadRoutes } from './uploads.routes.ts';

export { attachUploads } from './attach-uploads.ts';
export { keepsUploads } from './kept-uploads.queries.ts';
export { loadAttachments } from './select-attachments.ts';
export { withReservedStorage } from './storage/reserve-storage.ts';
export { storeFile, storeReceivedFile } from './store-file.ts';
export { storeUpload } from './store-upload.ts';
export type { AttachedRow, UploadRow } from './uploads.queries.ts';
export { attachedColumns } from './uploads.queries.ts';
export { originalUrl, splitAttachments, toAttachment, toImage } from './uploads.view.ts';

export const uploads: Feature = {
  name: 'uploads',
  routes: uploadRoutes,
  plainRoutes: fileRoutes,
  hooks: {
    postDeleted: (tx, { upload_ids }, context) => detachUploads(tx, context, upload_ids),
    commentDeleted: (tx, { upload_ids }, context) => detachUploads(tx, context, upload_ids),
    chatUploadsReleased: (tx, { upload_ids }, context) => detachUploads(tx, context, upload_ids),
    courseUploadsReleased: (tx, { upload_ids }, context) => detachUploads(tx, context, upload_ids),
    eventCoversReleased: (tx, { cover_upload_ids }, context) => detachUploads(tx, context, cover_upload_ids),
  },
  jobs: (platform) => [
    sweepUploadsJob(platform),
    deleteDetachedUploadsJob(platform),
    sweepFilesJob(platform),
  ],
};
