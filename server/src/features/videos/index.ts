import type { Feature } from '#server/platform/feature.ts';
import { sweepVideoUploadsJob } from './uploading/sweep-video-uploads.job.ts';
import { videoUploads } from './video-uploads.queries.ts';
import { videoLocators } from './videos.access.ts';
import { incomingVideos, videoBytesRoutes, videoRoutes } from './videos.routes.ts';

export { storeVideo } from './store-video.ts';
export { setCaptions, setChapters } from './texts/change-texts.ts';

export const videos: Feature = {
  name: 'videos',
  locators: videoLocators,
  uploads: videoUploads,
  routes: videoRoutes,
  plainRoutes: videoBytesRoutes,
  jobs: (platform) => [sweepVideoUploadsJob(platform, incomingVideos(platform))],
};
