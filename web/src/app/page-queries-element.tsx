import { useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { writePageQueries } from '#web/lib/cache/page-queries.ts';
import { PagePartsContext } from '#web/lib/page-parts.ts';

const id = 'page-queries';

const useJsonOnServer = (): string => {
  const client = useQueryClient();
  return useContext(PagePartsContext)?.insert(writePageQueries(client)) ?? '';
};
const useJson = import.meta.env.SSR ? useJsonOnServer : () => '';

/** The queries of a page that the server rendered: data, which isn't escaped once more as a string of a script. */
export function PageQueriesElement() {
  const html = { __html: useJson() };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which `<` is escaped.
  return <script type="application/json" id={id} suppressHydrationWarning dangerouslySetInnerHTML={html} />;
}

/** Returns the queries of the page as JSON. */
export const readQueriesElement = (): string => document.getElementById(id)?.textContent ?? '';
