import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './compression.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

interface BuiltFile {
  type: string;
  etag: string;
  content: Buffer;
  packed: Partial<Record<Encoding, Buffer>>;
}

/** The files of the web build by their URL path, including their precompressed versions. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

/** Reads a folder of built files into memory; they are few and small. Skips files and folders with a leading dot. */
export async function readBuiltFiles(folder: string): Promise<BuiltFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = new Map<string, Buffer>();
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isFile()) return;
      const path = join(entry.parentPath, entry.name);
      const name = `/${relative(folder, path).split(sep).join('/')}`;
      if (!name.includes('/.')) contents.set(name, await readFile(path));
    }),
  );
  const files = new Map<string, BuiltFile>();
  for (const [name, content] of contents) {
    const type = types[extname(name)];
    if (!type) continue;
    const packed: BuiltFile['packed'] = {};
    for (const [encoding, suffix] of Object.entries(suffixes) as [Encoding, string][]) {
      const smaller = contents.get(name + suffix);
      if (smaller) packed[encoding] = smaller;
    }
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`;
    files.set(name, { type, etag, content, packed });
  }
  return files;
}

const pageOnlyHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-frame-options',
  'x-request-id',
];

/** Sends the built file at this path, or returns null. Names in /assets/ contain a content hash and never change. */
export function sendBuiltFile(
  files: BuiltFiles,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  const file = files.get(path);
  if (!file) return null;
  // Headers that only pages need would be larger than many of these files.
  for (const name of pageOnlyHeaders) reply.removeHeader(name);
  const isImmutable = path.startsWith('/assets/');
  reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  reply.header('etag', file.etag).type(file.type);
  const offered = (['br', 'gzip'] as const).filter((encoding) => file.packed[encoding]);
  if (offered.length > 0) reply.header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding'], offered);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send((encoding && file.packed[encoding]) ?? file.content);
}
