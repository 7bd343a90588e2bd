import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/errors.ts';
import { requireUploadForm } from '#server/platform/files/upload-uses.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteUpload } from './detached/delete-upload.ts';
import { sendFile } from './sending/send-file.ts';
import { countSpaceStorage } from './storage/storage.queries.ts';
import { largestOf, storeFile } from './store-file.ts';
import { requireUploadSpace, storeUpload } from './store-upload.ts';
import { toImage, toStoredAudio, toStoredFile } from './uploads.view.ts';

/**
 * Returns the body length in bytes that the request states, or null if it doesn't.
 * @throws AppError `file_too_large`
 */
function requireLength(request: FastifyRequest, limit: number): number | null {
  const header = request.headers['content-length'];
  if (header === undefined) return null;
  if (Number(header) > limit) throw new AppError('file_too_large');
  return Number(header);
}

export function uploadRoutes(route: RouteBinder, platform: Platform): void {
  route('upload_file', async ({ input, viewer, request }) => {
    const spaceId = await requireUploadSpace(platform, viewer, input);
    const content_length = requireLength(
      request,
      requireUploadForm(platform.uploadUses, input.purpose, 'image').max_bytes,
    );
    const row = await storeUpload(platform, {
      user_id: viewer.user_id,
      space_id: spaceId,
      purpose: input.purpose,
      file_name: input.file_name,
      body: request.body,
      content_length,
    });
    return { upload: toImage(row) };
  });

  route('store_file', async ({ input, viewer, request }) => {
    const spaceId = await requireUploadSpace(platform, viewer, input);
    const content_length = requireLength(
      request,
      largestOf(requireUploadForm(platform.uploadUses, input.purpose, 'file')),
    );
    const row = await storeFile(platform, {
      user_id: viewer.user_id,
      space_id: spaceId,
      purpose: input.purpose,
      file_name: input.file_name,
      body: request.body,
      content_length,
    });
    return { file: toStoredFile(row) };
  });

  route('store_voice', async ({ input, viewer, request }) => {
    const purpose = 'chat_voice';
    const row = await storeFile(platform, {
      user_id: viewer.user_id,
      space_id: null,
      purpose,
      file_name: input.file_name,
      body: request.body,
      content_length: requireLength(
        request,
        largestOf(requireUploadForm(platform.uploadUses, purpose, 'file')),
      ),
    });
    return { file: toStoredAudio(row) };
  });

  route('delete_upload', async ({ input, viewer }) => ({
    deleted: await deleteUpload(platform, viewer, input.upload_id),
  }));

  route('get_space_storage', async ({ scope }) => ({
    used_bytes: await countSpaceStorage(platform.db, scope.space_id),
    limit_bytes: platform.config.spaceStorageLimit,
  }));
}

export function fileRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { upload_id: string; name: string } }>('/files/:upload_id/:name', (request, reply) =>
    sendFile(platform, request, reply),
  );
}
