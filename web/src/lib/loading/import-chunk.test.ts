import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkError, importChunk } from './import-chunk.ts';

const request = vi.fn<(path: string) => Promise<Response>>();
const load = vi.fn(async () => 'module');
let files = 0;
/** Files are fetched once in the life of a page. */
const newFile = () => {
  files += 1;
  return `assets/chunk-${files}.js`;
};
beforeEach(() => {
  request.mockReset().mockImplementation(async () => new Response('export {}'));
  load.mockClear();
  vi.stubGlobal('fetch', request);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});
const failureOf = (importing: Promise<unknown>) =>
  importing.then(
    () => null,
    (error: unknown) => (error instanceof ChunkError ? error.reason : error),
  );

it('imports a script after all of its files were fetched, each once', async () => {
  const [a, b] = [newFile(), newFile()];
  const arrived = Promise.withResolvers<Response>();
  request.mockImplementationOnce(() => arrived.promise);
  const importing = importChunk(load, [a, b]);
  await Promise.resolve();
  expect(request.mock.calls).toEqual([[`/${a}`], [`/${b}`]]);
  expect(load).not.toHaveBeenCalled();
  arrived.resolve(new Response('export {}'));
  expect(await importing).toBe('module');
  expect(await importChunk(load, [b])).toBe('module');
  expect(request).toHaveBeenCalledTimes(2);
});

it.each([
  ['network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['gone', async () => new Response('', { status: 404 })],
  ['other', async () => new Response('', { status: 503 })],
] as const)(
  'imports nothing while a file cannot be fetched (%s), and fetches it again',
  async (reason, fail) => {
    const file = newFile();
    request.mockImplementationOnce(fail);
    expect(await failureOf(importChunk(load, [file]))).toBe(reason);
    expect(load).not.toHaveBeenCalled();
    expect(await importChunk(load, [file])).toBe('module');
  },
);

it('does not fetch what the page itself loads', async () => {
  const file = newFile();
  document.head.innerHTML = `<link rel="modulepreload" href="/${file}">`;
  expect(await importChunk(load, [file])).toBe('module');
  expect(await importChunk(load)).toBe('module');
  expect(request).not.toHaveBeenCalled();
});

it('adds the style sheets of a script in their order, each once, and waits for them', async () => {
  const [first, second] = [newFile(), newFile()].map((file) => file.replace('.js', '.css'));
  document.head.innerHTML = `<link rel="stylesheet" href="/assets/main.css">`;
  const importing = importChunk(load, [`${first}`, `${second}`, 'assets/main.css']);
  const links = [...document.head.querySelectorAll('link')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/assets/main.css',
    `/${first}`,
    `/${second}`,
  ]);
  for (const link of links.slice(1)) {
    await new Promise((resolve) => setTimeout(resolve));
    expect(load).not.toHaveBeenCalled();
    link.dispatchEvent(new Event('load'));
  }
  expect(await importing).toBe('module');
  await importChunk(load, [`${first}`]);
  expect(document.head.querySelectorAll('link')).toHaveLength(3);
});

it.each([
  ['gone', 404],
  ['other', 200],
] as const)('removes a style sheet that fails (%s), and adds it again', async (reason, status) => {
  const sheet = newFile().replace('.js', '.css');
  const linkOf = () => document.head.querySelector(`link[href="/${sheet}"]`);
  request.mockImplementationOnce(async () => new Response('', { status }));
  const importing = importChunk(load, [sheet]);
  linkOf()?.dispatchEvent(new Event('error'));
  expect(await failureOf(importing)).toBe(reason);
  expect(linkOf()).toBeNull();
  expect(load).not.toHaveBeenCalled();
  const again = importChunk(load, [sheet]);
  linkOf()?.dispatchEvent(new Event('load'));
  expect(await again).toBe('module');
});
