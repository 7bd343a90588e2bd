import { globSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { parseAcceptLanguage } from '#contract/i18n/locale.ts';
import { readCookie } from '#server/platform/auth/session-cookie.ts';
import { type PageSource, toBytes } from '#server/platform/http/pages/page-source.ts';

type Render = PageSource['render'];

interface Renderer {
  render: (request: Parameters<Render>[0], assets: unknown) => ReturnType<Render>;
}

export interface DevWebOptions {
  port: number;
  host: string;
  /** The URL that users open. */
  origin: string;
  brandName: string;
  /** The address of the server. */
  serverAddress: string;
  /** Resolves when the server is ready. */
  whenReady: () => Promise<unknown>;
}

/** Paths that the server handles. */
const serverPaths = ['/api', '/files', '/live', '/dev', '/metrics'];
const isServerPath = (url: string) => serverPaths.some((path) => new RegExp(`^${path}(/|\\?|$)`).test(url));

/** The files that pages refer to: the sources themselves, which Vite serves. */
const assets = {
  entry: '/web/src/entry-client.tsx',
  // All lazy ones too: without a build, no manifest says which page needs them.
  styles: ['main.css', ...globSync('lazy/*.css', { cwd: 'web/src/styles' }).sort()].map(
    (path) => `/web/src/styles/${path}`,
  ),
  fontUrl: null,
  preloads: {},
};

/** Starts Vite in front of the server: it serves the sources, renders pages and forwards all other requests. */
export async function startDevWeb(options: DevWebOptions): Promise<ViteDevServer> {
  const vite = await createServer({
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    plugins: [pages(options)],
    server: {
      port: options.port,
      strictPort: true,
      host: options.host,
      proxy: Object.fromEntries(
        serverPaths.map((path) => [
          `^${path}(/|\\?|$)`,
          { target: options.serverAddress, ws: path === '/live', changeOrigin: false },
        ]),
      ),
    },
  });
  await vite.listen();
  return vite;
}

function pages(options: DevWebOptions): Plugin {
  return {
    name: 'hearth-pages',
    config(config) {
      // The build bundles its libraries. Here, Node loads them, because Vite can't run CommonJS on the server.
      if (config.ssr) delete config.ssr.noExternal;
    },
    configureServer(vite) {
      vite.middlewares.use(async (request, _response, next) => {
        // While the server restarts, requests wait instead of failing.
        if (isServerPath(request.url ?? '')) await options.whenReady();
        next();
      });
      return () => {
        vite.middlewares.use((request, response) => {
          sendPage(vite, options, request, response).catch((error: Error) => {
            vite.ssrFixStacktrace(error);
            process.stderr.write(`${error.stack}\n`);
            response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.stack);
          });
        });
      };
    },
  };
}

function readTheme(cookie: string): 'light' | 'dark' | null {
  const theme = readCookie(cookie, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : null;
}

async function sendPage(
  vite: ViteDevServer,
  options: DevWebOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await options.whenReady();
  const url = request.url ?? '/';
  const cookie = request.headers.cookie ?? '';
  const { render } = (await vite.ssrLoadModule('/web/src/entry-server.tsx')) as unknown as Renderer;
  const page = await render(
    {
      url,
      nonce: '',
      theme: readTheme(cookie),
      cookieOf: (name) => readCookie(cookie, name),
      locale: parseAcceptLanguage(request.headers['accept-language']),
      origin: options.origin,
      brandName: options.brandName,
      fetchApi: async (path, { method, headers, body }) => {
        const language = request.headers['accept-language'] ?? '';
        const response = await fetch(`${options.serverAddress}${path}`, {
          method,
          headers: { ...headers, ...(cookie ? { cookie } : {}), 'accept-language': language },
          body,
        });
        return { status: response.status, json: () => response.json() as Promise<unknown> };
      },
    },
    assets,
  );
  response.statusCode = page.status;
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  if (page.headers.location !== undefined) {
    response.end();
    return;
  }
  // React Refresh must be set up before the entry runs, so the entry must keep its position.
  const inOrder = toBytes(page.html)
    .toString()
    .replace(/<script\b[^>]*src="\/web\/src\/entry-client\.tsx"[^>]*>/g, (tag) =>
      tag.replace(/\sasync(="[^"]*")?/, ''),
    );
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const html = await vite.transformIndexHtml(url, inOrder);
  // After a change, Vite adds a timestamp to the entry's URL. The browser would load the entry a second time and hydrate the
  // page twice.
  response.end(html.replaceAll(new RegExp(`(${assets.entry})\\?t=\\d+`, 'g'), '$1'));
}
