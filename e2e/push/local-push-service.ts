import dns from 'node:dns/promises';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

// Loaded by a server under test before everything else: requests to https://push.test go to a push service on this machine, as if
// that were public. Nothing else of the server is changed.

const host = 'push.test';
const port = Number(process.env.HEARTH_E2E_PUSH_PORT);
/** Any public address: the server refuses others. */
const address = { address: '93.184.215.14', family: 4 };

const { lookup } = dns;
dns.lookup = (async (name: string, options: object) =>
  name === host ? [address] : await lookup(name, options)) as typeof lookup;

const { request } = https;
https.request = ((url: URL, options: RequestOptions): ClientRequest => {
  if (url.hostname !== host) return request(url, options);
  const { lookup: _pinned, ...rest } = options;
  return http.request(new URL(url.pathname, `http://127.0.0.1:${port}`), rest);
}) as typeof request;

syncBuiltinESMExports();
