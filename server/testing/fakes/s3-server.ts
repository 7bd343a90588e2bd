import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredObject {
  content: Buffer;
  type: string;
  modified: string;
}

/** A bucket in memory that speaks the part of the S3 protocol that the file store uses. */
export interface S3Server {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The requests received, such as `PUT /images/a/b`. */
  requests: string[];
  /** The content type of an object, if it exists. */
  typeOf(key: string): string | undefined;
  /** Responds to the next `count` requests with 503. */
  failNext(count: number): void;
  stop(): Promise<void>;
}

/** Objects on one page of a list: few, so that short lists have several pages. */
const pageSize = 2;
const region = 'us-east-1';
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns why a request's signature (Signature Version 4) is wrong, or null if it is right. */
function findSignatureProblem(
  request: IncomingMessage,
  body: Buffer,
  keys: { accessKeyId: string; secretAccessKey: string },
): string | null {
  const [, id, date = '', signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/us-east-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const time = String(request.headers['x-amz-date']);
  const sent = Date.parse(time.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(date) || !(Math.abs(Date.now() - sent) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const names = signedNames.split(';');
  for (const required of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.includes(required)) return 'AccessDenied';
  const contentHash = String(request.headers['x-amz-content-sha256']);
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '', 'http://localhost');
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedNames,
    contentHash,
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${keys.secretAccessKey}`, date));
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function respond(response: ServerResponse, status: number, body: string | Buffer = '', headers = {}): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

const respondError = (response: ServerResponse, status: number, code: string) =>
  respond(response, status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>-</Message></Error>`);

function listObjects(objects: Map<string, StoredObject>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const contents = keys
    .slice(0, pageSize)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modified}</LastModified></Contents>`,
    );
  const next =
    keys.length > pageSize ? `<NextContinuationToken>${keys[pageSize - 1]}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${keys.length > pageSize}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

function sendObject(request: IncomingMessage, response: ServerResponse, object: StoredObject): void {
  const { content, type } = object;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) {
    respond(response, 200, content, { 'content-type': type });
    return;
  }
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), content.length - 1)];
  const headers = { 'content-type': type, 'content-range': `bytes ${start}-${end}/${content.length}` };
  respond(response, 206, content.subarray(start, end + 1), headers);
}

/** Starts a server on this machine with one empty bucket. It rejects requests whose signature is wrong. */
export async function startS3Server(): Promise<S3Server> {
  const keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
  const bucket = 'images';
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  let failures = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await buffer(request);
    requests.push(`${request.method} ${pathname}`);
    if (failures > 0) {
      failures -= 1;
      return respondError(response, 503, 'SlowDown');
    }
    const problem = findSignatureProblem(request, body, keys);
    if (problem) return respondError(response, 403, problem);
    const [, name, ...rest] = pathname.split('/');
    const key = rest.join('/');
    if (name !== bucket) return respondError(response, 404, 'NoSuchBucket');
    if (request.method === 'GET' && key === '')
      return respond(response, 200, listObjects(objects, searchParams));
    if (request.method === 'PUT') {
      const type = request.headers['content-type'] ?? '';
      objects.set(key, { content: body, type, modified: new Date().toISOString() });
      return respond(response, 200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const object = objects.get(key);
    return object ? sendObject(request, response, object) : respondError(response, 404, 'NoSuchKey');
  };
  const server = createServer((request, response) => {
    // A client that goes away in the middle of its request.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    ...keys,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    requests,
    typeOf: (key) => objects.get(key)?.type,
    failNext: (count) => {
      failures = count;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
