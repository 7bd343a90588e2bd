import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Locale } from '#contract/i18n/locale.ts';
import type { PageCookie } from '#contract/values/page-cookies.ts';
import type { ApiRead, ReadApi } from '../routes.ts';
import { type BuiltFiles, readBuiltFiles } from './built-files.ts';

interface PageRequest {
  url: string;
  nonce: string;
  theme: 'light' | 'dark' | null;
  cookieOf: (name: PageCookie) => string | null;
  locale: Locale;
  origin: string;
  brandName: string;
  /** Calls an endpoint as the visitor. */
  fetchApi: (
    path: string,
    request: ApiRead & { method: string; headers: Record<string, string>; body?: string },
  ) => Promise<{ status: number; json: () => Promise<unknown> }>;
  /** The HTML of parts that many pages contain. */
  parts?: PartMemory;
}

/** A text, or its bytes in UTF-8. */
export type TextPiece = string | Uint8Array;

/** Joins pieces in UTF-8. */
export const toBytes = (pieces: readonly TextPiece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

/** HTML in memory, by everything that it was rendered from. */
export interface PartMemory {
  get(key: readonly TextPiece[]): Uint8Array | undefined;
  set(key: readonly TextPiece[], html: Uint8Array): void;
}
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: TextPiece[];
  /** Why the page couldn't be rendered. If set, `html` is an empty page that the browser renders. */
  failure?: unknown;
}

/** A rendered page whose HTML is encoded. */
export type PageBytes = Omit<RenderedPage, 'html'> & { bytes: Buffer };

/** Renders pages and contains the files that they refer to. */
export interface PageSource {
  render: (request: PageRequest) => Promise<RenderedPage>;
  files: BuiltFiles;
}

/** Pages with what they are rendered from. */
export interface Pages extends PageSource {
  readApi: ReadApi;
}

/** The exports of the renderer in the web build. */
interface Renderer<Assets> {
  render: (request: PageRequest, assets: Assets) => Promise<RenderedPage>;
  toPageAssets: (manifest: unknown) => Assets;
}

const buildFolder = fileURLToPath(new URL('../../../../../build/web/', import.meta.url));

/** Loads the web build of `tools/build-web.ts`, or returns null if there is none. Only this file loads web code. */
export async function loadBuiltPages(folder: string = buildFolder): Promise<PageSource | null> {
  const entry = `${folder}server/entry-server.js`;
  if (!existsSync(entry)) return null;
  const renderer = (await import(pathToFileURL(entry).href)) as Renderer<unknown>;
  const manifest: unknown = JSON.parse(await readFile(`${folder}client/.vite/manifest.json`, 'utf8'));
  const assets = renderer.toPageAssets(manifest);
  return {
    render: (request) => renderer.render(request, assets),
    files: await readBuiltFiles(`${folder}client`),
  };
}
