import { captionsFile, newVideoPage, startVideoUpload } from '../../samples/videos.ts';
import { inSpace, onlyModerators } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

const ofPageVideo = async ({ server, space, owner }: SampleContext) => {
  const { page_id, upload_id } = await newVideoPage(server, owner, space);
  return { page_id, upload_id };
};

const ofUpload =
  (isSent: boolean) =>
  async ({ server, space, owner, caller, role }: SampleContext) => {
    // Only the user who started an upload can do anything with it.
    const uploader = role === 'admin' && caller ? caller : owner;
    return { video_upload_id: await startVideoUpload(server, uploader, space, { isSent }) };
  };

const denialReason = onlyModerators('not_allowed');

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'videos'> = {
  get_video_limits: { input: inSpace },
  create_video_upload: {
    input: (context) => ({ ...inSpace(context), file_name: 'a.mp4', byte_size: 1000, last_modified: 1 }),
  },
  finish_video_upload: { input: ofUpload(true) },
  cancel_video_upload: {
    input: ofUpload(false),
    denialReason: ({ role }) => (role === 'member' || role === 'stranger' ? 'video_upload_not_found' : null),
  },
  get_page_video: { input: ofPageVideo },
  get_video_captions: {
    input: async (context) => {
      const video = await ofPageVideo(context);
      await context.owner.call('set_video_captions', { ...video, language: 'en', file: captionsFile });
      return { ...video, language: 'en' };
    },
  },
  set_video_captions: {
    input: async (context) => ({ ...(await ofPageVideo(context)), language: 'en', file: captionsFile }),
    denialReason,
  },
  delete_video_captions: {
    input: async (context) => ({ ...(await ofPageVideo(context)), language: 'en' }),
    denialReason,
  },
  set_video_chapters: {
    input: async (context) => ({
      ...(await ofPageVideo(context)),
      chapters: [{ start: 0, title: 'Flour' }],
    }),
    denialReason,
  },
  record_watching: {
    input: async (context) => ({ ...(await ofPageVideo(context)), position: 1, watched: [[0, 1]] }),
  },
};
