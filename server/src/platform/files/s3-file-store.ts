import { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { type FileStore, FileStoreUnavailableError, requireFileKey } from './file-store.ts';

/** Returns the size of the whole object: from `bytes 0-9/1234` of a partial response, or the length of a full one. */
function wholeSize(contentRange: string | undefined, contentLength: number | undefined): number {
  return Number(contentRange?.split('/')[1] ?? contentLength ?? 0);
}

/** Wraps failures of the network and of the storage itself. Errors about the request stay as they are. */
function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('$metadata' in error)) return error;
  const { httpStatusCode: status = 0 } = error.$metadata as { httpStatusCode?: number };
  return status === 0 || status === 429 || status >= 500 ? new FileStoreUnavailableError(error) : error;
}

/** Stores objects in an S3-compatible bucket. The client library is loaded on first use. */
export function createS3FileStore(settings: NonNullable<Config['s3']>): FileStore {
  const connect = async () => {
    const library = await import('@aws-sdk/client-s3');
    const client = new library.S3Client({
      region: settings.region,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      // Self-hosted servers are rarely configured for one host name per bucket.
      ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
      // Not every compatible server supports the newer checksum headers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
    });
    client.middlewareStack.add(
      (next) => async (call) => {
        try {
          return await next(call);
        } catch (error) {
          throw toStorageError(error);
        }
      },
      { step: 'initialize', priority: 'high' },
    );
    return { library, client };
  };
  let connected: ReturnType<typeof connect> | null = null;
  const s3 = () => {
    connected ??= connect();
    return connected;
  };
  const addressOf = (key: string) => ({ Bucket: settings.bucket, Key: requireFileKey(key) });

  return {
    async put(key, body, contentType) {
      const content = Buffer.isBuffer(body)
        ? { Body: body }
        : { Body: body.stream, ContentLength: body.size };
      const object = { ...addressOf(key), ...content, ContentType: contentType };
      const { library, client } = await s3();
      await client.send(new library.PutObjectCommand(object));
    },

    async open(key, range) {
      const object = { ...addressOf(key), Range: range && `bytes=${range.start}-${range.end}` };
      const { library, client } = await s3();
      try {
        const response = await client.send(new library.GetObjectCommand(object));
        if (!(response.Body instanceof Readable))
          throw new Error('The storage sent a response without a body');
        return { body: response.Body, size: wholeSize(response.ContentRange, response.ContentLength) };
      } catch (error) {
        if (error instanceof library.NoSuchKey) return null;
        throw error;
      }
    },

    async *list(folder) {
      const { library, client } = await s3();
      let token: string | undefined;
      do {
        const page = await client.send(
          new library.ListObjectsV2Command({
            Bucket: settings.bucket,
            Prefix: `${folder}/`,
            ContinuationToken: token,
          }),
        );
        for (const { Key: key, LastModified: modified } of page.Contents ?? []) {
          if (key && modified) yield { key, modified_ms: modified.getTime() };
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token);
    },

    async freeBytes() {
      return null;
    },

    /** Does nothing: an object in a bucket is complete or doesn't exist. */
    async removeUnfinished() {},

    async delete(key) {
      const object = addressOf(key);
      const { library, client } = await s3();
      await client.send(new library.DeleteObjectCommand(object));
    },
  };
}
