import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import {
  newMovie,
  newVideoPage,
  newVideoUpload,
  sendPart,
  startVideoUpload,
} from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { openIncomingVideos } from './uploading/incoming-videos.ts';
import { sweepVideoUploadsJob } from './uploading/sweep-video-uploads.job.ts';

const server = sharedServer();
let owner: TestPerson;
let admin: TestPerson;
let member: TestPerson;
let stranger: TestPerson;
let space: Space;

beforeAll(async () => {
  [owner, stranger] = [await newPerson(server), await newPerson(server)];
  space = await newSpace(owner);
  [admin, member] = [await newMember(server, space, 'Admin'), await newMember(server, space)];
  await setRole(server, space.id, admin.user.id, 'admin');
  await owner.call('update_space', { space_id: space.id, is_private: true });
});

const offsetOf = async (person: TestPerson, id: string) => {
  const response = await person.fetch(`/api/video-uploads/${id}/bytes`, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  });
  return response.ok ? Number(response.headers.get('upload-offset')) : response.status;
};
const turnClassroom = (isOn: boolean) =>
  server.db
    .updateTable('spaces')
    .set({ feature_classroom_enabled: isOn })
    .where('id', '=', space.id)
    .execute();
const download = (person: TestPerson, upload_id: string, headers: Record<string, string> = {}) =>
  person.fetch(`/files/${upload_id}/original`, { headers });
const start = (person: TestPerson, file: Buffer, more: object = {}) =>
  person.call('create_video_upload', {
    space_id: space.id,
    file_name: 'lesson.mp4',
    byte_size: file.length,
    last_modified: 5,
    ...more,
  });

