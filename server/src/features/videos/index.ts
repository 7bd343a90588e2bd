import type { Feature } from '#server/platform/feature.ts';
import { encodeVideosJob } from './encoding/encode-videos.job.ts';
import { streamRoutes } from './encoding/stream.routes.ts';
import { videoBytesRoutes } from './uploading/bytes.routes.ts';
import { sweepVideoUploadsJob } from './uploading/sweep-video-uploads.job.ts';
import { deleteUnfinishedUploads } from './uploading/video-uploads.queries.ts';
import { videoUploads } from './video-uploads.queries.ts';
import { videoLocators } from './videos.access.ts';
import { incomingVideos, videoRoutes } from './videos.routes.ts';

export { storeVideo } from './store-video.ts';
export { setCaptions, setChapters } from './texts/change-texts.ts';

export const videos: Feature = {
  name: 'videos',
  locators: videoLocators,
  uploads: videoUploads,
  routes: videoRoutes,
  hooks: {
    // They can't be continued without the role, and would count toward the storage of the space.
    rolesChanged: async (tx, { space_id, changes }) => {
      const lost = changes.filter(({ role }) => role === 'member').map(({ user_id }) => user_id);
      if (lost.length > 0) await deleteUnfinishedUploads(tx, space_id, lost);
    },
    membershipEnded: (tx, { space_id, user_id }) => deleteUnfinishedUploads(tx, space_id, [user_id]),
  },
  plainRoutes: (app, platform) => {
    videoBytesRoutes(app, platform, incomingVideos(platform));
    streamRoutes(app, platform);
  },
  jobs: (platform) => {
    const { ffmpegPath } = platform.config;
    const sweep = sweepVideoUploadsJob(platform, incomingVideos(platform));
    return ffmpegPath === null ? [sweep] : [sweep, encodeVideosJob(platform, ffmpegPath)];
  },
};
