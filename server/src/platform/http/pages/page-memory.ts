import { createHash } from 'node:crypto';
import { BoundedMap } from '../../bounded-map.ts';
import type { ApiRead, ApiResult } from '../routes.ts';
import { shareRuns } from '../share-runs.ts';
import { compress, type Encoding } from './compression.ts';
import type { PageBytes } from './page-source.ts';

/** Reads the API on behalf of a visitor. */
type ReadForVisitor = (read: ApiRead) => Promise<ApiResult>;

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
  reads: { read: ApiRead; status: number; json: string | Buffer }[];
  renderedAt: number;
}
/** Renders the page and reads the API on behalf of one visitor. */
export interface PageVisit {
  /** With `isWanted`, nothing is rendered if it returns false when it's the turn of the page. */
  render: (nonce: string, readApi: ReadForVisitor, isWanted?: () => boolean) => Promise<PageBytes>;
  readApi: ReadForVisitor;
}

/** How many bytes of pages are kept together, about a hundred. A page that takes an eighth of it isn't kept. */
const maxBytes = 48 * 1024 * 1024;
/** Pages say how long ago something was, so they are rendered again after this time even if nothing has changed. */
const maxAge = 30_000;

/** Returns the JSON of a result to compare it with that of others. Errors have an ID of their own each time. */
const toComparable = ({ status, json }: ApiResult): string | Buffer =>
  status < 400 ? json() : String(json()).replace(/"request_id":"[^"]*"/, '');

/** Compares JSON, which may be encoded already. */
function isSameJson(a: string | Buffer, b: string | Buffer): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  return Buffer.from(a as string).equals(Buffer.from(b as string));
}

/** Results that say nothing about the page, but about this visitor or this moment. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

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

function toSharedPage(rendered: PageBytes, nonce: string): SharedPage | null {
  const bare = withoutNonce(rendered.bytes.toString(), nonce);
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

/** About how many bytes a page takes: itself, its compressed forms, and the results, whose characters can take two bytes each. */
const sizeOf = ({ bytes }: SharedPage, reads: KeptPage['reads']): number =>
  1.5 * bytes.length + reads.reduce((sum, { json }) => sum + 2 * json.length, 0);

/**
 * Keeps pages of signed-out visitors, who all get the same. A page is sent again only if the API answers each request that it was
 * rendered from as it did then, so rights and content are checked for every visitor. Visitors who come at the same
 * moment share one check.
 */
export function createPageMemory(createNonce: () => string, now: () => number) {
  const kept = new BoundedMap<string, KeptPage>({ limit: maxBytes, sizeOf: ({ size }) => size });

  const isCurrent = async ({ reads, renderedAt }: KeptPage, readApi: ReadForVisitor): Promise<boolean> => {
    if (now() - renderedAt >= maxAge) return false;
    const current = await Promise.all(
      reads.map(async ({ read, status, json }) => {
        const result = await readApi(read);
        return result.status === status && isSameJson(toComparable(result), json);
      }),
    );
    return current.every(Boolean);
  };

  const keep = (key: string, page: KeptPage): SharedPage => {
    if (page.size <= maxBytes / 8) kept.set(key, page);
    return page.page;
  };

  const renderPage = async (key: string, { render, readApi }: PageVisit): Promise<SharedPage | null> => {
    const reads: KeptPage['reads'] = [];
    const nonce = createNonce();
    const renderedAt = now();
    const rendered = await render(nonce, async (read) => {
      const result = await readApi(read);
      reads.push({ read, status: result.status, json: toComparable(result) });
      return result;
    });
    const isShareable =
      rendered.failure === undefined &&
      rendered.status < 500 &&
      reads.every(({ status }) => !isPassing(status));
    const page = isShareable ? toSharedPage(rendered, nonce) : null;
    return page && keep(key, { page, size: sizeOf(page, reads), reads, renderedAt });
  };

  /**
   * Returns the page of this key, or null if it can't be shared: then it must be rendered for each visitor. The API is called
   * on behalf of the first of those who share a check.
   */
  return shareRuns(async (key: string, visit: PageVisit): Promise<SharedPage | null> => {
    const page = kept.take(key);
    if (page && (await isCurrent(page, visit.readApi))) return keep(key, page);
    return await renderPage(key, visit);
  });
}
