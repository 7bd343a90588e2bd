import { beforeEach, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import './videos.live.ts';

let client: ReturnType<typeof createQueryClient>;
const keys = ['p1', 'p2'].flatMap((page_id) => [
  ['get_page_video', { page_id, upload_id: 'u1' }],
  ['get_video_captions', { page_id, upload_id: 'u1', language: 'en' }],
]);
beforeEach(() => {
  client = createQueryClient((async () => ({})) as never);
  for (const key of keys) client.setQueryData(key, {});
});
const outdated = () => keys.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
const changeTree = (page_ids: string[]) =>
  applyLiveEvent(
    {
      type: 'course.tree_changed',
      payload: { space_id: 's1', course_id: 'c1', page_ids },
      channel: 'space:s1',
      seq: 1,
    } as LiveEvent,
    { client, viewerId: 'u1' },
  );

it('A change of a page outdates its videos and their captions, not those of other pages', () => {
  changeTree([]);
  expect(outdated()).toEqual([]);
  changeTree(['p1']);
  expect(outdated()).toEqual(keys.slice(0, 2));
});

it('A video that was encoded in one more size is outdated on the pages that show it', () => {
  applyLiveEvent(
    {
      type: 'video.encoded',
      payload: { space_id: 's1', upload_id: 'u1', page_ids: ['p2'] },
      channel: 'space:s1',
      seq: 1,
    } as LiveEvent,
    { client, viewerId: 'u1' },
  );
  expect(outdated()).toEqual(keys.slice(2, 3));
});

it('Events of a space that were missed for good outdate all videos', () => {
  refetchChannel('space:s1', { client, viewerId: 'u1' });
  expect(outdated()).toEqual(keys);
});
