import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import { newId } from '#server/platform/ids.ts';
import { toRequest } from '#testing/client.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { rawRequest, sendRaw } from '#testing/raw-http.ts';
import { countRows, expectError, expectErrorShape } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';

// Without the jobs role: jobs write rows, and this file counts rows.
const server = sharedServer({ runsJobs: false });
let person: TestPerson;
let space: Space;
let postId: string;
let before: Record<string, number>;

beforeAll(async () => {
  person = await newPerson(server);
  space = await newSpace(person);
  postId = (await newPost(person, space)).id;
  before = await countRows(server);
});

// All requests in this file are rejected, so no rows may have been written.
afterAll(async () => expect(await countRows(server)).toEqual(before));

const json = { 'content-type': 'application/json' };
const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  person.fetch(path, { method: 'POST', body, headers });
const postsPath = () => `/api/spaces/${space.id}/posts`;
const validPost = () => ({ client_id: newId(), title: 'A title', body: '<p>Text</p>' });
const validMessage = () => ({
  content: 'Hello',
  user_ids: [newId()],
  is_admin: true,
  seq: 1,
  duration: '1_hour',
  reason: 'spam',
  base_version: 0,
  client_edited_at: '2026-01-01T00:00:00.000Z',
});
const postWith = (fields: object) => post(postsPath(), JSON.stringify({ ...validPost(), ...fields }));

