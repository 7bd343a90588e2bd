import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { hasUnsentWrite } from '#web/lib/api/unsent-writes.ts';
import { idOf, spaceId } from '#web-testing/fixtures.ts';
import { isImage, uploadFile, uploadImage, uploadSpaceFile } from './upload-file.ts';

/** A request that ends when the test says so. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  response: unknown = null;
  responseType = '';
  timeout = 0;
  opened: string[] = [];
  headers: Record<string, string> = {};
  body: unknown;
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(...how: string[]) {
    this.opened = how;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  send(body: unknown) {
    this.body = body;
  }
  respond(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.dispatchEvent(new Event('load'));
  }
  progress(fields: { lengthComputable: boolean; loaded: number; total: number }) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), fields));
  }
}
beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => vi.unstubAllGlobals());

const photo = new File(['x'], 'oven.jpg', { type: 'image/jpeg' });
const plan = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
const options = { space_id: spaceId };
const sentTo = () => {
  const [method, url = ''] = FakeRequest.last.opened;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return [method, pathname, Object.fromEntries(searchParams)];
};

it.each([
  ['image/jpeg', true],
  ['image/png', true],
  ['image/gif', true],
  ['image/webp', true],
  ['image/svg+xml', false],
  ['video/mp4', false],
  ['', false],
])('shows %j as an image: %s', (type, expected) => {
  expect(isImage({ type })).toBe(expected);
});

describe('the request', () => {
  it.each(['post', 'comment'] as const)('for an image of a %s', async (purpose) => {
    const upload = { id: idOf(1), kind: 'image' };
    const response = uploadFile(photo, { ...options, purpose });
    expect(sentTo()).toEqual([
      'POST',
      '/api/uploads',
      { purpose: `${purpose}_image`, space_id: spaceId, file_name: 'oven.jpg' },
    ]);
    expect(FakeRequest.last).toMatchObject({
      body: photo,
      responseType: 'json',
      timeout: 300_000,
      headers: { accept: 'application/json', 'content-type': 'image/jpeg' },
    });
    FakeRequest.last.respond(200, { upload });
    await expect(response).resolves.toEqual(upload);
  });

  it.each(['post', 'comment'] as const)('for a document of a %s', async (purpose) => {
    const file = { id: idOf(2), kind: 'document' };
    const response = uploadFile(plan, { ...options, purpose });
    expect(sentTo()).toEqual([
      'POST',
      '/api/uploads/files',
      { purpose: `${purpose}_file`, space_id: spaceId, file_name: 'plan.pdf' },
    ]);
    FakeRequest.last.respond(201, { file });
    await expect(response).resolves.toEqual(file);
  });

  it('for the video of a space', async () => {
    const file = { id: idOf(3), kind: 'video' };
    const response = uploadSpaceFile(
      new File(['x'], 'tour.mp4', { type: 'video/mp4' }),
      'space_intro_video',
      options,
    );
    expect(sentTo()[2]).toEqual({ purpose: 'space_intro_video', space_id: spaceId, file_name: 'tour.mp4' });
    FakeRequest.last.respond(200, { file });
    await expect(response).resolves.toEqual(file);
  });

  it('has a name and a type even if the file has none, and at most 255 characters', () => {
    void uploadImage(new File(['x'], ''), { ...options, purpose: 'avatar' });
    expect(sentTo()[2]).toMatchObject({ file_name: 'file', purpose: 'avatar' });
    expect(FakeRequest.last.headers['content-type']).toBe('application/octet-stream');
    void uploadImage(new File(['x'], `${'x'.repeat(300)}.jpg`), { ...options, purpose: 'avatar' });
    expect(sentTo()[2]).toMatchObject({ file_name: `${'x'.repeat(251)}.jpg` });
  });
});

it('reports the uploaded share, if the browser knows it', () => {
  const onProgress = vi.fn();
  void uploadFile(photo, { ...options, purpose: 'post', onProgress });
  FakeRequest.last.progress({ lengthComputable: true, loaded: 1, total: 4 });
  FakeRequest.last.progress({ lengthComputable: false, loaded: 1, total: 4 });
  FakeRequest.last.progress({ lengthComputable: true, loaded: 0, total: 0 });
  expect(onProgress.mock.calls).toEqual([[0.25]]);
});

describe('a failure', () => {
  const start = (signal?: AbortSignal) => uploadFile(photo, { ...options, purpose: 'post', signal });

  it.each([
    [
      400,
      { error: { code: 'file_too_large', message: 'Too large.', data: null, request_id: 'r' } },
      'file_too_large',
    ],
    [199, { upload: {} }, 'internal'],
    [300, { upload: {} }, 'internal'],
    [200, null, 'internal'],
    [502, null, 'unavailable'],
  ])('of the server: %i with %j', async (status, response, code) => {
    const failure = start();
    FakeRequest.last.respond(status, response);
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toMatchObject({ code, status });
  });

  it.each(['error', 'timeout'])(
    'of the connection (%s) counts as a change that was not sent',
    async (type) => {
      expect(hasUnsentWrite(0)).toBe(false);
      const failure = start();
      FakeRequest.last.dispatchEvent(new Event(type));
      await expect(failure).rejects.toBeInstanceOf(NetworkError);
      expect(hasUnsentWrite(60_000)).toBe(true);
    },
  );

  it('because it was canceled is none of the connection', async () => {
    const abort = new AbortController();
    const failure = start(abort.signal);
    abort.abort();
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' });
  });
});
