import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { newMovie, newVideoUpload } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { findFfmpeg } from '#tools/find-ffmpeg.ts';
import { encodeNextVideo } from './encode-videos.job.ts';
import { rungsOf } from './ladder.ts';
import { hasFfmpeg } from './run-ffmpeg.ts';

it.each([
  [2160, [360, 480, 720, 1080]],
  [1080, [360, 480, 720, 1080]],
  [719, [360, 480]],
  [360, [360]],
  [241, [240]],
])('A video of %i lines is encoded in %j, never larger', (shortSide, expected) => {
  expect(rungsOf(shortSide).map(({ short_side }) => short_side)).toEqual(expected);
});

it('A server without ffmpeg notices that', async () => {
  expect(await hasFfmpeg('/nowhere/ffmpeg')).toBe(false);
});

const ffmpeg = findFfmpeg();

describe.skipIf(ffmpeg === null)('A video on a server with ffmpeg', () => {
  const server = sharedServer({ runsJobs: false });
  let owner: TestPerson;
  let member: TestPerson;
  let stranger: TestPerson;
  let space: Space;

  /** A video of a phone: 480 by 640, 5 seconds. */
  let source: Buffer;

  beforeAll(async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'hearth-source-')), 'source.mp4');
    const image = ['-f', 'lavfi', '-i', 'testsrc=size=480x640:rate=5:duration=5'];
    execFileSync(ffmpeg ?? '', ['-v', 'error', ...image, '-preset', 'ultrafast', path]);
    source = readFileSync(path);
    rmSync(dirname(path), { recursive: true });
    [owner, stranger] = [await newPerson(server), await newPerson(server)];
    space = await newSpace(owner);
    member = await newMember(server, space);
    await owner.call('update_space', { space_id: space.id, is_private: true });
    // Of other tests.
    await server.db.updateTable('videos').set({ encoding_attempts: 3 }).execute();
  });

  const encodeNext = (stopping?: AbortSignal) =>
    encodeNextVideo(server.running.platform, ffmpeg ?? '', stopping);
  async function newSource(file: Buffer = source) {
    const upload_id = await newVideoUpload(server, owner, space, file);
    const content = `<figure data-video="upload:${upload_id}"></figure>`;
    const course = await newCourse(owner, space);
    const page = await newPage(owner, course, { content });
    return { course_id: course.id, page_id: page.id, upload_id };
  }
  const idsOf = ({ page_id, upload_id }: { page_id: string; upload_id: string }) => ({ page_id, upload_id });
  const stream = (at: { page_id: string; upload_id: string }) => async (person: TestPerson, name: string) => {
    const response = await person.fetch(
      `/api/course-pages/${at.page_id}/videos/${at.upload_id}/stream/${name}`,
    );
    return response.ok ? await response.text() : response.status;
  };

  it('is encoded in smaller sizes, whose segments are for those who see its page', async () => {
    const at = await newSource();
    const read = stream(at);
    expect((await member.call('get_page_video', idsOf(at))).video.stream_url).toBeNull();
    expect(await read(member, 'all.m3u8')).toBe(404);
    expect(await encodeNext()).toBe(true);
    expect(await encodeNext()).toBe(false);
    const { stream_url } = (await member.call('get_page_video', idsOf(at))).video;
    expect(stream_url).toBe(`/api/course-pages/${at.page_id}/videos/${at.upload_id}/stream/all.m3u8`);
    expect(await read(member, 'all.m3u8')).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-STREAM-INF:BANDWIDTH=928000,RESOLUTION=360x480',
        '360.m3u8',
        '#EXT-X-STREAM-INF:BANDWIDTH=1528000,RESOLUTION=480x640',
        '480.m3u8',
        '',
      ].join('\n'),
    );
    const playlist = String(await read(member, '360.m3u8'));
    expect(playlist.match(/#EXTINF:/g)).toHaveLength(2);
    const url = /URI="([^"]+)"/.exec(playlist)?.[1] ?? '';
    expect(url).toMatch(/^\/files\/[0-9a-f-]{36}\/original$/);
    const part = await member.fetch(url, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    for (const name of ['all.m3u8', '360.m3u8']) expect(await read(stranger, name)).toBe(404);
    expect((await stranger.fetch(url)).status).toBe(404);
    for (const name of ['720.m3u8', '360', '..%2f360.m3u8']) expect(await read(member, name)).toBe(404);
    const item = { course_id: at.course_id, item_kind: 'course', item_id: at.course_id } as const;
    const lock = (rules: { kind: 'grant' }[]) =>
      owner.call('set_course_access', { ...item, match: 'all', rules });
    await lock([{ kind: 'grant' }]);
    for (const name of ['all.m3u8', '360.m3u8']) expect(await read(member, name)).toBe(403);
    expect((await member.fetch(url)).status).toBe(404);
    await lock([]);
    await owner.call('update_course_page', { page_id: at.page_id, is_published: false });
    for (const name of ['all.m3u8', '360.m3u8']) expect(await read(member, name)).toBe(404);
    expect((await member.fetch(url)).status).toBe(404);
    expect((await owner.fetch(url)).status).toBe(200);
  });

  it('that it cannot read is tried three times and stays as it was uploaded', async () => {
    const at = await newSource(newMovie(5));
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await encodeNext()).toBe(true);
    expect(await encodeNext()).toBe(false);
    const { video } = await member.call('get_page_video', idsOf(at));
    expect([video.stream_url, video.url]).toEqual([null, `/files/${at.upload_id}/original`]);
  });

  it('goes on with the sizes that are missing after an interruption, and leaves no files', async () => {
    const at = await newSource();
    await encodeNext(AbortSignal.abort());
    expect((await member.call('get_page_video', idsOf(at))).video.stream_url).toBeNull();
    expect(await encodeNext()).toBe(true);
    await server.db
      .deleteFrom('video_renditions')
      .where('upload_id', '=', at.upload_id)
      .where('short_side', '=', 480)
      .execute();
    await server.db
      .updateTable('videos')
      .set({ encoded_at: null })
      .where('upload_id', '=', at.upload_id)
      .execute();
    expect(await encodeNext()).toBe(true);
    expect(await stream(at)(member, '480.m3u8')).toContain('#EXTM3U');
    const left = readdirSync(join(server.running.platform.config.dataDir, 'incoming'));
    expect(left.filter((name) => name.startsWith('encoding-'))).toEqual([]);
  });
});
