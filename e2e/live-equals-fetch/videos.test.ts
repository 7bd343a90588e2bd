import { expect, it } from 'vitest';
import { publishEncoded } from '#server/features/videos/encoding/publish-encoded.ts';
import { insertRendition } from '#server/features/videos/encoding/renditions.queries.ts';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { newVideoPage, newVideoUpload } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { pageVideoQuery } from '#web/features/videos/videos.api.ts';
import '#web/features/videos/videos.live.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();

it('An open video shows what a newly loaded one does when the server has encoded it', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  const { page_id, upload_id } = await newVideoPage(server, owner, space);
  const rendition_upload_id = await newVideoUpload(server, owner, space);
  const video = pageVideoQuery(page_id, upload_id);
  const view: LiveView<unknown> = {
    channels: ({ user }) => [`space:${space.id}`, `user:${user.id}`],
    load: async (client) => {
      const { live_cursor } = await client.fetchQuery(spaceQuery(space.subdomain));
      await client.fetchQuery(video);
      return live_cursor;
    },
    settle: async (client) => {
      await client.refetchQueries({ predicate: ({ state }) => state.isInvalidated });
    },
    shown: (client) => client.getQueryData(video.queryKey),
  };
  await expectLiveEqualsFetch(server, space.id, [owner, member], view, async () => {
    await server.db.transaction().execute(async (tx) => {
      const size = { short_side: 360, width: 640, height: 360, bits_per_second: 928_000 };
      const rendition = { upload_id, space_id: space.id, rendition_upload_id, playlist: '#EXTM3U', ...size };
      await insertRendition(tx, rendition);
      await publishEncoded(tx, upload_id);
    });
  });
  expect((await member.call('get_page_video', { page_id, upload_id })).video.stream_url).not.toBeNull();
});
