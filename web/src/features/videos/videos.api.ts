import { apiQuery } from '#web/lib/cache/query-client.ts';

/** The size of the largest video that can be uploaded to the courses of a space. */
export const videoLimitsQuery = (spaceId: string) => apiQuery('get_video_limits', { space_id: spaceId });

/** An uploaded video of a page, with what the viewer has watched. */
export const pageVideoQuery = (pageId: string, uploadId: string) =>
  apiQuery('get_page_video', { page_id: pageId, upload_id: uploadId });