describe('Uploading a video', () => {
  it('continues where it stopped, also for the same file chosen again and after a restart', async () => {
    const file = newMovie(60, 40_000);
    const { video_upload } = await start(owner, file);
    const { id } = video_upload;
    expect((await sendPart(owner, id, 0, file.subarray(0, 10_000))).status).toBe(204);
    expect((await start(owner, file)).video_upload.id).toBe(id);
    expect(await offsetOf(owner, id)).toBe(10_000);
    // What a restarted server finds is on its disk.
    expect(await openIncomingVideos(server.running.platform).countReceived(id)).toBe(10_000);
    expect((await sendPart(owner, id, 0, file.subarray(0, 10))).status).toBe(409);
    expect(await outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }))).toBe(
      'video_incomplete',
    );
    await sendPart(owner, id, 10_000, file.subarray(10_000));
    const { upload_id } = await owner.call('finish_video_upload', { video_upload_id: id });
    expect(await owner.call('finish_video_upload', { video_upload_id: id })).toEqual({ upload_id });
    const stored = Buffer.from(await (await download(owner, upload_id)).arrayBuffer());
    expect(stored.equals(file)).toBe(true);
    await expect(
      access(join(server.running.platform.config.dataDir, 'incoming/videos', id)),
    ).rejects.toThrow();
  });

  it('is stored with its index before its data, so that it plays before it is loaded', async () => {
    const file = newMovie(60);
    const at = file.indexOf('moov') - 4;
    const index = file.subarray(at, at + file.readUInt32BE(at));
    const data = file.subarray(at + index.length);
    const last = Buffer.concat([file.subarray(0, at), data, index]);
    const video_upload_id = await startVideoUpload(server, owner, space, { file: last });
    const { upload_id } = await owner.call('finish_video_upload', { video_upload_id });
    const stored = Buffer.from(await (await download(owner, upload_id)).arrayBuffer());
    expect(stored.equals(file)).toBe(true);
    const { dataDir } = server.running.platform.config;
    await expect(access(join(dataDir, 'incoming/videos', `${video_upload_id}.streamable`))).rejects.toThrow();
  });

  it('takes no more bytes than were announced', async () => {
    const file = newMovie(60);
    const { id } = (await start(owner, file, { last_modified: 6 })).video_upload;
    await sendPart(owner, id, 0, Buffer.concat([file, Buffer.alloc(500)]));
    expect(await offsetOf(owner, id)).toBeLessThanOrEqual(file.length);
  });

  it('belongs to who started it', async () => {
    const file = newMovie(60);
    const id = await startVideoUpload(server, owner, space, { isSent: false });
    for (const [person, status, code] of [
      [admin, 404, 'video_upload_not_found'],
      [member, 403, 'not_allowed'],
      [stranger, 404, 'video_upload_not_found'],
    ] as const) {
      expect((await sendPart(person, id, 0, file)).status).toBe(status);
      expect(await offsetOf(person, id)).toBe(status);
      const input = { video_upload_id: id };
      expect(await outcomeOf(person.call('finish_video_upload', input))).toBe(code);
      expect(await outcomeOf(person.call('cancel_video_upload', input))).toBe('video_upload_not_found');
    }
    expect(await offsetOf(owner, id)).toBe(0);
    expect(await outcomeOf(start(member, file))).toBe('not_allowed');
    expect(await outcomeOf(start(stranger, file))).toBe('space_not_found');
  });

  it('ends with the role of who started it, and with the classroom', async () => {
    const file = newMovie(60);
    const id = await startVideoUpload(server, admin, space, { isSent: false });
    const finish = () => outcomeOf(admin.call('finish_video_upload', { video_upload_id: id }));
    await setRole(server, space.id, admin.user.id, 'member');
    expect((await sendPart(admin, id, 0, file)).status).toBe(403);
    expect(await finish()).toBe('not_allowed');
    await setRole(server, space.id, admin.user.id, 'admin');
    await turnClassroom(false);
    expect((await sendPart(admin, id, 0, file)).status).toBe(404);
    expect(await finish()).toBe('classroom_not_enabled');
    await turnClassroom(true);
    expect(await offsetOf(admin, id)).toBe(0);
  });

  it('is refused above the limit, before anything is sent', async () => {
    const byte_size = server.running.platform.config.videoSizeLimit + 1;
    await expect(start(owner, newMovie(1), { byte_size })).rejects.toMatchObject({
      message: '413 video_too_large: Video file must be smaller than 100MB',
    });
    expect(await owner.call('get_video_limits', { space_id: space.id })).toEqual({
      max_bytes: 100 * 1024 * 1024,
      are_encoded: false,
    });
  });

  it.each([
    ['text with the name of a video', Buffer.from('Only text.'), 'file_not_a_video'],
    ['a page', Buffer.from('<!doctype html><script>x()</script>'), 'file_not_a_video'],
    ['a video of another format', Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0'), 'unsupported_video_format'],
    [
      'a video with something behind it',
      Buffer.concat([newMovie(3), Buffer.from('<script>')]),
      'file_unreadable',
    ],
    ['a header that claims 4 GB', toClaimed(newMovie(3), 0xffffffff), 'file_unreadable'],
    ['a video without data', newMovie(3).subarray(0, 150), 'file_unreadable'],
  ])('deletes %s', async (_, file, code) => {
    const video_upload_id = await startVideoUpload(server, owner, space, { file });
    expect(await outcomeOf(owner.call('finish_video_upload', { video_upload_id }))).toBe(code);
    expect(await offsetOf(owner, video_upload_id)).toBe(404);
  });

  it('ends when it is canceled, or when nothing is added for a day', async () => {
    const canceled = await startVideoUpload(server, owner, space);
    await owner.call('cancel_video_upload', { video_upload_id: canceled });
    expect(await offsetOf(owner, canceled)).toBe(404);
    const [old, current] = [
      await startVideoUpload(server, admin, space),
      await startVideoUpload(server, admin, space),
    ];
    const active_at = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
    await server.db.updateTable('video_uploads').set({ active_at }).where('id', '=', old).execute();
    const incoming = openIncomingVideos(server.running.platform);
    await sweepVideoUploadsJob({ db: server.db }, incoming).run({});
    expect(await offsetOf(admin, old)).toBe(404);
    expect(await incoming.countReceived(old)).toBeNull();
    expect(await offsetOf(admin, current)).toBeGreaterThan(0);
  });
});

/** Makes the last box of an MP4 claim another size. */
function toClaimed(movie: Buffer, size: number): Buffer {
  const at = movie.indexOf('mdat') - 4;
  movie.writeUInt32BE(size, at);
  return movie;
}

