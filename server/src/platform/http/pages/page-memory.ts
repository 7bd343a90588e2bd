import { createHash } from 'node:crypto';
import { BoundedMap } from '../../bounded-map.ts';
import { shareRuns } from '../share-runs.ts';
import { compress, type Encoding } from './compression.ts';
import type { RenderedPage } from './page-source.ts';

/** A request of a page to the API. */
export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}
export interface ApiResponse {
  status: number;
  payload: string;
  /** Seconds after which to try again, if the response says so. */
  retryAfter?: string;
}
export type CallApi = (request: ApiRequest) => Promise<ApiResponse>;

/** A rendered page that every signed-out visitor may get. */
export interface SharedPage {
  status: number;
  location: string | undefined;
  /** The values that the `script-src` and `style-src` of its policy allow: hashes of its own inline elements. */
  allowed: string[];
  etag: string;
  bytes: Buffer;
  /** Returns the page in an encoding. It is compressed once. */
  packed: (encoding: Encoding) => Promise<Buffer>;
}

interface KeptPage {
  page: SharedPage;
  /** About how many bytes it takes. */
  size: number;
  calls: { request: ApiRequest; response: ApiResponse }[];
  renderedAt: number;
}
/** Renders the page and calls the API on behalf of one visitor. */
export interface PageVisit {
  render: (nonce: string, callApi: CallApi) => Promise<RenderedPage>;
  callApi: CallApi;
}

/** How many bytes of pages are kept together, about a hundred. A page that takes an eighth of it isn't kept. */
const maxBytes = 48 * 1024 * 1024;
/** Pages say how long ago something was, so they are rendered again after this time even if nothing has changed. */
const maxAge = 30_000;

/** Errors have an ID of their own each time. */
const comparable = ({ status, payload }: ApiResponse): string =>
  status < 400 ? payload : payload.replace(/"request_id":"[^"]*"/, '');

const isSame = (before: ApiResponse, now: ApiResponse): boolean =>
  before.status === now.status && comparable(before) === comparable(now);

/** Responses that say nothing about the page, but about this visitor or this moment. */
const isPassing = ({ status }: ApiResponse): boolean => status === 429 || status >= 500;

/**
 * Replaces the nonce by hashes of the elements that have it. Returns null if the nonce is also elsewhere.
 * A page that many get can't have a nonce: whoever got it too would know it.
 */
export function withoutNonce(html: string, nonce: string): { html: string; allowed: string[] } | null {
  const attribute = ` nonce="${nonce}"`;
  const allowed = new Set<string>();
  const inline = /<(script|style)((?: [^<>]*)?)>([\s\S]*?)<\/\1>/g;
  for (const [, , attributes = '', content = ''] of html.matchAll(inline)) {
    if (!attributes.includes(attribute) || content === '') continue;
    allowed.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
  // The router hands the nonce to its scripts with this element, which have no use for one then.
  const bare = html.replace(`<meta property="csp-nonce" content="${nonce}"/>`, '').replaceAll(attribute, '');
  return bare.includes(nonce) ? null : { html: bare, allowed: [...allowed] };
}

function toSharedPage(rendered: RenderedPage, nonce: string): SharedPage | null {
  const bare = withoutNonce(rendered.html, nonce);
  if (!bare) return null;
  const { html, allowed } = bare;
  const packed = new Map<Encoding, Promise<Buffer>>();
  const bytes = Buffer.from(html);
  return {
    status: rendered.status,
    location: rendered.headers.location,
    allowed,
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 20)}"`,
    bytes,
    packed(encoding) {
      const known = packed.get(encoding) ?? compress(bytes, encoding);
      packed.set(encoding, known);
      return known;
    },
  };
}

/** About how many bytes a page takes: itself, its compressed forms, and the responses, whose characters can take two bytes each. */
const sizeOf = ({ bytes }: SharedPage, calls: KeptPage['calls']): number =>
  1.5 * bytes.length + calls.reduce((sum, { response }) => sum + 2 * response.payload.length, 0);

/**
 * Keeps pages of signed-out visitors, who all get the same. A page is sent again only if the API answers each request that it was
 * rendered from as it did then, so rights and content are checked for every visitor. Visitors who come at the same
 * moment share one check.
 */
export function createPageMemory(createNonce: () => string, now: () => number) {
  const kept = new BoundedMap<string, KeptPage>({ limit: maxBytes, sizeOf: ({ size }) => size });

  const isCurrent = async ({ calls, renderedAt }: KeptPage, callApi: CallApi): Promise<boolean> => {
    if (now() - renderedAt >= maxAge) return false;
    const current = await Promise.all(
      calls.map(async ({ request, response }) => isSame(response, await callApi(request))),
    );
    return current.every(Boolean);
  };

  const keep = (key: string, page: KeptPage): SharedPage => {
    if (page.size <= maxBytes / 8) kept.set(key, page);
    return page.page;
  };

  const renderPage = async (key: string, { render, callApi }: PageVisit): Promise<SharedPage | null> => {
    const calls: KeptPage['calls'] = [];
    const nonce = createNonce();
    const renderedAt = now();
    const rendered = await render(nonce, async (request) => {
      const response = await callApi(request);
      calls.push({ request, response });
      return response;
    });
    const isShareable =
      rendered.failure === undefined &&
      rendered.status < 500 &&
      calls.every(({ request, response }) => request.method === 'GET' && !isPassing(response));
    const page = isShareable ? toSharedPage(rendered, nonce) : null;
    return page && keep(key, { page, size: sizeOf(page, calls), calls, renderedAt });
  };

  /**
   * Returns the page of this key, or null if it can't be shared: then it must be rendered for each visitor. The API is called
   * on behalf of the first of those who share a check.
   */
  return shareRuns(async (key: string, visit: PageVisit): Promise<SharedPage | null> => {
    const page = kept.take(key);
    if (page && (await isCurrent(page, visit.callApi))) return keep(key, page);
    return await renderPage(key, visit);
  });
}
