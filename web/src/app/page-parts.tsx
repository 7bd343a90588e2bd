import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { currentLocale } from '#contract/i18n/locale.ts';
import { jsonOf } from '#web/lib/cache/page-queries.ts';
import { createQueryClient, getApiClient } from '#web/lib/cache/query-client.ts';
import type { RenderShared, SharedPart } from '#web/lib/shared-parts.ts';
import type { PageRouter } from './routing/router.ts';

/** The HTML of parts in memory, by everything that they were rendered from. */
export interface PartMemory {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
}

/** Texts such as "34m" are those of the minute in which they were rendered. */
const minute = 60_000;

/**
 * Whether HTML is the same on each page. IDs that React creates tell where they are on their page, and what the head of a page should
 * load is put before a part that is rendered alone.
 */
const isSelfContained = (html: string): boolean => !html.includes('_R_') && !html.startsWith('<link');

function renderAlone(router: PageRouter, { element, queries }: SharedPart): string {
  const client = createQueryClient(getApiClient(router.options.context.queryClient));
  for (const [key, data] of queries) client.setQueryData(key, data);
  const scope = (children: ReactNode) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderToString(<RouterContextProvider router={router}>{scope(element)}</RouterContextProvider>);
}

/** Returns how to render the parts of a page: those in memory aren't rendered again. */
export function createSharedRenderer(router: PageRouter, memory: PartMemory): RenderShared {
  const page = `${currentLocale()} ${Math.floor(Date.now() / minute)} ${router.latestLocation.href}`;
  return (part) => {
    const key = `${page}\n${part.context}\n${jsonOf(part.subject)}`;
    const known = memory.get(key);
    if (known !== undefined) return known === '' ? null : known;
    const html = renderAlone(router, part);
    const isShared = isSelfContained(html);
    memory.set(key, isShared ? html : '');
    return isShared ? html : null;
  };
}
