import type { FastifyInstance } from 'fastify';
import { maxFileBytes } from '#contract/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { sendFile } from './send-file.ts';
import { storeFile } from './store-file.ts';
import { requireUploadSpace, storeUpload } from './store-upload.ts';
import { maxPictureBytes } from './uploads.policy.ts';
import { toPicture, toStoredFile } from './uploads.view.ts';

export function uploadRoutes(route: RouteBinder, platform: Platform): void {
  route('upload_file', async ({ input, viewer, request }) => {
    const spaceId = await requireUploadSpace(platform, viewer, input);
    if (Number(request.headers['content-length'] ?? 0) > maxPictureBytes)
      throw new AppError('file_too_large');
    const row = await storeUpload(platform, {
      user_id: viewer.user_id,
      space_id: spaceId,
      purpose: input.purpose,
      file_name: input.file_name,
      body: request.body,
    });
    return { upload: toPicture(row) };
  });

  route('store_file', async ({ input, viewer, request }) => {
    await requireUploadSpace(platform, viewer, input);
    if (Number(request.headers['content-length'] ?? 0) > maxFileBytes.video) {
      throw new AppError('file_too_large');
    }
    const row = await storeFile(platform, {
      user_id: viewer.user_id,
      space_id: input.space_id,
      purpose: input.purpose,
      file_name: input.file_name,
      body: request.body,
    });
    return { file: toStoredFile(row) };
  });
}

export function fileRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { upload_id: string; name: string } }>('/files/:upload_id/:name', (request, reply) =>
    sendFile(platform, request, reply),
  );
}
