import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { currentLocale } from '#contract/i18n/locale.ts';
import { toPageJson } from '#web/lib/cache/page-queries.ts';
import { createQueryClient, getApiClient } from '#web/lib/cache/query-client.ts';
import type { PageParts, SharedPart, TextPiece } from '#web/lib/page-parts.ts';
import type { PageRouter } from './routing/router.ts';

/** The HTML of parts in memory, by everything that they were rendered from. That of a part which can't be shared is empty. */
export interface PartMemory {
  get(key: readonly TextPiece[]): Uint8Array | undefined;
  set(key: readonly TextPiece[], html: Uint8Array): void;
}

const minute = 60_000;
const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Whether HTML is the same on each page. IDs that React creates tell where they are on their page, and what the head of a page should
 * load is put before a part that is rendered alone.
 */
const isSelfContained = (html: string): boolean => !html.includes('_R_') && !html.startsWith('<link');

function renderAlone(router: PageRouter, { render }: SharedPart): string {
  const { element, queries = [] } = render();
  const client = createQueryClient(getApiClient(router.options.context.queryClient));
  for (const [key, data] of queries) client.setQueryData(key, data);
  const scope = (children: ReactNode) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderToString(<RouterContextProvider router={router}>{scope(element)}</RouterContextProvider>);
}

/** Returns how to render the shared parts of a page: those in memory aren't rendered again. */
function createSharedRenderer(router: PageRouter, memory: PartMemory) {
  const surroundings = {
    address: router.latestLocation.href,
    minute: String(Math.floor(Date.now() / minute)),
  };
  return (part: SharedPart): Uint8Array => {
    const around = part.surroundings.map((name) => surroundings[name]);
    const key = [currentLocale(), ...around, part.context, ...part.subjects.map(toPageJson)];
    const known = memory.get(key);
    if (known) return known;
    const html = renderAlone(router, part);
    const bytes = encoder.encode(isSelfContained(html) ? html : '');
    memory.set(key, bytes);
    return bytes;
  };
}

/**
 * Returns the parts of a page, and how to put them into the HTML that React rendered. `secret` is a text of this page that no one
 * knows, so that no text of a member can stand for a part. Without a memory, nothing is shared.
 */
export function createPageParts(router: PageRouter, memory: PartMemory | undefined, secret: string) {
  const mark = `part-${secret}-`;
  const inserted: (readonly TextPiece[])[] = [];
  const renderShared = memory && createSharedRenderer(router, memory);
  const insert: PageParts['insert'] = (text) => `${mark}${inserted.push(text) - 1};`;
  const parts: PageParts = {
    insert,
    insertShared: (part) => {
      const html = renderShared?.(part);
      return html && html.length > 0 ? insert([html]) : null;
    },
  };
  const fill = (html: string): [start: string, ...rest: TextPiece[]] => {
    const [start = '', ...others] = html.split(mark);
    const rest: TextPiece[] = [];
    for (const text of others) {
      const end = text.indexOf(';');
      rest.push(...(inserted[Number(text.slice(0, end))] ?? []), text.slice(end + 1));
    }
    return [start, ...rest];
  };
  return { parts, fill };
}
