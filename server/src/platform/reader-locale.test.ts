import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import { currentLocale, defaultLocale } from '#contract/i18n/locale.ts';
import { t } from '#contract/i18n/translate.ts';
import { newId } from '#server/platform/ids.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { sendRaw } from '#testing/raw-http.ts';
import { sharedServer } from '#testing/server.ts';
import { createRequestBudgets } from './http/limits/request-budgets.ts';
import { servePages } from './http/pages/page-renderer.ts';
import type { PageSource } from './http/pages/page-source.ts';
import { createClientAddress } from './http/requests/client-address.ts';
import type { ReadApi } from './http/routes.ts';
import { startJobs } from './jobs/jobs.ts';
import { localeOf, readLocales, withLocale } from './reader-locale.ts';

const server = sharedServer();
const anyText = /^[\u0020-\u007e’“”…×]+$/;
/** Whether a text is in the pseudo-locale `en-XA`, which writes all letters with accents. */
const isAccented = (text: string) => !anyText.test(text);

const json = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

/** Requests that are rejected at different places: before, in and after the body, and after a query. */
const rejected: [string, string, () => RequestInit][] = [
  ['an unknown path', '/api/unknown', () => ({})],
  ['no session', '/api/me/spaces', () => ({})],
  ['an invalid URL', '/api/%E0%A4%A', () => ({})],
  ['an invalid query', '/api/spaces?sort=oldest', () => ({})],
  ['an invalid field', '/api/auth/sign-in', () => json('{"email":"x","password":""}')],
  ['a body that is no JSON', '/api/auth/sign-in', () => json('{')],
  ['a body in another format', '/api/auth/sign-in', () => json('x', 'text/plain')],
  ['a body that is too large', '/api/auth/sign-in', () => json(JSON.stringify({ x: 'x'.repeat(300_000) }))],
  [
    'a wrong password',
    '/api/auth/sign-in',
    () => json(JSON.stringify({ email: 'nobody@example.com', password: 'wrong-1' })),
  ],
];

const fetchIn = async (language: string, path: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set('accept-language', language);
  return await server.client().fetch(path, { ...init, headers });
};

