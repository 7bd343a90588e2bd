import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newPerson, newPost, newSpace, signUp, type TestPerson } from '#testing/people.ts';
import { newPdf, sendFile } from '#testing/samples/files.ts';
import { newUploadedImage, sendImage } from '#testing/samples/images.ts';
import { ownServer } from '#testing/server.ts';

const server = ownServer('it makes the database fail', { ROLE: 'web' });
let owner: TestPerson;
let space: Space;
beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const fullDisk = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

async function expectFull(response: Response): Promise<void> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await response.json()).toMatchObject({ error: { code: 'unavailable', data: { retry_after: 30 } } });
}

it('A full disk fails an upload with a 503 and leaves nothing of it', async () => {
  const { files } = server.running.platform;
  vi.spyOn(files, 'put').mockRejectedValue(fullDisk());
  await expectFull(
    await sendFile(owner, { purpose: 'post_file', space_id: space.id, file_name: 'a.pdf' }, newPdf),
  );
  const image = { purpose: 'avatar' } as const;
  expect(await sendImage(owner, image, await newUploadedImage(60, 40))).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  const { rows } = await sql`select from uploads`.execute(server.db);
  expect(rows).toHaveLength(0);
});

it('makes a sign-up 503', async () => {
  await sql`create function fill_disk_of_users() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    server.db,
  );
  await sql`create trigger full_disk before insert on users for each row execute function fill_disk_of_users()`.execute(
    server.db,
  );
  await expect(signUp(server)).rejects.toMatchObject({ status: 503, data: { retry_after: 30 } });
  await sql`drop trigger full_disk on users`.execute(server.db);
});

it('makes a sign-in 503', async () => {
  await sql`create function fill_disk_of_sessions() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    server.db,
  );
  await sql`create trigger full_disk before insert on sessions for each row execute function fill_disk_of_sessions()`.execute(
    server.db,
  );
  const signIn = () => server.client().call('sign_in', { email: owner.user.email, password: owner.password });
  await expect(signIn()).rejects.toMatchObject({ status: 503, data: { retry_after: 30 } });
  await sql`drop trigger full_disk on sessions`.execute(server.db);
  await signIn();
});

it('makes a write 503 when the database cannot extend its files, and reading goes on', async () => {
  await sql`create function fill_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    server.db,
  );
  await sql`create trigger full_disk before insert on posts for each row execute function fill_disk()`.execute(
    server.db,
  );
  await expect(newPost(owner, space)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    data: { retry_after: 30 },
  });
  expect((await owner.call('list_posts', { space_id: space.id })).posts).toEqual([]);
  await sql`drop trigger full_disk on posts`.execute(server.db);
  await newPost(owner, space);
});
