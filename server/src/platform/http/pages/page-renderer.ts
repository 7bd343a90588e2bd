import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currentLocale } from '#contract/i18n/locale.ts';
import { t } from '#contract/i18n/translate.ts';
import { AppError } from '../../errors.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { sendError } from '../http-server.ts';
import { waitText } from '../limits/rate-limit.ts';
import { sendBuiltFile } from './built-files.ts';
import type { Pages } from './page-source.ts';
import { createPageSender, type PageOptions, recordFailure } from './send-page.ts';

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

/** Handles requests that match no route: sends built files, pages for browsers, and otherwise an error. */
export function servePages(app: FastifyInstance, pages: Pages | null, options: PageOptions): void {
  const sendPage = pages && createPageSender(pages, options);

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (pages && sendPage) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const sent = isRead ? sendBuiltFile(pages.files, path, request, reply) : null;
      if (sent) return sent;
      if (wantsPage(request, path)) {
        const wait = options.budgets.waitForNetwork('page', options.clientAddress(request.raw));
        if (wait > 0) return sendTooManyPages(reply, options.brandName, wait);
        try {
          return await sendPage(request, reply);
        } catch (error) {
          recordFailure(request, error);
          return reply.code(500).type('text/html; charset=utf-8').send(failurePage(options.brandName));
        }
      }
    }
    return sendError(request, reply, new AppError('not_found'));
  });
}
