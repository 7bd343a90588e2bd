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
import { createPageParts, type PartMemory } from './app/page-parts.tsx';
import { createPageRouter, type PageRouter } from './app/routing/router.ts';
import type { ScriptFiles } from './app/start/load-scripts.ts';
import { addStartScript } from './app/start/start-script.ts';
import { loadOpenedPins } from './features/posts/index.ts';
import { createApiClient, type FetchApi } from './lib/api/api-client.ts';
import { createQueryClient } from './lib/cache/query-client.ts';
import { LiveClient } from './lib/live/live-client.ts';
import { RenderedModules } from './lib/loading/rendered-modules.ts';
import { PagePartsContext, type TextPiece } from './lib/page-parts.ts';

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
  /** Style sheets that a page needs besides `styles`, by the same paths. */
  pageStyles?: Record<string, string[]>;
  /** Scripts and style sheets of the modules that `lazyInPage` loads, by their paths in `web/src/`. */
  modules?: Record<string, { scripts: string[]; styles: string[] }>;
}

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: TextPiece[];
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
  /** Each after those that it imports: so each can run in a task of its own, and styles are in the order of Vite's own lists. */
  const chunksOf = (key: string, seen = new Set<string>()): ManifestChunk[] => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    return [...(chunk.imports ?? []).flatMap((imported) => chunksOf(imported, seen)), chunk];
  };
  const filesOf = (key: string) => chunksOf(key).map(({ file }) => `/${file}`);
  const stylesOf = (key: string) => [
    ...new Set(chunksOf(key).flatMap(({ css = [] }) => css.map((file) => `/${file}`))),
  ];
  const entryKey = 'web/src/entry-client.tsx';
  const entry = manifest[entryKey];
  if (!entry) throw new Error('The web build has no entry');
  const entryFiles = filesOf(entryKey);
  const font = Object.values(manifest).find(({ file }) => /inter-latin-wght[^/]*\.woff2$/.test(file));
  const styles = stylesOf(entryKey);
  const lazyStylesOf = (key: string) => stylesOf(key).filter((file) => !styles.includes(file));
  const preloads: Record<string, string[]> = { '': entryFiles.slice(0, -1) };
  const pageStyles: Record<string, string[]> = {};
  const modules: PageAssets['modules'] = {};
  for (const key of Object.keys(manifest)) {
    const scripts = filesOf(key).filter((file) => !entryFiles.includes(file));
    modules[key.replace(/^web\/src\//, '')] = { scripts, styles: lazyStylesOf(key) };
    const page = /^web\/src\/pages\/(.+)\.tsx$/.exec(key)?.[1];
    if (!page) continue;
    preloads[page] = scripts;
    pageStyles[page] = lazyStylesOf(key);
  }
  return {
    entry: `/${entry.file}`,
    styles,
    fontUrl: font ? `/${font.file}` : null,
    preloads,
    pageStyles,
    modules,
  };
}

/** Returns the scripts of the page that a router has loaded, and of the modules that are rendered in it. */
function scriptsOf(router: PageRouter, rendered: ReadonlySet<string>, assets: PageAssets): ScriptFiles {
  const { entry, preloads, modules } = assets;
  const pages = router.state.matches.map(({ staticData }) => staticData.page);
  const imported = pages.flatMap((page) => (page === undefined ? [] : (preloads[page] ?? [])));
  const ofParts = [...rendered].flatMap((module) => modules?.[module]?.scripts ?? []);
  const parts = ofParts.filter((file) => !imported.includes(file));
  return {
    run: [...(preloads[''] ?? []), entry],
    imported: [...new Set(imported)],
    parts: [...new Set(parts)],
  };
}

/** Returns the assets in the router's format: the styles of each route. React keeps them in the document once the page is left. */
function createRouterManifest(router: PageRouter, { styles, pageStyles }: PageAssets) {
  const routes = Object.fromEntries(
    Object.values(router.routesById).flatMap(({ id, options }) => {
      const css = options.staticData?.page && pageStyles?.[options.staticData.page];
      return css ? [[id as string, { css }]] : [];
    }),
  );
  return { routes: { ...routes, __root__: { css: styles } } };
}

type RouterManifest = ReturnType<typeof createRouterManifest>;
const manifests = new WeakMap<PageAssets, RouterManifest>();

/** Returns the manifest of these assets. All routers have the same routes, and keep what they prepare from one manifest. */
function toRouterManifest(router: PageRouter, assets: PageAssets): RouterManifest {
  const known = manifests.get(assets);
  if (known) return known;
  const manifest = createRouterManifest(router, assets);
  manifests.set(assets, manifest);
  return manifest;
}

/** Links the style sheets of these modules, after those of the page. */
function linkStyles(html: string, rendered: ReadonlySet<string>, { modules }: PageAssets): string {
  const sheets = new Set([...rendered].flatMap((module) => modules?.[module]?.styles ?? []));
  const links = [...sheets]
    .filter((href) => !html.includes(`<link rel="stylesheet" href="${href}"`))
    .map((href) => `<link rel="stylesheet" href="${href}"/>`);
  return links.length > 0 ? html.replace('</head>', `${links.join('')}</head>`) : html;
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
  const { url, nonce, theme, cookieOf, origin, brandName, fetchApi } = request;
  const queryClient = createQueryClient(createApiClient(fetchApi));
  loadOpenedPins(queryClient, cookieOf);
  const live = new LiveClient(() => ({ client: queryClient, viewerId: null }));
  const page = { brandName, origin, theme, fontUrl: assets.fontUrl };
  const router = createPageRouter({ queryClient, live, page }, nonce);
  const handle = createRequestHandler({
    createRouter: () => router,
    // Concatenated rather than resolved: `//elsewhere` is a path here, not another site.
    request: new Request(origin + url),
    getRouterManifest: async () => toRouterManifest(router, assets),
  });
  let failure: unknown;
  // Not in the response, which would encode and decode the page.
  let html: TextPiece[] = [];
  const response = await handle(async ({ responseHeaders }) => {
    try {
      const { parts, fill } = createPageParts(router, request.parts, crypto.randomUUID());
      const modules = new Set<string>();
      const document = renderToString(
        <RenderedModules value={modules}>
          <PagePartsContext value={parts}>
            <RouterServer router={router} />
          </PagePartsContext>
        </RenderedModules>,
      );
      const [start, ...rest] = fill(await transformHtmlStringWithRouter(router, document));
      const styled = linkStyles(start, modules, assets);
      html = [addStartScript(styled, scriptsOf(router, modules, assets), nonce), ...rest];
      return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
    } catch (error) {
      failure = error;
      return new Response(null, { status: 500 });
    } finally {
      router.serverSsr?.cleanup();
    }
  });
  if (failure !== undefined)
    return { status: 500, headers: {}, html: [emptyPage(page, assets, nonce)], failure };
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    html,
  };
}
