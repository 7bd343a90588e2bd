import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Account } from '#contract/users.ts';
import type { PageCookie } from '#contract/values/page-cookies.ts';
import { useViewer } from '#web/features/auth/index.ts';

/** The name of the cookie. It's a cookie so that the server renders opened pins as rows, and nothing moves afterward. */
const cookieName = 'opened_pins' satisfies PageCookie;
const queryKey = [cookieName] as const;
const maxPins = 20;
const yearInSeconds = 365 * 24 * 60 * 60;

/** What is stored of an ID: its end, which is random. */
const toMark = (id: string) => id.slice(-8);
const parse = (value: string | null | undefined): string[] => value?.match(/[0-9a-f]{8}/g) ?? [];
const readCookie = () => document.cookie.match(/(?:^|;\s*)opened_pins=([^;]*)/)?.[1];

/** Stores what the cookie says in the query cache; on the server, before a page is rendered. */
export function loadOpenedPins(client: QueryClient, cookieOf: (name: PageCookie) => string | null): void {
  client.setQueryData(queryKey, parse(cookieOf(cookieName)));
}

/** The opened pins of this browser: who opened them, then the posts. Other users start anew. */
const openedPins = {
  queryKey,
  queryFn: () => parse(readCookie()),
  initialData: () => (typeof document === 'undefined' ? [] : parse(readCookie())),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
};

const includesPin = ([user, ...posts]: readonly string[], viewer: Account | null, postId: string) =>
  viewer !== null && user === toMark(viewer.id) && posts.includes(toMark(postId));

/** Returns whether the viewer has opened this pinned post in this browser. */
export function useIsPinOpened(postId: string): boolean {
  const viewer = useViewer();
  return includesPin(useQuery(openedPins).data, viewer, postId);
}

/** Returns what `useIsPinOpened` returns on the server. */
export const isPinOpened = (client: QueryClient, viewer: Account | null, postId: string): boolean =>
  includesPin(client.getQueryData<string[]>(queryKey) ?? [], viewer, postId);

/** Remembers that the viewer has opened a pinned post. */
export function useRememberOpenedPin(postId: string, isPinned: boolean): void {
  const client = useQueryClient();
  const viewerId = useViewer()?.id;
  useEffect(() => {
    if (!isPinned || !viewerId) return;
    const [user, ...known] = parse(readCookie());
    const own = user === toMark(viewerId) ? known : [];
    if (own.includes(toMark(postId))) return;
    const opened = [toMark(viewerId), toMark(postId), ...own].slice(0, maxPins + 1);
    client.setQueryData(queryKey, opened);
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
    document.cookie = `${cookieName}=${opened.join('.')}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
  }, [client, isPinned, postId, viewerId]);
}