describe('A request', () => {
  it.each(rejected)(
    'with %s gets its error in its own language, among others at the same time',
    async (_what, path, toInit) => {
      const languages = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? 'en-XA' : 'en-US'));
      const responses = await Promise.all(languages.map((language) => fetchIn(language, path, toInit())));
      for (const [index, response] of responses.entries()) {
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.headers.get('cache-control')).toBe('no-store');
        const { error } = (await response.json()) as { error: { message: string } };
        expect([languages[index], error.message, isAccented(error.message)]).toEqual([
          languages[index],
          error.message,
          languages[index] === 'en-XA',
        ]);
      }
    },
  );

  it('has its language after a body that arrives later', async () => {
    const send = (language: string) =>
      new Promise<string>((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          'accept-language': language,
          expect: '100-continue',
        };
        const sent = request(`${server.url}/api/auth/sign-in`, { method: 'POST', headers }, (response) => {
          text(response).then(resolve, reject);
        });
        // The server has received the headers.
        sent.on('continue', () => sent.end('{"email":"x","password":"x"}'));
        sent.on('error', reject);
        sent.flushHeaders();
      });
    const [accented = '', plain = ''] = (await Promise.all(['en-XA', 'en-US'].map(send))).map(
      (body) => (JSON.parse(body) as ErrorBody).error.message,
    );
    expect([isAccented(accented), plain]).toEqual([true, 'Please enter a valid email address']);
  });

  it('keeps its language while it reads an upload in pieces', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const query = new URLSearchParams({ purpose: 'post_image', file_name: 'a.png', space_id: space.id });
    const upload = async (language: string) => {
      let pieces = 0;
      const body = new ReadableStream({
        async pull(controller) {
          pieces += 1;
          if (pieces > 20) controller.close();
          else controller.enqueue(new TextEncoder().encode('not an image'.repeat(500)));
        },
      });
      const response = await owner.fetch(`/api/uploads?${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/octet-stream', 'accept-language': language },
        duplex: 'half',
      } as RequestInit);
      expect(response.status).toBe(415);
      return ((await response.json()) as { error: { message: string } }).error.message;
    };
    const [accented = '', plain = ''] = await Promise.all(['en-XA', 'en-US'].map(upload));
    expect([isAccented(accented), plain]).toEqual([true, 'Invalid file. Please check file size and format.']);
  });

  it('keeps its language through transactions', async () => {
    const owner = await newPerson(server);
    const create = async (language: string) => {
      const body = { name: 'Bakers', subdomain: `bakers-${newId().slice(-8)}` };
      const response = await owner.fetch('/api/spaces', {
        ...json(JSON.stringify(body)),
        headers: { 'content-type': 'application/json', 'accept-language': language },
      });
      const { space } = (await response.json()) as { space: { categories: { name: string }[] } };
      return space.categories.map(({ name }) => name);
    };
    const [accented, plain] = await Promise.all(['en-XA', 'en-US'].map(create));
    expect(plain).toEqual(['General Discussion']);
    expect(isAccented(accented?.[0] ?? '')).toBe(true);
  });

  it.each([
    ['10 KB', `Accept-Language: ${'en-XA;q=x,'.repeat(1_000)}`],
    ['10 KB of one language', `Accept-Language: ${'a'.repeat(10_000)}`],
    ['other bytes', 'Accept-Language: \u00ff\u00fe,\u0080'],
    ['no language', 'Accept-Language: ;;;,,,=q=1;q='],
    ['two headers', 'Accept-Language: <x>\r\nAccept-Language: ../'],
    ['nothing', 'Accept-Language:'],
  ])('with a header of %s gets the default language', async (_what, header) => {
    const head = `GET /api/unknown HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`;
    const response = await sendRaw(server.url, head);
    expect([response.status, response.json()]).toMatchObject([
      404,
      { error: { message: 'Page not found.' } },
    ]);
  });
});

describe('Work without a reader', () => {
  it('has the default locale', async () => {
    expect(currentLocale()).toBe(defaultLocale);
    await withLocale('en-XA', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(currentLocale()).toBe('en-XA');
      expect(isAccented(t('Page not found.'))).toBe(true);
    });
    expect(currentLocale()).toBe(defaultLocale);
  });

  it('includes jobs, no matter who enqueued them', async () => {
    const found: string[] = [];
    const run = async () => void found.push(currentLocale());
    const log = pino({ level: 'silent' });
    const { databaseUrl, db } = server;
    const jobs = await startJobs({ databaseUrl, kinds: [{ name: 'locale', run }], log, work: true });
    await withLocale('en-XA', () => jobs.enqueue(db, 'locale', {}));
    await vi.waitFor(() => expect(found).toEqual([defaultLocale]), 20_000);
    await jobs.stop();
  });
});

it('A page and the API calls that render it have the language of its request', async () => {
  const app = fastify();
  readLocales(app);
  const readApi: ReadApi = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const output = { text: t('Page not found.') };
    return { status: 200, output, json: () => JSON.stringify(output) };
  };
  const render: PageSource['render'] = async ({ fetchApi, locale }) => {
    const { json: read } = await fetchApi('/api/session', {
      operation: 'get_session',
      input: {},
      method: 'GET',
      headers: {},
    });
    const body = (await read()) as { text: string };
    return { status: 200, headers: {}, html: [`${locale}: ${body.text}`] };
  };
  servePages(
    app,
    { render, files: new Map(), readApi },
    {
      brandName: 'Hearth',
      publicUrl: () => 'https://hearth.example',
      clientAddress: createClientAddress(null),
      budgets: createRequestBudgets(false),
    },
  );
  const get = async (language: string) =>
    (await app.inject({ url: '/x', headers: { accept: 'text/html', 'accept-language': language } })).body;
  const [accented = '', plain] = await Promise.all([get('en-XA'), get('en-US')]);
  expect(plain).toBe('en-US: Page not found.');
  expect(accented).toMatch(/^en-XA: /);
  expect(isAccented(accented)).toBe(true);
  await app.close();
});

it('Any number of different headers can be read', () => {
  const parse = (language: string) => localeOf({ headers: { 'accept-language': language } });
  for (let count = 0; count < 3_000; count += 1) expect(parse(`de;q=0.1${count}`)).toBe('en-DE');
  expect(parse('en-GB')).toBe('en-GB');
  expect(parse(`fr,${'x'.repeat(500)}`)).toBe('en-FR');
});
