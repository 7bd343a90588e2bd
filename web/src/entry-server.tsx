import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { renderToString } from 'react-dom/server';
import { type Locale, setLocaleSource } from '#contract/i18n/locale.ts';
import { addPseudoLocales } from '#contract/i18n/pseudo-locales.ts';
import type { PageCookie } from '#contract/values/page-cookies.ts';
import { emptyPage } from './app/empty-page.ts';
import { createSharedRenderer, type PartMemory } from './app/render-shared.tsx';
import { createPageRouter, type PageRouter } from './app/routing/router.ts';
import type { ScriptFiles } from './app/start/load-scripts.ts';
import { addStartScript } from './app/start/start-script.ts';
import { loadOpenedPins } from './features/posts/index.ts';
import { createApiClient, type FetchApi } from './lib/api/api-client.ts';
import { createQueryClient } from './lib/cache/query-client.ts';
import { LiveClient } from './lib/live/live-client.ts';
import { SharedParts } from './lib/shared-parts.ts';

/** A page to render. */
export interface PageRequest {
  /** Path and query of the request. */
  url: string;
  /** Allows this page's scripts under its Content-Security-Policy. */
  nonce: string;
  theme: 'light' | 'dark' | null;
  /** The visitor's cookies on which pages depend, by name. */
  cookieOf: (name: PageCookie) => string | null;
  /** The visitor's locale. */
  locale: Locale;
  /** The public address of the site, without a trailing slash. */
  origin: string;
  brandName: string;
  /** Calls the API as the visitor, in the same process. */
  fetchApi: FetchApi;
  /** The HTML of parts that many pages contain. Without it, everything is rendered for each page. */
  parts?: PartMemory;
}

/** The assets of the browser build. */
export interface PageAssets {
  entry: string;
  styles: string[];
  fontUrl: string | null;
  /** Scripts that a page needs besides the entry, by the page's path in `pages/` without `.tsx`. */
  preloads: Record<string, string[]>;
}

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: string;
  /** Why the page couldn't be rendered; the browser then renders `html`. */
  failure?: unknown;
}

interface ManifestChunk {
  file: string;
  src?: string;
  css?: string[];
  imports?: string[];
}

/** Reads the manifest of the browser build (`.vite/manifest.json`). */
export function toPageAssets(manifest: Record<string, ManifestChunk>): PageAssets {
  /** Each file after those that it imports, so that each can run in a task of its own. */
  const filesOf = (key: string, seen = new Set<string>()): string[] => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    return [...(chunk.imports ?? []).flatMap((imported) => filesOf(imported, seen)), `/${chunk.file}`];
  };
  const entryKey = 'web/src/entry-client.tsx';
  const entry = manifest[entryKey];
  if (!entry) throw new Error('The web build has no entry');
  const entryFiles = filesOf(entryKey);
  const font = Object.values(manifest).find(({ file }) => /inter-latin-wght[^/]*\.woff2$/.test(file));
  const preloads: Record<string, string[]> = { '': entryFiles.slice(0, -1) };
  for (const key of Object.keys(manifest)) {
    const page = /^web\/src\/pages\/(.+)\.tsx$/.exec(key)?.[1];
    if (page) preloads[page] = filesOf(key).filter((file) => !entryFiles.includes(file));
  }
  return {
    entry: `/${entry.file}`,
    styles: (entry.css ?? []).map((file) => `/${file}`),
    fontUrl: font ? `/${font.file}` : null,
    preloads,
  };
}

/** Returns the scripts of the page that a router has loaded. */
function scriptsOf(router: PageRouter, { entry, preloads }: PageAssets): ScriptFiles {
  const pages = router.state.matches.map(({ staticData }) => staticData.page);
  const imported = pages.flatMap((page) => (page === undefined ? [] : (preloads[page] ?? [])));
  return { run: [...(preloads[''] ?? []), entry], imported: [...new Set(imported)] };
}

/** What the router puts into the head, by the assets: it keeps what it prepares from one manifest. */
const manifests = new WeakMap<PageAssets, { routes: { __root__: { css: string[] } } }>();

function manifestOf(assets: PageAssets) {
  const known = manifests.get(assets);
  if (known) return known;
  const manifest = { routes: { __root__: { css: assets.styles } } };
  manifests.set(assets, manifest);
  return manifest;
}

addPseudoLocales();
const pageLocale = new AsyncLocalStorage<Locale>();
setLocaleSource(() => pageLocale.getStore());

/**
 * Renders a page with its data. Redirects return 3xx with `location`; missing pages return 404. If a component fails,
 * returns an empty page with status 500 that the browser renders itself.
 */
export function render(request: PageRequest, assets: PageAssets): Promise<RenderedPage> {
  return pageLocale.run(request.locale, () => renderPage(request, assets));
}

async function renderPage(request: PageRequest, assets: PageAssets): Promise<RenderedPage> {
  const { url, nonce, theme, cookieOf, origin, brandName, fetchApi, parts } = request;
  const queryClient = createQueryClient(createApiClient(fetchApi));
  loadOpenedPins(queryClient, cookieOf);
  const live = new LiveClient(() => ({ client: queryClient, viewerId: null }));
  const page = { brandName, origin, theme, fontUrl: assets.fontUrl };
  const router = createPageRouter({ queryClient, live, page }, nonce);
  const handle = createRequestHandler({
    createRouter: () => router,
    // Concatenated rather than resolved: `//elsewhere` is a path here, not another site.
    request: new Request(origin + url),
    getRouterManifest: async () => manifestOf(assets),
  });
  let failure: unknown;
  // Not in the response, which would encode and decode the page.
  let html = '';
  const response = await handle(async ({ responseHeaders }) => {
    try {
      const shared = parts ? createSharedRenderer(router, parts) : null;
      const document = renderToString(
        <SharedParts value={shared}>
          <RouterServer router={router} />
        </SharedParts>,
      );
      const started = addStartScript(document, scriptsOf(router, assets), nonce);
      html = await transformHtmlStringWithRouter(router, started);
      return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
    } catch (error) {
      failure = error;
      return new Response(null, { status: 500 });
    } finally {
      router.serverSsr?.cleanup();
    }
  });
  if (failure !== undefined)
    return { status: 500, headers: {}, html: emptyPage(page, assets, nonce), failure };
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    html,
  };
}
