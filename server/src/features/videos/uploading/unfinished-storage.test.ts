import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newMovie, sendPart, startVideoUpload } from '#testing/samples/videos.ts';
import { ownServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const kilobyte = 1024;
const server = ownServer('it has small storage limits', {
  UNUSED_UPLOADS_LIMIT: '100 KB',
  VIDEO_SIZE_LIMIT: '110 KB',
  SPACE_STORAGE_LIMIT: '150 KB',
});

const start = (person: TestPerson, space: { id: string }, kilobytes: number, last_modified: number) =>
  person.call('create_video_upload', {
    space_id: space.id,
    file_name: 'lesson.mp4',
    byte_size: kilobytes * kilobyte,
    last_modified,
  });
const usedBy = async (owner: TestPerson, { id }: { id: string }) =>
  (await owner.call('get_space_storage', { space_id: id })).used_bytes / kilobyte;

it('A video that is being uploaded counts for its space until it is stored or canceled, and then once', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  const { video_upload } = await start(owner, space, 80, 1);
  expect(await usedBy(owner, space)).toBe(80);
  expect(await outcomeOf(start(admin, space, 80, 2))).toBe('space_storage_full');
  // The same upload is continued.
  expect((await start(owner, space, 80, 1)).video_upload.id).toBe(video_upload.id);
  await owner.call('cancel_video_upload', { video_upload_id: video_upload.id });
  expect(await usedBy(owner, space)).toBe(0);

  const file = newMovie(5, 90 * kilobyte);
  const id = await startVideoUpload(server, admin, space, { file, isSent: false });
  await sendPart(admin, id, 0, file);
  await admin.call('finish_video_upload', { video_upload_id: id });
  expect(await usedBy(owner, space)).toBe(file.length / kilobyte);
});

it.each([
  [
    'loses the role',
    (owner: TestPerson, admin: TestPerson, space_id: string) =>
      owner.call('set_member_role', { space_id, user_id: admin.user.id, role: 'member' }),
  ],
  [
    'leaves',
    (_owner: TestPerson, admin: TestPerson, space_id: string) => admin.call('leave_space', { space_id }),
  ],
  [
    'is removed',
    (owner: TestPerson, admin: TestPerson, space_id: string) =>
      owner.call('remove_member', { space_id, user_id: admin.user.id }),
  ],
  [
    'is banned',
    (owner: TestPerson, admin: TestPerson, space_id: string) =>
      owner.call('ban_member', { space_id, user_id: admin.user.id }),
  ],
])('A video whose editor %s while it is uploaded counts for nobody anymore', async (_what, lose) => {
  const owner = await newPerson(server);
  const [space, other] = [await newSpace(owner), await newSpace(owner)];
  const admin = await newMember(server, space);
  for (const { id } of [space, other]) await setRole(server, id, admin.user.id, 'admin');
  await start(owner, space, 5, 1);
  await start(admin, space, 80, 2);
  await start(admin, other, 20, 3);
  expect(await outcomeOf(start(admin, other, 30, 4))).toBe('upload_quota_reached');
  await lose(owner, admin, space.id);
  expect([await usedBy(owner, space), await usedBy(owner, other)]).toEqual([5, 20]);
  expect(await outcomeOf(start(admin, other, 30, 4))).toBe('done');
});

it('Videos that are being uploaded count for other videos of their user, of whom the largest always fits', async () => {
  const owner = await newPerson(server);
  const [first, second] = [await newSpace(owner), await newSpace(owner)];
  const { video_upload } = await start(owner, first, 110, 1);
  expect(await outcomeOf(start(owner, second, 1, 2))).toBe('upload_quota_reached');
  await owner.call('cancel_video_upload', { video_upload_id: video_upload.id });
  expect(await outcomeOf(start(owner, second, 100, 2))).toBe('done');
});

it('Videos that are being uploaded count for the free space of the disk, whoever uploads them', async () => {
  const { config, files } = server.running.platform;
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(byte_size), 0)::int as bytes from video_uploads
    where upload_id is null`.execute(server.db);
  // Each needs twice its size: it is copied when it is stored.
  const room = 2 * ((rows[0]?.bytes ?? 0) + 150 * kilobyte);
  const freeBytes = vi.spyOn(files, 'freeBytes').mockResolvedValue(config.freeDiskFloor + room);
  try {
    const outcomes = [];
    for (const person of [await newPerson(server), await newPerson(server)])
      outcomes.push(await outcomeOf(start(person, await newSpace(person), 100, 1)));
    expect(outcomes).toEqual(['done', 'unavailable']);
  } finally {
    freeBytes.mockRestore();
  }
});

it('Bytes of a video are refused while the disk is low on space', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const file = newMovie(5, 20 * kilobyte);
  const id = await startVideoUpload(server, owner, space, { file, isSent: false });
  const { config, files } = server.running.platform;
  const freeBytes = vi.spyOn(files, 'freeBytes').mockResolvedValue(config.freeDiskFloor + 10 * kilobyte);
  try {
    expect((await sendPart(owner, id, 0, file)).status).toBe(503);
  } finally {
    freeBytes.mockRestore();
  }
  expect((await sendPart(owner, id, 0, file)).status).toBe(204);
});
