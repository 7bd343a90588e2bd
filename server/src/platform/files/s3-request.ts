import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import aws4 from 'aws4';
import { Parser } from 'htmlparser2';
import type { Config } from '../config.ts';
import { FileStoreUnavailableError, type StoredBody } from './file-store.ts';

/** A request to a bucket. `key` is the object; without one, the request is about the bucket itself. */
export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string | number>;
  body?: StoredBody;
}

/** A response with an error status. `code` is the reason that the storage states, such as `NoSuchKey`. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** The stream to store failed. The storage is not to blame. */
class UnreadableBodyError extends Error {}

const maxAttempts = 3;
/** Waits before the next attempt, in milliseconds; twice as long before the one after. */
const firstWait = 200;
/** Maximum time without any progress until the response begins, in milliseconds. */
const idleTimeout = 30_000;

/** Returns the texts of all elements with these names (in lower case), in order, with the name of the element. */
export function readElements(xml: string, names: readonly string[]): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  let open: { name: string; text: string } | null = null;
  const parser = new Parser(
    {
      onopentag: (name) => {
        open = names.includes(name) ? { name, text: '' } : null;
      },
      ontext: (text) => {
        if (open) open.text += text;
      },
      onclosetag: (name) => {
        if (open?.name === name) found.push(open);
        open = null;
      },
    },
    { xmlMode: true, lowerCaseTags: true },
  );
  parser.end(xml);
  return found;
}

/** The address of a bucket. Self-hosted servers are rarely configured for one host name per bucket. */
function bucketUrl({ endpoint, region, bucket }: NonNullable<Config['s3']>): URL {
  if (endpoint) return new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}`);
  const domain = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  // The certificate covers one label in front of the domain.
  return new URL(bucket.includes('.') ? `https://${domain}/${bucket}` : `https://${bucket}.${domain}`);
}

function isTemporary(error: unknown): boolean {
  if (error instanceof S3Error) return error.status === 429 || error.status >= 500;
  return error instanceof Error && !(error instanceof UnreadableBodyError);
}

/** Yields what the stream yields. If it fails, it throws an UnreadableBodyError. */
async function* readBody(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (cause) {
    throw new UnreadableBodyError('The file to store could not be read', { cause });
  }
}

async function toS3Error(response: IncomingMessage): Promise<S3Error> {
  const elements = readElements((await buffer(response)).toString(), ['code', 'message']);
  const textOf = (wanted: string) => elements.find(({ name }) => name === wanted)?.text ?? '';
  return new S3Error(response.statusCode ?? 0, textOf('code'), textOf('message'));
}

/**
 * Returns a function that sends signed requests (Signature Version 4) to a bucket. It returns successful responses, whose
 * body the caller must read or destroy. Temporary failures are tried three times, unless the body is a stream.
 * @throws FileStoreUnavailableError if the storage doesn't reply or can't work right now; S3Error for other errors
 */
export function createS3Requests(settings: NonNullable<Config['s3']>) {
  const base = bucketUrl(settings);
  const { accessKeyId, secretAccessKey, region } = settings;

  const sendOnce = async ({ method, key, query, headers, body }: S3Request): Promise<IncomingMessage> => {
    const path = `${base.pathname.replace(/\/$/, '')}/${key ?? ''}`;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const stream = body && !Buffer.isBuffer(body) ? body : null;
    const content = Buffer.isBuffer(body) ? body : undefined;
    const signed = aws4.sign(
      {
        ...{ service: 's3', region, method, host: base.host, path: `${path}${search}`, body: content },
        headers: {
          ...headers,
          ...(body && { 'Content-Length': stream ? stream.size : content?.length }),
          // The hash of a stream is known only once it has been sent.
          ...(stream && { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' }),
        },
      },
      { accessKeyId, secretAccessKey },
    );
    const start = base.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start({
      ...{ hostname: base.hostname, port: base.port, method, path: signed.path, headers: signed.headers },
      timeout: idleTimeout,
    });
    request.on('timeout', () => request.destroy(new Error('The storage did not reply in time')));
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', resolve);
    });
    const sent = stream && pipeline(readBody(stream.stream), request).catch((error: unknown) => error);
    if (!stream) request.end(content);
    const response = await responded.catch(async (error: unknown) => {
      const reason = await sent;
      throw reason instanceof UnreadableBodyError ? reason : error;
    });
    // The reader of the response decides how fast it is read.
    request.setTimeout(0);
    if ((response.statusCode ?? 0) >= 300) throw await toS3Error(response);
    return response;
  };

  return async (request: S3Request): Promise<IncomingMessage> => {
    const attempts = request.body && !Buffer.isBuffer(request.body) ? 1 : maxAttempts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(request);
      } catch (error) {
        if (!isTemporary(error)) throw error;
        if (attempt === attempts) throw new FileStoreUnavailableError(error as Error);
        await wait(firstWait * 2 ** (attempt - 1));
      }
    }
  };
}