describe('A video of a page', () => {
  it('is shown to those who see the page, in parts', async () => {
    const { page_id, upload_id } = await newVideoPage(server, owner, space);
    const { video } = await member.call('get_page_video', { page_id, upload_id });
    expect(video).toMatchObject({
      file_name: 'lesson.mp4',
      mime_type: 'video/mp4',
      duration: 100,
      poster: null,
      watched: { position: 0, percent: 0 },
      url: `/files/${upload_id}/original`,
    });
    const part = await download(member, upload_id, { range: 'bytes=4-7' });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect(part.headers.get('cache-control')).toBe('private, max-age=3600');
    expect((await download(stranger, upload_id)).status).toBe(404);
    expect(await outcomeOf(stranger.call('get_page_video', { page_id, upload_id }))).toBe('page_not_found');
  });

  it('is hidden with its page, also from those who know its address', async () => {
    const { page_id, upload_id, content } = await newVideoPage(server, admin, space);
    const hidden = async () => {
      expect((await download(member, upload_id)).status).toBe(404);
      expect(await outcomeOf(member.call('get_page_video', { page_id, upload_id }))).not.toBe('ok');
      expect((await download(owner, upload_id)).status).toBe(200);
    };
    await owner.call('update_course_page', { page_id, is_published: false });
    await hidden();
    await owner.call('update_course_page', { page_id, is_published: true });
    expect((await download(member, upload_id)).status).toBe(200);
    await owner.call('update_course_page', { page_id, content: '<p>Gone</p>', base_revision: 1 });
    await hidden();
    await owner.call('update_course_page', { page_id, content, base_revision: 2 });
    expect((await download(member, upload_id)).status).toBe(200);
  });

  it('must be an upload of its author, or one that the course shows', async () => {
    const course = await newCourse(owner, space);
    const upload_id = await newVideoUpload(server, admin, space);
    const content = `<figure data-video="upload:${upload_id}"></figure>`;
    expect((await download(owner, upload_id)).status).toBe(404);
    expect(await outcomeOf(newPage(owner, course, { content }))).toBe('upload_not_found');
    const { id: page_id } = await newPage(admin, course, { content });
    await newPage(owner, course, { content });
    await owner.call('duplicate_course_page', { page_id, client_id: crypto.randomUUID() });
  });
});

