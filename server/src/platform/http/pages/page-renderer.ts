import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currentLocale, type Locale } from '#contract/i18n/locale.ts';
import { t } from '#contract/i18n/translate.ts';
import { hasSessionCookie, readCookie } from '../../auth/session-cookie.ts';
import { AppError } from '../../errors.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { sendError } from '../http-server.ts';
import { waitText } from '../limits/rate-limit.ts';
import type { RequestBudgets } from '../limits/request-budgets.ts';
import type { ClientAddress } from '../requests/client-address.ts';
import { createNonce, pageContentPolicy } from '../security-headers.ts';
import { type BuiltFiles, readBuiltFiles, sendBuiltFile } from './built-files.ts';
import { pageFailures } from './page-failures.ts';

interface PageRequest {
  url: string;
  nonce: string;
  theme: 'light' | 'dark' | null;
  cookieOf: (name: string) => string | null;
  locale: Locale;
  origin: string;
  brandName: string;
  fetchApi: (
    path: string,
    request: { method: string; headers: Record<string, string>; body?: string },
  ) => Promise<{ status: number; json: () => Promise<unknown> }>;
}
interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: string;
  /** Why the page couldn't be rendered. If set, `html` is an empty page that the browser renders. */
  failure?: unknown;
}

/** Renders pages and contains the files that they refer to. */
export interface PageSource {
  render: (request: PageRequest) => Promise<RenderedPage>;
  files: BuiltFiles;
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

const bareHtml = (brandName: string, title: string, text: string) => `<!doctype html>
<html lang="${currentLocale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head>
<body style="font-family:system-ui;max-width:28rem;margin:20vh auto;padding:1rem;text-align:center">
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<p><a href="">${escapeHtml(t('Reload Page'))}</a> &middot; <a href="/">${escapeHtml(brandName)}</a></p></body></html>`;

/** The page that is sent if rendering fails completely. */
const failurePage = (brandName: string) =>
  bareHtml(
    brandName,
    t('Application Error'),
    t('Something went wrong. This error has been logged for debugging.'),
  );

/** Sends the page for a network that requested too many pages. */
function sendTooManyPages(reply: FastifyReply, brandName: string, wait: number): FastifyReply {
  const html = bareHtml(
    brandName,
    t('Too many requests'),
    t('Please wait {wait}, then reload the page.', { wait: waitText(wait) }),
  );
  return reply.code(429).header('retry-after', wait).type('text/html; charset=utf-8').send(html);
}

/** Paths that are never pages. */
const machinePaths = /^\/(api|assets|live|metrics|files|dev)(\/|$)/;

function wantsPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (machinePaths.test(path)) return false;
  const { accept } = request.headers;
  if (!accept) return false;
  if (accept.includes('text/html')) return true;
  return accept.includes('*/*') && !/\.\w+$/.test(path);
}

function recordFailure(request: FastifyRequest, error: unknown): void {
  pageFailures.inc();
  request.log.error({ err: error }, "a page couldn't be rendered");
}

interface PageOptions {
  brandName: string;
  publicUrl: () => string;
  clientAddress: ClientAddress;
  budgets: RequestBudgets;
}

/** Handles requests that match no route: sends built files, pages for browsers, and otherwise an error. */
export function servePages(app: FastifyInstance, pages: PageSource | null, options: PageOptions): void {
  const sendPage = async (
    source: PageSource,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const nonce = createNonce();
    const theme = readCookie(request.headers.cookie, 'theme');
    /** Set if data of the page is unavailable: the seconds to wait, or '' if unknown. */
    let retryAfter: string | undefined;
    const page = await source.render({
      url: request.url,
      nonce,
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      cookieOf: (name) => readCookie(request.headers.cookie, name),
      locale: currentLocale(),
      origin: options.publicUrl(),
      brandName: options.brandName,
      fetchApi: async (path, { method, headers, body }) => {
        const { cookie, 'accept-language': language } = request.headers;
        const response = await app.inject({
          method: method as 'GET',
          url: path,
          headers: {
            ...headers,
            ...(cookie ? { cookie } : {}),
            ...(language ? { 'accept-language': language } : {}),
          },
          payload: body,
          remoteAddress: options.clientAddress(request.raw),
        });
        if (response.statusCode === 503) retryAfter ??= String(response.headers['retry-after'] ?? '');
        return { status: response.statusCode, json: async () => response.json() as unknown };
      },
    });
    if (page.failure !== undefined) recordFailure(request, page.failure);
    const { location } = page.headers;
    // Pages of signed-in users aren't stored, so that the next user of the browser can't see them.
    const isPersonal = hasSessionCookie(request.headers.cookie);
    reply.header('cache-control', isPersonal ? 'private, no-store' : 'private, no-cache');
    reply.header('vary', 'cookie, accept-language');
    if (location !== undefined) return reply.code(page.status).header('location', location).send();
    // The page itself shows what is missing. The status keeps search engines and monitors from treating it as complete.
    const isUnavailable = retryAfter !== undefined && (page.status === 200 || page.status === 500);
    if (isUnavailable && retryAfter) reply.header('retry-after', retryAfter);
    reply.code(isUnavailable ? 503 : page.status).type('text/html; charset=utf-8');
    reply.header('content-security-policy', pageContentPolicy(nonce));
    return reply.send(page.html);
  };

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (pages) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const sent = isRead ? sendBuiltFile(pages.files, path, request, reply) : null;
      if (sent) return sent;
      if (wantsPage(request, path)) {
        const wait = options.budgets.waitForNetwork('page', options.clientAddress(request.raw));
        if (wait > 0) return sendTooManyPages(reply, options.brandName, wait);
        try {
          return await sendPage(pages, request, reply);
        } catch (error) {
          recordFailure(request, error);
          return reply.code(500).type('text/html; charset=utf-8').send(failurePage(options.brandName));
        }
      }
    }
    return sendError(request, reply, new AppError('not_found'));
  });
}
