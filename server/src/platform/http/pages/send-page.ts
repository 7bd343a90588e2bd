import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentLocale } from '#contract/i18n/locale.ts';
import { type PageCookie, pageCookies } from '#contract/values/page-cookies.ts';
import { hasSessionCookie, readCookie } from '../../auth/session-cookie.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { createFairQueue, type FairQueue } from '../../limits/fair-queue.ts';
import type { RequestBudgets } from '../limits/request-budgets.ts';
import { type ClientAddress, networkOf } from '../requests/client-address.ts';
import { createNonce, pageContentPolicy } from '../security-headers.ts';
import { chooseEncoding } from './compression.ts';
import { pageFailures } from './page-failures.ts';
import { createPageMemory, type PageVisit, type SharedPage } from './page-memory.ts';
import { type Pages, type PartMemory, type RenderedPage, type TextPiece, toBytes } from './page-source.ts';

export interface PageOptions {
  brandName: string;
  publicUrl: () => string;
  clientAddress: ClientAddress;
  budgets: RequestBudgets;
}

/** How many pages are rendered at once. Between them, other requests get their turn, however large the pages are. */
const maxRenders = 4;
/** How many of them one network gets, however many it requests, so that others wait for one page at most. */
const rendersOfNetwork = 2;
/** The bytes of HTML for which one more request is taken from the budget of pages. */
const chargedBytes = 250_000;
/** How many bytes of HTML are kept together, of parts that many pages contain. */
const maxPartsBytes = 4_000_000;
/** What an entry takes beside its HTML, also one without. */
const entryBytes = 200;

/** What nobody gets, because who requested the page has left. */
const unwantedPage: RenderedPage = { status: 499, headers: {}, html: [] };

/** Logs and counts a page that the server couldn't render. */
export function recordFailure(request: FastifyRequest, error: unknown): void {
  pageFailures.inc();
  request.log.error({ err: error }, "a page couldn't be rendered");
}

/** Keeps HTML by a digest, because anyone can make a key as long as an address and a post. Texts of keys have no line breaks. */
function createPartMemory(): PartMemory {
  const parts = new BoundedMap<string, Uint8Array>({
    limit: maxPartsBytes,
    sizeOf: ({ length }) => length + entryBytes,
  });
  /** Digests of the same bytes, which the keys of many pages contain. */
  const known = new WeakMap<Uint8Array, string>();
  const digestOf = (piece: TextPiece): string => {
    if (typeof piece === 'string') return piece;
    const digest = known.get(piece) ?? hash('sha256', piece, 'base64');
    known.set(piece, digest);
    return digest;
  };
  const toName = (key: readonly TextPiece[]) => hash('sha256', key.map(digestOf).join('\n'), 'base64');
  return { get: (key) => parts.get(toName(key)), set: (key, html) => parts.set(toName(key), html) };
}

/** Any other value is none, so that it makes no page of its own. */
function themeOf(cookies: string | undefined): 'light' | 'dark' | null {
  const theme = readCookie(cookies, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** Returns how to render the page of this request, and how to read the API as its visitor. */
function toVisit(
  pages: Pages,
  options: PageOptions & { renders: FairQueue; nextTurn: () => number; parts: PartMemory },
  request: FastifyRequest,
): PageVisit {
  const cookieOf = (name: PageCookie) => readCookie(request.headers.cookie, name);
  const theme = themeOf(request.headers.cookie);
  const { renders, nextTurn, budgets, parts } = options;
  const remoteAddress = options.clientAddress(request.raw);
  return {
    readApi: (read) => pages.readApi(read, request),
    render: async (nonce, readApi, isWanted = () => true) => {
      const render = async (): Promise<RenderedPage> => {
        if (!isWanted()) return unwantedPage;
        return await pages.render({
          url: request.url,
          nonce,
          theme,
          cookieOf,
          locale: currentLocale(),
          origin: options.publicUrl(),
          brandName: options.brandName,
          parts,
          fetchApi: async (_path, { operation, input }) => {
            const { status, output } = await readApi({ operation, input });
            return { status, json: async () => output };
          },
        });
      };
      const group = `${networkOf(remoteAddress)} ${nextTurn() % rendersOfNetwork}`;
      const { html, ...page } = await renders.run(group, '', render);
      const bytes = toBytes(html);
      budgets.chargeNetwork('page', remoteAddress, Math.floor(bytes.length / chargedBytes));
      return { ...page, bytes };
    },
  };
}

/** Renders a page for one visitor. */
async function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  { render, readApi }: PageVisit,
): Promise<FastifyReply> {
  const nonce = createNonce();
  /** Set if data of the page is unavailable: the seconds to wait, or '' if unknown. */
  let retryAfter: number | '' | undefined;
  const readAndNote: typeof readApi = async (read) => {
    const result = await readApi(read);
    if (result.status === 503) retryAfter ??= result.retryAfter ?? '';
    return result;
  };
  const page = await render(nonce, readAndNote, () => !request.raw.socket.destroyed);
  if (page.failure !== undefined) recordFailure(request, page.failure);
  const { location } = page.headers;
  if (location !== undefined) return reply.code(page.status).header('location', location).send();
  // The page itself shows what is missing. The status keeps search engines and monitors from treating it as complete.
  const isUnavailable = retryAfter !== undefined && (page.status === 200 || page.status === 500);
  if (isUnavailable && retryAfter) reply.header('retry-after', retryAfter);
  reply.code(isUnavailable ? 503 : page.status).type('text/html; charset=utf-8');
  reply.header('content-security-policy', pageContentPolicy([`'nonce-${nonce}'`]));
  return reply.send(page.bytes);
}

async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SharedPage,
): Promise<FastifyReply> {
  if (page.location !== undefined) return reply.code(page.status).header('location', page.location).send();
  reply.header('content-security-policy', pageContentPolicy(page.allowed)).header('etag', page.etag);
  reply.header('vary', 'cookie, accept-language, accept-encoding');
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (encoding) reply.header('content-encoding', encoding);
  reply.code(page.status).type('text/html; charset=utf-8');
  return reply.send(encoding ? await page.packed(encoding) : page.bytes);
}

/** Sends pages of the renderer: to visitors who aren't signed in from memory, if nothing has changed. */
export function createPageSender(pages: Pages, options: PageOptions) {
  const memory = createPageMemory(createNonce, () => performance.now());
  const renders = createFairQueue(maxRenders);
  const parts = createPartMemory();
  let turns = 0;
  const nextTurn = () => turns++;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { cookie = '' } = request.headers;
    const visit = toVisit(pages, { ...options, renders, nextTurn, parts }, request);
    // Pages of signed-in users aren't stored, so that the next user of the browser can't see them.
    const isPersonal = hasSessionCookie(cookie);
    reply.header('cache-control', isPersonal ? 'private, no-store' : 'private, no-cache');
    reply.header('vary', 'cookie, accept-language');
    const readOne = (name: PageCookie) => (name === 'theme' ? themeOf(cookie) : readCookie(cookie, name));
    const cookies = pageCookies.map((name) => readOne(name) ?? '');
    const key = [currentLocale(), ...cookies, request.url].join('\n');
    const shared = isPersonal ? null : await memory(key, visit);
    return shared ? await sendShared(request, reply, shared) : await sendOwn(request, reply, visit);
  };
}
