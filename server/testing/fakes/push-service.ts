import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchPolicy } from '#server/platform/outgoing/fetch-limited.ts';

/** A message that a browser has received from its push service. */
interface ReceivedPush {
  /** The decrypted payload. */
  payload: Record<string, unknown>;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** The claims of the server's identity, whose signature has been checked. */
  identity: Record<string, unknown>;
  serverKey: string;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** A browser with a subscription: it decrypts messages as RFC 8291 says. */
export function newPushBrowser(serviceUrl: string) {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const received: ReceivedPush[] = [];
  return {
    received,
    subscription: {
      endpoint: `${serviceUrl}/${randomBytes(12).toString('hex')}`,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    decrypt(body: Buffer): Record<string, unknown> {
      const salt = body.subarray(0, 16);
      const serverKey = body.subarray(21, 21 + body.readUInt8(20));
      const record = body.subarray(21 + serverKey.length);
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey]);
      const shared = derive(pair.computeSecret(serverKey), auth, keyInfo, 32);
      const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with 2 and zeros.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Record<string, unknown>;
    },
  };
}
export type PushBrowser = ReturnType<typeof newPushBrowser>;

/** Returns the claims of a VAPID header (RFC 8292) and the key that signed it. Throws unless the signature is right. */
function readIdentity(header: string): { identity: Record<string, unknown>; serverKey: string } {
  const [, token = '', serverKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(serverKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The identity of the server has a wrong signature');
  return { identity: JSON.parse(Buffer.from(claims, 'base64url').toString()), serverKey };
}

interface PushServiceState {
  /** The response to all messages. */
  status: number;
  /** How many messages came. */
  requests: number;
  /** A browser for which it is unavailable. */
  failing: PushBrowser | null;
  /** Called for each message, before the response. */
  onRequest: (() => void | Promise<void>) | null;
}

/** Starts a push service on this machine that hands messages to its browsers, or responds with `status`. */
export async function startPushService() {
  const browsers = new Map<string, PushBrowser>();
  const state: PushServiceState = { status: 201, requests: 0, failing: null, onRequest: null };
  const server = createServer(async (request, response) => {
    state.requests += 1;
    await state.onRequest?.();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const browser = browsers.get(request.url ?? '');
    const status = browser && browser === state.failing ? 503 : state.status;
    if (!browser || status !== 201) {
      response.writeHead(browser ? status : 404).end();
      return;
    }
    const { ttl, urgency, topic, authorization = '', 'content-encoding': encoding } = request.headers;
    if (encoding !== 'aes128gcm') throw new Error('The message is encrypted in another way');
    browser.received.push({
      payload: browser.decrypt(Buffer.concat(chunks)),
      ttl: Number(ttl),
      urgency: urgency as string | undefined,
      topic: topic as string | undefined,
      ...readIdentity(authorization),
    });
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const policy: FetchPolicy = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    mayConnect: (address) => address === '127.0.0.1',
    ports: [String(port)],
  };
  return {
    url,
    policy,
    state,
    newBrowser(): PushBrowser {
      const browser = newPushBrowser(url);
      browsers.set(new URL(browser.subscription.endpoint).pathname, browser);
      return browser;
    },
    /** The browser drops its subscription. */
    remove: (browser: PushBrowser) => browsers.delete(new URL(browser.subscription.endpoint).pathname),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
