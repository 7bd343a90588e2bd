import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { listen } from '#testing/live.ts';
import { ownServer } from '#testing/server.ts';
import { sessionOf } from './live-socket.ts';

const server = ownServer('rate limits are on', { RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
const flood = 5_000;
/** The most frames that one connection may send at once, with room for those that the refill allows meanwhile. */
const allowed = 1_500;
let addresses = 0;
const newHeaders = () => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
};
const opened: WebSocket[] = [];
afterEach(() => {
  for (const websocket of opened.splice(0)) websocket.terminate();
});

/** Opens a WebSocket on the live path, for the session `sid` where one is given. */
async function openWebSocket(headers: Record<string, string>, sid?: string): Promise<WebSocket> {
  const url = new URL('/live/?EIO=4&transport=websocket', server.url.replace('http', 'ws'));
  if (sid) url.searchParams.set('sid', sid);
  const websocket = new WebSocket(url, { headers });
  opened.push(websocket);
  websocket.on('error', () => {});
  await new Promise((resolve, reject) => {
    websocket.once('open', resolve);
    websocket.once('error', reject);
  });
  return websocket;
}

/** Starts a session by polling, as clients without a WebSocket do. Returns its id. */
async function startPolling(headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${server.url}/live/?EIO=4&transport=polling`, { headers });
  const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string };
  await fetch(`${server.url}/live/?EIO=4&transport=polling&sid=${sid}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: '40',
  });
  return sid;
}

/** Sends `flood` times and returns how often the server responded before all were sent or it ended the connection. */
async function responsesTo(
  websocket: WebSocket,
  event: 'message' | 'pong',
  send: () => void,
): Promise<number> {
  let responses = 0;
  await new Promise<void>((resolve) => {
    websocket.on(event, () => {
      responses += 1;
      if (responses >= flood) resolve();
    });
    websocket.once('close', () => resolve());
    for (let n = 0; n < flood; n += 1) send();
  });
  return responses;
}

/** Completes the upgrade of a polling session. */
async function completeUpgrade(websocket: WebSocket): Promise<void> {
  const probed = new Promise((resolve) => websocket.once('message', resolve));
  websocket.send('2probe');
  expect(String(await probed)).toBe('3probe');
  websocket.send('5');
}

it.each([
  ['/live/?EIO=4&transport=websocket', null],
  ['/live/?EIO=4&sid=', null],
  ['/live/?sid=one&sid=', null],
  ['/live/?sid=one&sid=two', 'two'],
])('reads the session of %s as Engine.IO does', (url, session) => {
  expect(sessionOf({ url })).toBe(session);
});

it('ends a connection that probes its upgrade without end', async () => {
  const headers = newHeaders();
  const sid = await startPolling(headers);
  const probing = await openWebSocket(headers, sid);
  expect(await responsesTo(probing, 'message', () => probing.send('2probe'))).toBeLessThan(allowed);
  // Another try of the same session has no budget of its own.
  const again = await openWebSocket(headers, sid);
  expect(await responsesTo(again, 'message', () => again.send('2probe'))).toBeLessThan(allowed / 3);
});

it.each(['at once', 'before an upgrade', 'after an upgrade'])(
  'ends a connection that sends pings without end, %s',
  async (when) => {
    const headers = newHeaders();
    const websocket = await openWebSocket(
      headers,
      when === 'at once' ? undefined : await startPolling(headers),
    );
    if (when === 'after an upgrade') await completeUpgrade(websocket);
    expect(await responsesTo(websocket, 'pong', () => websocket.ping(''))).toBeLessThan(allowed);
  },
);

it('ends a connection that sends pongs without end', async () => {
  const websocket = await openWebSocket(newHeaders());
  const pings = responsesTo(websocket, 'pong', () => websocket.pong(''));
  // The response to this one would show that the server read on.
  websocket.ping('');
  expect(await pings).toBe(0);
});

it('ends a connection that sends a message in too many parts', async () => {
  const websocket = await openWebSocket(newHeaders());
  const code = new Promise((resolve) => websocket.once('close', resolve));
  for (let n = 0; n < 100; n += 1) websocket.send('', { fin: false });
  expect(await code).toBe(1008);
});

it('lets clients upgrade from polling', async () => {
  const headers = newHeaders();
  const websocket = await openWebSocket(headers, await startPolling(headers));
  await completeUpgrade(websocket);
  const listener = await listen(server.url, undefined, headers);
  expect(listener.socket.connected).toBe(true);
  expect(websocket.readyState).toBe(WebSocket.OPEN);
  listener.close();
});
