import { afterEach, beforeAll, expect, it } from 'vitest';
import { nowIso, nowMs, setClockOffset } from '#server/platform/clock.ts';
import { spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newPage } from '#testing/samples/courses.ts';
import { newVideoPage } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { publishEncoded } from './publish-encoded.ts';
import { recordEncoder } from './renditions.queries.ts';

const server = sharedServer();
const hour = 60 * 60_000;
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
});
afterEach(() => setClockOffset(0));

it('Those who see the pages of a video are published that it was encoded: of drafts, only editors', async () => {
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  const { course, page_id, upload_id, content } = await newVideoPage(server, owner, space);
  const draft = await newPage(owner, course, { content, is_published: false });
  const deleted = await newPage(owner, course, { content });
  await owner.call('delete_course_page', { page_id: deleted.id });
  const publishNow = () => server.db.transaction().execute((tx) => publishEncoded(tx, upload_id));
  const published = async (channel: string) =>
    (await publishedEvents(server, channel, 'video.encoded')).map((event) => {
      expect(event).toMatchObject({ space_id: space.id, upload_id });
      return event.page_ids;
    });
  await publishNow();
  expect(await published(spaceChannel(space.id))).toEqual([[page_id]]);
  expect(await published(userChannel(owner.user.id))).toEqual([[draft.id]]);
  await owner.call('update_course', { course_id: course.id, is_published: false });
  await publishNow();
  expect(await published(spaceChannel(space.id))).toEqual([[page_id]]);
  expect(await published(userChannel(owner.user.id))).toEqual([[draft.id], [page_id, draft.id]]);
  expect(await published(userChannel(member.user.id))).toEqual([]);
});

it('Editors learn whether a process of the server encodes videos', async () => {
  const space = await newSpace(owner);
  const areEncoded = async () => (await owner.call('get_video_limits', { space_id: space.id })).are_encoded;
  await server.db.deleteFrom('video_encoder').execute();
  expect(await areEncoded()).toBe(false);
  const record = () => recordEncoder(server.db, nowIso(), new Date(nowMs() - hour).toISOString());
  await record();
  expect(await areEncoded()).toBe(true);
  setClockOffset(25 * hour);
  expect(await areEncoded()).toBe(false);
  await record();
  expect(await areEncoded()).toBe(true);
});