describe('A request body', () => {
  it.each([
    '{',
    '{"title":',
    "{'title':1}",
    '\u0000',
    'undefined',
    'NaN',
    '[1,',
    '{"a":1}{"b":2}',
    '\ufeff{}',
    '"',
  ])('is rejected if it is malformed JSON: %j', async (text) => {
    await expectError(await post(postsPath(), text), 'invalid_json');
  });

  it.each(['null', '[]', '""', '0', 'true', '[[]]', '"text"'])(
    'is rejected if it is JSON but not an object: %s',
    async (text) => {
      const { error } = await expectError(await post(postsPath(), text), 'invalid_input');
      expect(error.data).toMatchObject({ issues: expect.any(Array) });
    },
  );

  it('gets an error that lists the allowed values or the missing field', async () => {
    const response = await person.fetch('/api/spaces?sort=best');
    const { error } = await expectError(response, 'invalid_input');
    expect(error.message).toBe('Sort must be one of: recommended, new, largest.');
    const nameless = await expectError(await post('/api/spaces', '{"subdomain":"film"}'), 'invalid_input');
    expect(nameless.error.message).toBe('Name is required.');
  });

  it('gets an error that names each field of the wrong type', async () => {
    const wrong = { client_id: 7, title: ['x'], body: { html: '' }, upload_ids: 'all' };
    const { error } = await expectError(await post(postsPath(), JSON.stringify(wrong)), 'invalid_input');
    const { issues } = error.data as { issues: { path: string }[] };
    expect([...new Set(issues.map(({ path }) => path))].sort()).toEqual([
      'body',
      'client_id',
      'title',
      'upload_ids',
    ]);
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/jsonx',
    'image/png',
    '%00',
    'garbage',
  ])('is rejected with the content type %s', async (type) => {
    const response = await post(postsPath(), JSON.stringify(validPost()), { 'content-type': type });
    await expectError(response, 'unsupported_media_type');
  });

  it('is rejected without a content type', async () => {
    const body = JSON.stringify(validPost());
    const cookie = person.cookieHeader();
    const response = await sendRaw(server.url, rawRequest('POST', postsPath(), { Cookie: cookie }, body));
    expectErrorShape(response, response.json(), 'unsupported_media_type');
  });

  it('is rejected at 10 MB, in any field and as a whole', async () => {
    const large = 'x'.repeat(10 * 1024 * 1024);
    await expectError(await postWith({ title: large }), 'body_too_large');
    await expectError(await post('/api/spaces', JSON.stringify({ name: large })), 'body_too_large');
    await expectError(
      await post('/api/auth/sign-up', JSON.stringify({ first_name: large })),
      'body_too_large',
    );
    await expectError(await post(postsPath(), large), 'body_too_large');
  });

  it('is parsed just below the size limit, and rejected by validation', async () => {
    const { error } = await expectError(await postWith({ title: 'x'.repeat(250_000) }), 'invalid_input');
    expect(error.message).toBe('Title must be at most 120 characters');
    expect(JSON.stringify(error).length).toBeLessThan(2_000);
  });

  it('is rejected instead of decompressed if it is compressed', async () => {
    const response = await post(postsPath(), 'x', { ...json, 'content-encoding': 'gzip' });
    await expectError(response, 'invalid_json');
  });

  it.each([
    ['NUL', { title: 'A\u0000title' }],
    ['a lone high surrogate', { title: 'A title \ud83d' }],
    ['a lone low surrogate', { body: '<p>\udc00</p>' }],
    ['NUL in a list', { upload_ids: ['\u0000'] }],
    ['NUL in a name', { 'na\u0000me': 1 }],
    ['NUL far inside', { extra: { a: [{ b: '\u0000' }] } }],
  ])('is rejected if it contains %s', async (_what, fields) => {
    await expectError(await postWith(fields), 'invalid_text');
  });

  it('is rejected if it contains invalid UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"title":"'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('"}'),
    ]);
    await expectError(await post(postsPath(), new Uint8Array(bytes)), 'invalid_input');
  });

  it("can't change object prototypes", async () => {
    const bad =
      '{"__proto__":{"isAdmin":true,"title":"A title"},"constructor":{"prototype":{"isAdmin":true}}}';
    await expectError(await post(postsPath(), bad), 'invalid_input');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('is rejected if it is nested too deeply', async () => {
    await expectError(await postWith({ extra: nested(30) }), 'invalid_input');
    const text = `{"extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    await expectError(await post(postsPath(), text), 'invalid_input');
  });

  it.each([1e308, -1, 2 ** 53, 0.1, '1e309'])(
    'is rejected with the number %s instead of text',
    async (number) => {
      const text = JSON.stringify({ ...validPost(), title: 'N' }).replace('"N"', String(number));
      await expectError(await post(postsPath(), text), 'invalid_input');
    },
  );
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { deeper: nested(depth - 1) };
}

describe('Ids in paths', () => {
  const unknown = newId();
  const endpoints = Object.entries(api).filter(([, endpoint]) => endpoint.path.includes('_id'));
  /** They succeed without a change if there is nothing to undo or delete. */
  const changesNothing = new Set([
    'delete_notification',
    'restore_notification',
    'snooze_notification',
    'unsnooze_notification',
    'unblock_user',
  ]);

  it.each(endpoints)(
    '%s rejects invalid ids and reports unknown ids as not found',
    async (name, declared) => {
      const endpoint: Endpoint = declared;
      const names = [...endpoint.path.matchAll(/:(\w+_id)/g)].map((match) => match[1] ?? '');
      const send = (id: string) => {
        const { path, init } = toRequest(endpoint, {
          ...Object.fromEntries(names.map((name) => [name, id])),
          // The only path parameters that aren't ids.
          ...(endpoint.path.includes(':revision') ? { revision: 1 } : {}),
          ...(endpoint.path.includes(':language') ? { language: 'en' } : {}),
          ...(endpoint.path.includes(':task_type') ? { task_type: 'invite' } : {}),
          ...(endpoint.path.endsWith(':kind') ? { kind: names.includes('message_id') ? '👍' : 'like' } : {}),
        });
        const fields = Object.entries({
          ...validPost(),
          ...validMessage(),
          user_id: unknown,
          duration: '1_hour',
        });
        const known = fields.filter(([field]) => endpoint.body && field in endpoint.body.shape);
        const body = endpoint.body ? { body: JSON.stringify(Object.fromEntries(known)), headers: json } : {};
        return person.fetch(path, { ...init, ...body });
      };
      for (const id of [
        '1',
        "' or 1=1 --",
        '00000000-0000-0000-0000-00000000000g',
        '../../..',
        `${unknown} `,
        '💥',
      ]) {
        await expectError(await send(id), 'invalid_input');
      }
      const response = await send(unknown);
      if (changesNothing.has(name)) return expect(response.status).toBe(200);
      const missing = /^\/api\/(chat|people)\//.test(endpoint.path)
        ? { user_id: 'person' }[names[0] ?? '']
        : null;
      const found = `${missing ?? names[0]?.replace('_id', '')}_not_found` as ErrorCode;
      await expectError(response, found);
    },
  );
});

describe('Requests with unusual queries and paths', () => {
  it.each([
    ['/api/spaces?cursor=%00', 'invalid_text'],
    ['/api/spaces?search=a%00b', 'invalid_text'],
    ['/api/spaces?cursor=a&cursor=b', 'invalid_input'],
    [`/api/spaces?search=${'x'.repeat(101)}`, 'invalid_input'],
    [`/api/spaces?cursor=${'x'.repeat(201)}`, 'invalid_input'],
    ['/api/spaces/by-subdomain/a%00b', 'invalid_text'],
    ['/api/subdomains/%00', 'invalid_text'],
    [`/api/spaces/by-subdomain/${'x'.repeat(81)}`, 'invalid_input'],
    [`/api/spaces/by-subdomain/${'x'.repeat(2_000)}`, 'not_found'],
    ['/api/spaces/by-subdomain/%ff', 'not_found'],
    ['/api/spaces/by-subdomain/%', 'not_found'],
    ['/api/spaces/by-subdomain/%zz', 'not_found'],
    ['/api/spaces/by-subdomain/%c0%80', 'not_found'],
    ['/api/spaces/by-subdomain/%ed%a0%80', 'not_found'],
    ['/api/%00', 'not_found'],
    ['/api/%', 'not_found'],
    ['/%2e%2e/%2e%2e/etc/passwd', 'not_found'],
    ['/api/..%2f..%2fetc%2fpasswd', 'not_found'],
    ['/files/..%2f..%2fetc%2fpasswd', 'not_found'],
    ['/api', 'not_found'],
    ['/api/nothing/here', 'not_found'],
    [`/api/${'a/'.repeat(2_000)}`, 'not_found'],
  ] as [string, ErrorCode][])('get the expected error (case %#)', async (path, code) => {
    const response = await sendRaw(server.url, rawRequest('GET', path, { Cookie: person.cookieHeader() }));
    expectErrorShape(response, response.json(), code);
  });

  it('are parsed literally if the query has malformed percent encoding', async () => {
    for (const query of [
      'search=%',
      'search=%zz',
      'search=%ff',
      '%=%',
      'search=%ed%a0%80',
      '__proto__[a]=b',
      '=',
      '&&&',
    ]) {
      const response = await sendRaw(server.url, rawRequest('GET', `/api/spaces?${query}`));
      expect([200, 400]).toContain(response.status);
      if (response.status === 400) expectErrorShape(response, response.json());
    }
  });

  it.each(['DELETE', 'PUT', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND'])(
    'are not found with the wrong method %s',
    async (method) => {
      const response = await sendRaw(server.url, rawRequest(method, '/api/auth/sign-in'));
      expectErrorShape(response, response.json(), 'not_found');
    },
  );

  it('get the same response for HEAD as for GET, without the body', async () => {
    const cookie = { Cookie: person.cookieHeader() };
    const head = await sendRaw(server.url, rawRequest('HEAD', `/api/posts/${postId}`, cookie));
    expect([head.status, head.text]).toEqual([200, '']);
    const missing = await sendRaw(server.url, rawRequest('HEAD', `/api/posts/${newId()}`, cookie));
    expect([missing.status, missing.text]).toEqual([404, '']);
  });
});

describe('Cursors', () => {
  const forge = (text: string) => Buffer.from(text).toString('base64url');
  const id = newId();
  it.each([
    'x',
    '',
    '////',
    forge(''),
    forge('default'),
    forge(`default|2026-01-01T00:00:00.000Z|${id}|more`),
    forge(`new|2026-01-01T00:00:00.000Z|${id}`),
    forge('default|2026-01-01T00:00:00.000Z|1'),
    forge(`default|now|${id}`),
    forge(`default|2026-13-01T00:00:00.000Z|${id}`),
    forge(`default|2026-02-31T00:00:00.000Z|${id}`),
    forge(`default|0000-01-01T00:00:00.000Z|${id}`),
    forge(`default|2026-01-01T24:00:00.001Z|${id}`),
    forge(`default|2026-01-01T00:00:00.000Z'; drop table posts; --|${id}`),
    forge(`default|\u0000|${id}`),
  ])('are rejected if the server did not create them: %s', async (cursor) => {
    const response = await person.fetch(`${postsPath()}?cursor=${encodeURIComponent(cursor)}`);
    await expectError(response, 'invalid_cursor');
  });

  it.each([
    '/api/spaces?cursor=',
    `/api/spaces?cursor=${forge(`largest|99999999999|${id}`)}`,
    `/api/spaces?cursor=${forge(`largest|-1|${id}`)}`,
  ])('of Discover are rejected, too: %s', async (path) => {
    await expectError(await person.fetch(path), 'invalid_cursor');
  });

  it.each(['members', 'posts'])(
    'with the earliest and latest possible dates are accepted: %s',
    async (list) => {
      const kind = list === 'members' ? 'newest' : 'default';
      for (const at of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z']) {
        const response = await person.fetch(
          `/api/spaces/${space.id}/${list}?cursor=${forge(`${kind}|${at}|${id}`)}`,
        );
        expect(response.status).toBe(200);
      }
    },
  );
});

describe('A malformed HTTP request is rejected:', () => {
  it.each([
    ['an unknown method', 'BREW /api/spaces HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['a broken header', 'GET /api/spaces HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n', 400],
    ['NUL in a header', 'GET /api/spaces HTTP/1.1\r\nHost: localhost\r\nX-A: a\u0000b\r\n\r\n', 400],
    ['NUL in the path', 'GET /api/\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'NUL in a cookie',
      'GET /api/spaces HTTP/1.1\r\nHost: localhost\r\nCookie: hearth_session=\u0000\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /api/spaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/spaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a negative length', 'POST /api/spaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n', 400],
    ['nonsense', '\u0016\u0003\u0001\u0000garbage\r\n\r\n', 400],
    [
      'headers of 100 KB',
      `GET /api/spaces HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    [
      'a cookie of 100 KB',
      `GET /api/spaces HTTP/1.1\r\nHost: localhost\r\nCookie: a=${'a'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    ['a path of 100 KB', `GET /api/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
  ])('%s', async (_what, text, status) => {
    const response = await sendRaw(server.url, text);
    expect(response.status).toBe(status);
    expectErrorShape(response, response.json(), status === 431 ? 'headers_too_large' : 'invalid_request');
  });
});
