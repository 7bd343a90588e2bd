import { describe, expect, it, vi } from 'vitest';
import { isWorthRetrying } from '../cache/query-client.ts';
import { compareClocks, serverNow } from '../server-clock.ts';
import {
  ApiError,
  type ApiRequest,
  call,
  createApiClient,
  isApiError,
  NetworkError,
  toRequest,
} from './api-client.ts';
import { toMessage } from './error-messages.ts';

const response = (status: number, body: unknown) => ({
  status,
  json: async () => {
    if (body === undefined) throw new SyntaxError('no JSON');
    return body;
  },
});

describe('API client', () => {
  it('puts each field where the contract defines it', () => {
    expect(toRequest('list_posts', { space_id: 's 1', sort: 'new', cursor: undefined })).toEqual({
      method: 'GET',
      url: '/api/spaces/s%201/posts?sort=new',
      body: undefined,
    });
    expect(toRequest('create_comment', { post_id: 'p1', client_id: 'c', body: '<p>x</p>' })).toEqual({
      method: 'POST',
      url: '/api/posts/p1/comments',
      body: '{"client_id":"c","body":"<p>x</p>"}',
    });
    expect(toRequest('leave_space', { space_id: 's1' })).toEqual({
      method: 'DELETE',
      url: '/api/spaces/s1/membership',
      body: undefined,
    });
    expect(toRequest('upload_file', { purpose: 'avatar', file_name: 'a b.png' }).url).toBe(
      '/api/uploads?purpose=avatar&file_name=a+b.png',
    );
  });

  it('sends JSON and returns the response body', async () => {
    const sent: [string, ApiRequest][] = [];
    const call = createApiClient(async (path, request) => {
      sent.push([path, request]);
      return response(200, { session: null, user: null });
    });
    expect(await call('sign_in', { email: 'a@b.co', password: 'x' })).toEqual({ session: null, user: null });
    expect(sent[0]?.[1]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    await call('get_session');
    expect(sent[1]?.[1].headers).not.toHaveProperty('content-type');
  });

  it('throws an ApiError with all details of the server error', async () => {
    const body = {
      error: { code: 'rate_limited', message: 'Wait 5 seconds', data: { retry_after: 5 }, request_id: 'r1' },
    };
    const call = createApiClient(async () => response(429, body));
    const error = await call('sign_out').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: 'Wait 5 seconds',
      data: { retry_after: 5 },
      requestId: 'r1',
    });
    expect(isApiError(error, 'rate_limited')).toBe(true);
    expect(isApiError(error, 'internal')).toBe(false);
    expect(isWorthRetrying(error)).toBe(false);
  });

  it.each([undefined, { error: 'Internal Server Error' }, 'Oops'])(
    'leaves the message to the screen if the body is %j and not of the contract',
    async (body) => {
      const failing = createApiClient(async () => response(500, body));
      const error = await failing('sign_out').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'internal', status: 500, message: '' });
      expect(toMessage(error, 'Login failed')).toBe('Login failed');
    },
  );

  it('handles an HTML error page of a proxy and a lost connection', async () => {
    const proxied = createApiClient(async () => response(502, undefined));
    const error = await proxied('sign_out').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', status: 502 });
    expect(isWorthRetrying(error)).toBe(true);

    const offline = createApiClient(async () => {
      throw new TypeError('Failed to fetch');
    });
    const lost = await offline('sign_out').catch((thrown: unknown) => thrown);
    expect(lost).toBeInstanceOf(NetworkError);
    expect(isWorthRetrying(lost)).toBe(true);
  });

  it('throws an AbortError for a canceled call, not a NetworkError', async () => {
    const controller = new AbortController();
    const call = createApiClient(async (_path, { signal }) => {
      controller.abort();
      signal?.throwIfAborted();
      return response(200, {});
    });
    const error = await call('get_session', {}, { signal: controller.signal }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'AbortError' });
  });
});

it('The clock of the server is that of its responses', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { date } }));
  await call('get_unread_notification_count');
  vi.unstubAllGlobals();
  expect(serverNow() - Date.now()).toBeGreaterThan(3_590_000);
  compareClocks(new Date().toUTCString());
  expect(serverNow() - Date.now()).toBe(0);
});
