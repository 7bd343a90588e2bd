import sharp from 'sharp';
import { newId } from '#server/platform/ids.ts';
import { voiceSample } from '../../samples/files.ts';
import { deniedOutside, inSpace } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'uploads'> = {
  upload_file: {
    input: ({ space }) => ({ purpose: 'post_image', file_name: 'dot.png', space_id: space.id }),
    denialReason: deniedOutside,
    bytes: () =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: '#26A69A' } })
        .png()
        .toBuffer(),
  },
  store_file: {
    input: ({ space }) => ({ purpose: 'post_file', file_name: 'notes.txt', space_id: space.id }),
    denialReason: deniedOutside,
    bytes: async () => Buffer.from('A short text.'),
  },
  store_voice: {
    input: () => ({ file_name: 'voice.webm' }),
    bytes: async () => voiceSample(),
  },
  delete_upload: {
    input: async ({ server, caller, owner }) => {
      const id = newId();
      const file = { purpose: 'avatar', file_name: 'x', mime_type: 'image/png', byte_size: 1 };
      const user_id = (caller ?? owner).user.id;
      await server.db
        .insertInto('uploads')
        .values({ ...file, id, user_id })
        .execute();
      return { upload_id: id };
    },
  },
  get_space_storage: { input: inSpace },
};
