import { connect, type Socket } from 'node:net';

interface Waiting {
  /** A whole request, with its headers. */
  request: string;
  resolve(response: RawResponse): void;
  reject(error: Error): void;
}
interface RawResponse {
  status: number;
  body: string;
}

const endOfHeaders = '\r\n\r\n';

/** A connection with one request under way. It takes the next one as soon as the response is there. */
class Connection {
  readonly #take: () => Waiting | undefined;
  readonly #socket: Socket;
  #current: Waiting | undefined;
  #received: Buffer = Buffer.alloc(0);

  constructor(url: URL, take: () => Waiting | undefined) {
    this.#take = take;
    this.#socket = connect(Number(url.port), url.hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (data: Buffer) => this.#receive(data));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('The connection was closed')));
  }

  get isFree(): boolean {
    return this.#current === undefined && !this.#socket.destroyed;
  }

  sendNext(): void {
    this.#current = this.#take();
    if (this.#current) this.#socket.write(this.#current.request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const headersEnd = this.#received.indexOf(endOfHeaders);
    if (headersEnd < 0) return;
    const headers = this.#received.toString('latin1', 0, headersEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
    const bodyStart = headersEnd + endOfHeaders.length;
    if (this.#received.length < bodyStart + length) return;
    const body = this.#received.toString('utf8', bodyStart, bodyStart + length);
    this.#received = Buffer.alloc(0);
    this.#current?.resolve({ status: Number(headers.slice(9, 12)), body });
    this.sendNext();
  }

  #fail(error: Error): void {
    this.#current?.reject(error);
    this.#current = undefined;
    this.#socket.destroy();
  }
}

/**
 * Sends JSON over a limited number of connections, each with one request at a time; the others wait. A request costs a fraction of the
 * processor time of `fetch` or `http.request`, which the server lacks when both share two cores. It only reads responses with a
 * `Content-Length`, which the API sends.
 */
export class RawHttp {
  readonly #url: URL;
  readonly #maxConnections: number;
  readonly #connections: Connection[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(url: string, maxConnections: number) {
    this.#url = new URL(url);
    this.#maxConnections = maxConnections;
  }

  post(path: string, cookie: string, body: string): Promise<RawResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
    const request = [
      `POST ${path} HTTP/1.1`,
      `Host: ${this.#url.host}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
    this.#waiting.push({ request, resolve, reject });
    const free = this.#connections.find(({ isFree }) => isFree);
    if (free) free.sendNext();
    else if (this.#connections.length < this.#maxConnections) {
      const connection = new Connection(this.#url, () => this.#waiting.shift());
      this.#connections.push(connection);
      connection.sendNext();
    }
    return promise;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}