describe('Watching a video', () => {
  const watch = (
    person: TestPerson,
    at: { page_id: string; upload_id: string },
    watched: [number, number][],
  ) => person.call('record_watching', { ...at, position: watched.at(-1)?.[1] ?? 0, watched });

  it.each([4e-46, Number.MIN_VALUE, 0.0004, 1.23456])(
    'is stored to the millisecond: at the position %d',
    async (position) => {
      const { page_id, upload_id } = await newVideoPage(server, owner, space);
      const input = { page_id, upload_id, position, watched: [], duration: position };
      await member.call('record_watching', input);
      const { video } = await member.call('get_page_video', { page_id, upload_id });
      expect(video.watched?.position).toBeCloseTo(Math.round(position * 1000) / 1000, 4);
    },
  );

  it('of a file that states an impossible duration is measured by what players say', async () => {
    const course = await newCourse(owner, space);
    const upload_id = await newVideoUpload(server, owner, space, newMovie(200_000));
    const content = `<figure data-video="upload:${upload_id}"></figure>`;
    const { id: page_id } = await newPage(owner, course, { content });
    const { video } = await member.call('get_page_video', { page_id, upload_id });
    expect(video.duration).toBeNull();
    const report = {
      page_id,
      upload_id,
      position: 10,
      watched: [[0, 10]] as [number, number][],
      duration: 20,
    };
    expect((await member.call('record_watching', report)).percent).toBe(50);
  });

  it('only grows, and counts every second once', async () => {
    const { page_id, upload_id } = await newVideoPage(server, owner, space);
    const at = { page_id, upload_id };
    expect((await watch(member, at, [[0, 20]])).percent).toBe(20);
    expect(
      (
        await watch(member, at, [
          [10, 30],
          [50, 60],
        ])
      ).percent,
    ).toBe(40);
    expect((await watch(member, at, [[0, 10]])).percent).toBe(40);
    expect((await watch(member, at, [[200, 5000]])).percent).toBe(40);
    const { video } = await member.call('get_page_video', at);
    expect(video.watched).toEqual({ position: 5000, percent: 40 });
    expect((await owner.call('get_page_video', at)).video.watched).toEqual({ position: 0, percent: 0 });
  });

  it('completes the page at 90 percent, once', async () => {
    const { page_id, upload_id } = await newVideoPage(server, owner, space);
    const at = { page_id, upload_id };
    expect(await watch(member, at, [[0, 89]])).toEqual({ percent: 89, completed_at: null });
    expect(await watch(member, at, [[89, 90]])).toEqual({ percent: 90, completed_at: expect.any(String) });
    await member.call('set_page_completion', { page_id, completed: false });
    expect(await watch(member, at, [[90, 100]])).toEqual({ percent: 100, completed_at: null });
  });

  it('completes the page at the percentage that its course states, which takes nothing back', async () => {
    const { course, page_id, upload_id } = await newVideoPage(server, owner, space);
    const at = { page_id, upload_id };
    const ask = (video_done_percent: number) =>
      owner.call('update_course', { course_id: course.id, video_done_percent });
    expect((await ask(100)).course.video_done_percent).toBe(100);
    expect((await watch(member, at, [[0, 99]])).completed_at).toBeNull();
    await ask(60);
    // The next report counts, although nothing new was watched.
    const { completed_at } = await watch(member, at, [[0, 1]]);
    expect(completed_at).not.toBeNull();
    await ask(100);
    expect((await watch(member, at, [[0, 1]])).completed_at).toBe(completed_at);
    for (const outside of [49, 101, 90.5]) expect(await outcomeOf(ask(outside))).toBe('invalid_input');
  });

  it('completes a page when all of its videos were watched', async () => {
    const { page_id, upload_id, content } = await newVideoPage(server, owner, space);
    const other = await newVideoUpload(server, owner, space);
    const both = `${content}<figure data-video="upload:${other}"></figure>`;
    await owner.call('update_course_page', { page_id, content: both, base_revision: 1 });
    expect((await watch(member, { page_id, upload_id }, [[0, 100]])).completed_at).toBeNull();
    expect((await watch(member, { page_id, upload_id: other }, [[0, 95]])).completed_at).not.toBeNull();
  });

  it('completes a page when two of its videos end at the same moment', async () => {
    const { course, upload_id, content } = await newVideoPage(server, owner, space);
    const other = await newVideoUpload(server, owner, space);
    const both = `${content}<figure data-video="upload:${other}"></figure>`;
    const completes = async (): Promise<boolean> => {
      const { id: page_id } = await newPage(owner, course, { content: both });
      const videos = [upload_id, other].map((id) => watch(member, { page_id, upload_id: id }, [[0, 100]]));
      return (await Promise.all(videos)).some(({ completed_at }) => completed_at !== null);
    };
    // One after another, so that only the two reports of a page compete.
    for (let round = 0; round < 10; round += 1) expect(await completes()).toBe(true);
  });

  it('of one video was enough when the course asked for less', async () => {
    const { course, page_id, upload_id, content } = await newVideoPage(server, owner, space);
    const other = await newVideoUpload(server, owner, space);
    const both = `${content}<figure data-video="upload:${other}"></figure>`;
    await owner.call('update_course_page', { page_id, content: both, base_revision: 1 });
    await owner.call('update_course', { course_id: course.id, video_done_percent: 60 });
    await watch(member, { page_id, upload_id }, [[0, 60]]);
    await owner.call('update_course', { course_id: course.id, video_done_percent: 100 });
    expect((await watch(member, { page_id, upload_id: other }, [[0, 99]])).completed_at).toBeNull();
    expect((await watch(member, { page_id, upload_id: other }, [[99, 100]])).completed_at).not.toBeNull();
  });

  it('is only for members, and videos of the page', async () => {
    const { page_id, upload_id } = await newVideoPage(server, owner, space);
    expect(await outcomeOf(watch(stranger, { page_id, upload_id }, [[0, 1]]))).toBe('page_not_found');
    const other = await newVideoPage(server, owner, space);
    expect(await outcomeOf(watch(member, { page_id, upload_id: other.upload_id }, [[0, 1]]))).toBe(
      'video_not_found',
    );
    await owner.call('update_course_page', { page_id, is_published: false });
    expect(await outcomeOf(watch(member, { page_id, upload_id }, [[0, 1]]))).toBe('page_not_found');
  });
});

it('A video of a locked page is kept from members, with its progress, until they get access', async () => {
  const { course, page_id, upload_id } = await newVideoPage(server, owner, space);
  const item = { course_id: course.id, item_kind: 'page', item_id: page_id } as const;
  await owner.call('set_course_access', { ...item, match: 'all', rules: [{ kind: 'purchase' }] });
  const tried = async (person: TestPerson) => [
    (await download(person, upload_id)).status,
    (await download(person, upload_id, { range: 'bytes=0-9' })).status,
    await outcomeOf(person.call('get_page_video', { page_id, upload_id })),
    await outcomeOf(
      person.call('record_watching', { page_id, upload_id, position: 1, watched: [[0, 1]], duration: null }),
    ),
  ];
  expect(await tried(member)).toEqual([404, 404, 'page_locked', 'page_locked']);
  const to = { user_id: member.user.id };
  await owner.call('give_course_access', { ...item, client_id: newId(), to });
  expect(await tried(member)).toEqual([200, 206, 'done', 'done']);
});
