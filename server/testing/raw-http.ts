import { connect } from 'node:net';

/** A response as received over the wire. */
export interface RawResponse {
  status: number;
  headers: Map<string, string>;
  text: string;
  json: () => unknown;
}

/**
 * Sends raw bytes, for requests that no HTTP client would send, and reads the response. Strings are sent as Latin-1,
 * one byte per character. Unless it is malformed, the request must close the connection itself (`Connection: close`).
 */
export function sendRaw(url: string, request: string | Buffer): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(typeof request === 'string' ? Buffer.from(request, 'latin1') : request);
    });
    const finish = () => {
      const whole = Buffer.concat(chunks).toString('utf8');
      const [head = '', ...rest] = whole.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
      const headers = new Map(
        lines.map((line) => {
          const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
          return [name.toLowerCase(), value];
        }),
      );
      const text = headers.get('transfer-encoding') === 'chunked' ? dechunk(rest) : rest.join('\r\n\r\n');
      resolve({ status, headers, text, json: () => JSON.parse(text) as unknown });
    };
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on('close', finish);
    // A server that rejects a large body may close the connection while we still write: use the response received so
    // far.
    socket.on('error', (error) => {
      if (chunks.length === 0) reject(error);
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error('the server did not end the connection')));
  });
}

function dechunk(rest: string[]): string {
  const body = rest.join('\r\n\r\n');
  return body.replace(/(^|\r\n)[0-9a-f]+\r\n/g, '').replace(/\r\n$/, '');
}

/** Builds a request with a `Host` header that closes its connection. */
export function rawRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...length,
    ...lines,
    '',
    body,
  ].join('\r\n');
}
