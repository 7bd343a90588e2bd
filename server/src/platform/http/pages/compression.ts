import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/**
 * Bytes of the shortest text that is compressed. A shorter one fits into a packet, or nearly: compressing it would take 60 to 75
 * microseconds of the processor, and no round trip would be saved.
 */
const smallest = 1400;
const compressible =
  /^(text\/html|text\/plain|application\/json|application\/manifest\+json|image\/svg\+xml)/;

export type Encoding = 'br' | 'gzip';

/** Returns the first encoding in `offered` that an `Accept-Encoding` header allows, or null. */
export function chooseEncoding(header: string | undefined, offered: readonly Encoding[]): Encoding | null {
  if (!header) return null;
  const rejected = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    rejected.set(
      name,
      parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)),
    );
  }
  for (const encoding of offered) if (rejected.get(encoding) === false) return encoding;
  return null;
}

/** From this size on, a better compression takes three times as long and saves about one percent, in bytes. */
const large = 128 * 1024;

export function compress(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: text.length < large ? 4 : 1 } })
    : deflate(text, { level: 5 });
}

/** Compresses pages and JSON in an encoding that the client accepts. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (Buffer.byteLength(payload) < smallest || reply.hasHeader('content-encoding')) return payload;
    if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
    if (!encoding) return payload;
    const packed = await compress(payload, encoding);
    reply.header('content-encoding', encoding);
    reply.removeHeader('content-length');
    return packed;
  });
}
