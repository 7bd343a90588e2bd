import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** The size of the largest video that can be uploaded to the courses of a space. */
export const videoLimitsQuery = (spaceId: string) => apiQuery('get_video_limits', { space_id: spaceId });

/**
 * An uploaded video of a page, with what the viewer has watched. It's fetched again whenever it's shown or the window gets the focus:
 * they may have gone on on another device.
 */
export const pageVideoQuery = (pageId: string, uploadId: string) => ({
  ...apiQuery('get_page_video', { page_id: pageId, upload_id: uploadId }),
  staleTime: 0,
  refetchOnWindowFocus: 'always' as const,
});

/** The captions of a video in a language. */
export const captionsQuery = (pageId: string, uploadId: string, language: string) =>
  apiQuery('get_video_captions', { page_id: pageId, upload_id: uploadId, language });

/** Refetches a video of a page. */
export function refetchVideo(client: QueryClient, page_id: string, upload_id: string): void {
  void client.invalidateQueries({ queryKey: ['get_page_video', { page_id, upload_id }] });
}

/** Refetches the videos of a page and their captions; without a page, those of all pages. */
export function refetchVideosOf(client: QueryClient, pageId?: string): void {
  for (const operation of ['get_page_video', 'get_video_captions'])
    void client.invalidateQueries({ queryKey: pageId ? [operation, { page_id: pageId }] : [operation] });
}
