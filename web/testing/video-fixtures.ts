/* Videos for tests, valid by the schemas of the contract, as in `fixtures.ts`. */
import { type PageVideo, pageVideo } from '#contract/features/videos/videos.ts';
import { idOf } from './fixtures.ts';

/** An uploaded video of 100 seconds of which a member has watched nothing. */
export const aPageVideo = (fields: Partial<PageVideo> = {}): PageVideo =>
  pageVideo.parse({
    upload_id: idOf(2),
    file_name: 'knead.mp4',
    mime_type: 'video/mp4',
    url: '/files/x/original',
    stream_url: null,
    byte_size: 5,
    duration: 100,
    poster: null,
    caption_languages: [],
    chapters: [],
    can_edit: false,
    watched: { position: 0, percent: 0 },
    ...fields,
  });
