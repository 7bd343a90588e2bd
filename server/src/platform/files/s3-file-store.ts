import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { type FileStore, requireFileKey } from './file-store.ts';
import { createS3Requests, readElements, S3Error } from './s3-request.ts';

/** Returns the size of the whole object: from `bytes 0-9/1234` of a partial response, or the length of a full one. */
function wholeSize(contentRange: string | undefined, contentLength: string | undefined): number {
  return Number(contentRange?.split('/')[1] ?? contentLength ?? 0);
}

/** Stores objects in an S3-compatible bucket. */
export function createS3FileStore(settings: NonNullable<Config['s3']>): FileStore {
  const send = createS3Requests(settings);

  return {
    async put(key, body, contentType) {
      const headers = { 'Content-Type': contentType };
      const response = await send({ method: 'PUT', key: requireFileKey(key), headers, body });
      response.resume();
    },

    async open(key, range) {
      const headers = range && { Range: `bytes=${range.start}-${range.end}` };
      try {
        const body = await send({ method: 'GET', key: requireFileKey(key), headers });
        return { body, size: wholeSize(body.headers['content-range'], body.headers['content-length']) };
      } catch (error) {
        if (error instanceof S3Error && error.code === 'NoSuchKey') return null;
        throw error;
      }
    },

    async *list(folder) {
      let token: string | undefined;
      do {
        const query = {
          ...{ 'list-type': '2', prefix: `${folder}/` },
          ...(token && { 'continuation-token': token }),
        };
        const page = await text(await send({ method: 'GET', query }));
        let key = '';
        token = undefined;
        for (const element of readElements(page, ['key', 'lastmodified', 'nextcontinuationtoken'])) {
          if (element.name === 'key') key = element.text;
          else if (element.name === 'lastmodified') yield { key, modified_ms: Date.parse(element.text) };
          else token = element.text;
        }
      } while (token);
    },

    async freeBytes() {
      return null;
    },

    /** Does nothing: an object in a bucket is complete or doesn't exist. */
    async removeUnfinished() {},

    async delete(key) {
      const response = await send({ method: 'DELETE', key: requireFileKey(key) });
      response.resume();
    },
  };
}
