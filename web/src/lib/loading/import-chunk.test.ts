import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkError, importChunk } from './import-chunk.ts';

const request = vi.fn<(path: string) => Promise<Response>>();
const load = vi.fn(async () => 'module');
/** The version of the browser, which is a Chromium. */
let version = 156;
let files = 0;
/** Files are requested once in the life of a page. */
const newFile = (extension = 'js') => {
  files += 1;
  return `assets/chunk-${files}.${extension}`;
};
/** The files that the page links, in their order. */
const linked = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));
/** Tells the page that a file has arrived or failed. */
const end = (file: string, type: 'load' | 'error' = 'load') =>
  document.head.querySelector(`link[href="/${file}"]`)?.dispatchEvent(new Event(type));
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
beforeEach(() => {
  request.mockReset().mockImplementation(async () => new Response('export {}'));
  load.mockClear();
  vi.stubGlobal('fetch', request);
  version = 156;
  const brands = () => [
    { brand: 'Not A Brand', version: '999' },
    { brand: 'Chromium', version: `${version}` },
  ];
  vi.stubGlobal('navigator', {
    get userAgentData() {
      return { brands: brands() };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});
const failureOf = (importing: Promise<unknown>) =>
  importing.then(
    () => null,
    (error: unknown) => (error instanceof ChunkError ? error.reason : error),
  );

it('imports a script after all of its files have arrived, each requested once', async () => {
  const [a, b] = [newFile(), newFile()];
  const importing = importChunk(load, [a, b]);
  expect(linked()).toEqual([`/${a}`, `/${b}`]);
  end(b);
  await nextTask();
  expect(load).not.toHaveBeenCalled();
  end(a);
  expect(await importing).toBe('module');
  expect(await importChunk(load, [b])).toBe('module');
  expect(linked()).toHaveLength(2);
  expect(document.head.querySelectorAll('link[rel="modulepreload"]')).toHaveLength(2);
  expect(request).not.toHaveBeenCalled();
});

it.each([
  ['network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['gone', async () => new Response('', { status: 404 })],
  ['other', async () => new Response('', { status: 503 })],
] as const)(
  'imports nothing while a file cannot be loaded (%s), and requests it again',
  async (reason, fail) => {
    const file = newFile();
    request.mockImplementationOnce(fail);
    const importing = importChunk(load, [file]);
    end(file, 'error');
    expect(await failureOf(importing)).toBe(reason);
    expect(load).not.toHaveBeenCalled();
    expect(linked()).toEqual([]);
    const again = importChunk(load, [file]);
    end(file);
    expect(await again).toBe('module');
  },
);

it('imports a script that failed for a moment', async () => {
  const file = newFile();
  const importing = importChunk(load, [file]);
  end(file, 'error');
  expect(await importing).toBe('module');
  expect(request.mock.calls).toEqual([[`/${file}`]]);
});

it.each([['Chromium 155'], ['another browser']])(
  'fetches scripts in %s, which remembers failures',
  async (name) => {
    version = 155;
    if (name === 'another browser') vi.stubGlobal('navigator', {});
    const file = newFile();
    request.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(importChunk(load, [file]))).toBe('network');
    expect(await importChunk(load, [file])).toBe('module');
    expect(request.mock.calls).toEqual([[`/${file}`], [`/${file}`]]);
    expect(linked()).toEqual([]);
  },
);

it('does not request what the page itself loads', async () => {
  const file = newFile();
  document.head.innerHTML = `<link rel="modulepreload" href="/${file}">`;
  expect(await importChunk(load, [file])).toBe('module');
  expect(await importChunk(load)).toBe('module');
  expect(linked()).toEqual([`/${file}`]);
});

it('adds the style sheets of a script in their order, each once, and waits for them', async () => {
  const [first, second] = [newFile('css'), newFile('css')];
  document.head.innerHTML = `<link rel="stylesheet" href="/assets/main.css">`;
  const importing = importChunk(load, [first, second, 'assets/main.css']);
  expect(linked()).toEqual(['/assets/main.css', `/${first}`, `/${second}`]);
  for (const sheet of [first, second]) {
    await nextTask();
    expect(load).not.toHaveBeenCalled();
    end(sheet);
  }
  expect(await importing).toBe('module');
  await importChunk(load, [first]);
  expect(linked()).toHaveLength(3);
});

it.each([
  ['gone', 404],
  ['other', 200],
] as const)('removes a style sheet that fails (%s), and adds it again', async (reason, status) => {
  const sheet = newFile('css');
  request.mockImplementationOnce(async () => new Response('', { status }));
  const importing = importChunk(load, [sheet]);
  end(sheet, 'error');
  expect(await failureOf(importing)).toBe(reason);
  expect(linked()).toEqual([]);
  expect(load).not.toHaveBeenCalled();
  const again = importChunk(load, [sheet]);
  end(sheet);
  expect(await again).toBe('module');
});
