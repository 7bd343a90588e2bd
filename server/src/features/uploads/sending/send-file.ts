import type { FastifyReply, FastifyRequest } from 'fastify';
import { id as idField } from '#contract/schema/endpoint.ts';
import { canReadSpace, type SpaceContext, type Viewer } from '#server/platform/access.ts';
import { readViewer } from '#server/platform/auth/viewer.ts';
import { AppError } from '#server/platform/errors.ts';
import { findUploadUse } from '#server/platform/files/upload-uses.ts';
import { apiContentPolicy } from '#server/platform/http/security-headers.ts';
import type { Platform } from '#server/platform/platform.ts';
import { authorizeDownload } from '../uploads.policy.ts';
import { type DownloadableUpload, findUpload, isShown } from '../uploads.queries.ts';
import { originalName } from '../uploads.view.ts';
import { parseByteRange } from './byte-range.ts';
import { dispositionOf, dispositionOfOriginal } from './file-names.ts';

/** Reads the viewer and space, and asks the use of the upload, only if access depends on them. */
async function readRequester(
  { db, cookies, locators, uploadUses }: Platform,
  upload: DownloadableUpload,
  cookie: string | undefined,
): Promise<{ viewer: Viewer | null; scope: SpaceContext | null; is_shown_to_viewer: boolean | null }> {
  const none = { scope: null, is_shown_to_viewer: null };
  if (upload.attached_at && upload.is_public) return { viewer: null, ...none };
  const viewer = await readViewer(db, cookies, cookie);
  const shownTo = findUploadUse(uploadUses, upload.purpose)?.shownTo;
  if (typeof shownTo === 'function') {
    const is_shown_to_viewer = viewer !== null && (await isShown(db, upload.id, shownTo(viewer.user_id)));
    return { viewer, scope: null, is_shown_to_viewer };
  }
  if (!upload.space_id) return { viewer, ...none };
  const scope = (await locators.get('space_id')?.locate(db, viewer, upload.space_id)) ?? null;
  if (scope && typeof shownTo === 'object' && 'check' in shownTo) {
    if (shownTo.condition && !upload.is_hidden) return { viewer, scope, is_shown_to_viewer: null };
    const isShownToViewer = canReadSpace(scope) && (await shownTo.check(db, viewer, scope, upload.id));
    // Those who wrote it or moderate the space can download what is hidden from others.
    return {
      viewer,
      scope,
      is_shown_to_viewer: isShownToViewer || !shownTo.condition ? isShownToViewer : null,
    };
  }
  return { viewer, scope, is_shown_to_viewer: null };
}

function isFresh(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}

/** A stored object of an upload. */
interface StoredPart {
  key: string;
  byte_size: number;
  version: string;
  type: string;
  disposition: string;
}

function findPart(upload: DownloadableUpload, name: string): StoredPart | null {
  const { storage_key: key, byte_size, mime_type: type, file_name } = upload;
  if (key) {
    if (name !== originalName) return null;
    // Only videos and recordings are played inline; documents are downloaded.
    const disposition = dispositionOfOriginal(file_name, /^(video|audio)\//.test(type));
    return { key, byte_size, version: upload.id, type, disposition };
  }
  const variant = upload.variants.find(({ width }) => `${width}.webp` === name);
  return (
    (variant && {
      ...variant,
      version: `${upload.id}-${variant.width}`,
      type: 'image/webp',
      disposition: dispositionOf(file_name),
    }) ??
    null
  );
}

/**
 * Handles `GET /files/:upload_id/:name` (`960.webp`; `original` for documents and videos), whole or a byte range.
 * @throws AppError `not_found` for what doesn't exist or the viewer can't see
 */
export async function sendFile(
  platform: Platform,
  request: FastifyRequest<{ Params: { upload_id: string; name: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers, params } = request;
  reply.header('cache-control', 'no-store');
  const uploadId = idField.safeParse(params.upload_id).data;
  const upload = uploadId ? await findUpload(platform.db, uploadId, platform.uploadUses) : null;
  const part = upload && findPart(upload, params.name);
  if (!upload || !part) throw new AppError('not_found');
  const { viewer, scope, is_shown_to_viewer } = await readRequester(platform, upload, headers.cookie);
  const { allowed, cacheControl } = authorizeDownload({ ...upload, is_shown_to_viewer }, scope, viewer);
  if (!allowed) throw new AppError('not_found');

  // The object stored under a key never changes, so its name is its version.
  const etag = `"${part.version}"`;
  const size = part.byte_size;
  reply.headers({
    'cache-control': cacheControl,
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': part.disposition,
    'content-security-policy': `${apiContentPolicy}; sandbox`,
  });
  if (isFresh(headers['if-none-match'], etag)) return reply.code(304).send();

  const canSendRange = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = canSendRange ? parseByteRange(headers.range, size) : null;
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .header('cache-control', 'no-store')
      .send();
  }
  const object = await platform.files.open(part.key, range ?? undefined);
  if (!object) {
    request.log.error({ upload: upload.id, key: part.key }, 'stored file is missing');
    reply.header('cache-control', 'no-store');
    throw new AppError('not_found');
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply
    .type(part.type)
    .header('content-length', range ? range.end - range.start + 1 : size)
    .send(object.body);
}
