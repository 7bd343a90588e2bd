import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { DraftContent } from '#contract/features/drafts/drafts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { maxStoredHtml } from '#contract/values/limits.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { findHarm } from '#testing/samples/hostile-html.ts';
import { newUpload, newUploadedImage } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { uploads } from '../uploads/index.ts';

const server = sharedServer();

async function newImage(person: TestPerson, space_id: string): Promise<string> {
  const upload = await newUpload(person, { purpose: 'post_image', space_id }, await newUploadedImage(60, 40));
  return upload.id;
}

const text = (title: string, fields: Partial<DraftContent> = {}): DraftContent => ({
  title,
  body: '',
  category_id: null,
  post_type: 'post',
  poll: null,
  upload_ids: [],
  ...fields,
});

async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  return { space, writer: await newMember(server, space) };
}

/** Saves as a device that last saw version `base`. `secondsAgo`: when it was edited. */
async function save(
  writer: TestPerson,
  space: Space,
  content: DraftContent,
  { base = 0, client_id = newId(), secondsAgo = 0, discard_conflicts = false } = {},
) {
  const client_edited_at = new Date(Date.now() - secondsAgo * 1000).toISOString();
  const { draft } = await writer.call('save_draft', {
    space_id: space.id,
    client_id,
    base_version: base,
    client_edited_at,
    content,
    discard_conflicts,
  });
  return draft;
}

/** The title of a draft, and those of its conflicts. */
const titlesOf = (draft: Awaited<ReturnType<typeof save>>) =>
  draft && [draft.title, ...draft.conflicts.map(({ title }) => title)];

const links = (count: number) => '<a href="https://x.example/"></a>'.repeat(count);

const read = async (writer: TestPerson, space: Space) =>
  (await writer.call('get_draft', { space_id: space.id })).draft;

describe('Draft', () => {
  it('is saved even if sanitizing lengthens it, and rejected with a message above the limit', async () => {
    const { space, writer } = await newScene();
    // Sanitizing lengthens each link from 32 to 88 characters; the limit counts the result.
    const most = Math.floor(maxStoredHtml.post / 88);
    const saved = await save(writer, space, text('Links', { body: links(most) }));
    expect(saved?.body.length).toBe(88 * most);
    expect((await read(writer, space))?.body).toBe(saved?.body);
    const more = save(writer, space, text('Links', { body: links(most + 1) }), { base: saved?.version ?? 0 });
    await expect(more).rejects.toMatchObject({
      status: 400,
      code: 'post_too_long',
      message: '400 post_too_long: This text has too many links or too much formatting.',
    });
    expect((await read(writer, space))?.body).toBe(saved?.body);
    const again = await save(writer, space, text('Other', { body: saved?.body ?? '' }), {
      base: saved?.version ?? 0,
    });
    expect(again?.body).toBe(saved?.body);
  });

  it('can still be read and replaced if it was saved before the limit applied', async () => {
    const { space, writer } = await newScene();
    const saved = await save(writer, space, text('Old'));
    const body = `<p>${'x'.repeat(150_000)}</p>`;
    await server.db
      .updateTable('drafts')
      .set({ content: JSON.stringify(text('Old', { body })) })
      .where('space_id', '=', space.id)
      .execute();
    expect((await read(writer, space))?.body).toBe(body);
    const next = await save(writer, space, text('New'), { base: saved?.version ?? 0 });
    expect(next?.body).toBe('');
  });

  it('is returned in full on every device, and only to its author', async () => {
    const { space, writer } = await newScene();
    expect(await read(writer, space)).toBeNull();
    const image = await newImage(writer, space.id);
    const poll = { question: 'Wh', options: ['a', ''], multiple: true, closes_at: null };
    await save(
      writer,
      space,
      text('Half a', { body: '<p>thought</p>', poll, upload_ids: [image], post_type: 'announcement' }),
    );
    expect(await read(writer, space)).toMatchObject({
      title: 'Half a',
      body: '<p>thought</p>',
      poll,
      post_type: 'announcement',
      upload_ids: [image],
      attachments: [{ id: image }],
      version: 1,
      conflicts: [],
    });
    expect(await read(await newMember(server, space), space)).toBeNull();
  });

  it('is published to the other devices of its author', async () => {
    const { space, writer } = await newScene();
    const device = await listen(server.url, writer);
    await device.subscribe(`user:${writer.user.id}`);
    const client_id = newId();
    await save(writer, space, text('One'), { client_id });
    expect((await device.received('draft.changed')).payload).toEqual({
      space_id: space.id,
      client_id,
      version: 1,
    });
    device.close();
  });

  it('keeps the version edited last and returns the other as a conflict', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('On the phone'), { secondsAgo: 60 });
    const basedOnLatest = await save(writer, space, text('On the phone, longer'), {
      base: 1,
      secondsAgo: 50,
    });
    expect(basedOnLatest).toMatchObject({ version: 2, conflicts: [] });
    const basedOnOlder = await save(writer, space, text('At the desk'), { base: 1, secondsAgo: 10 });
    expect(basedOnOlder).toMatchObject({
      title: 'At the desk',
      version: 3,
      conflicts: [{ title: 'On the phone, longer' }],
    });
    const late = await save(writer, space, text('Edited earlier, sent late'), { base: 1, secondsAgo: 300 });
    expect(late).toMatchObject({ title: 'At the desk', version: 4 });
    expect(late?.conflicts.map(({ title }) => title)).toEqual([
      'Edited earlier, sent late',
      'On the phone, longer',
    ]);
    const withoutConflicts = await save(writer, space, text('At the desk'), {
      base: 4,
      discard_conflicts: true,
    });
    expect(withoutConflicts).toMatchObject({ title: 'At the desk', conflicts: [] });
  });

  it('keeps conflicts that the device had not seen when it discards', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('Phone'), { secondsAgo: 60 });
    await save(writer, space, text('Desk'), { secondsAgo: 50 });
    await save(writer, space, text('Tablet'), { secondsAgo: 40 });
    const late = await save(writer, space, text('Desk, longer'), { base: 2, discard_conflicts: true });
    expect(late?.conflicts.map(({ title }) => title)).toEqual(['Tablet', 'Desk', 'Phone']);
    const seen = await save(writer, space, text('Desk, longer'), {
      base: late?.version ?? 0,
      discard_conflicts: true,
    });
    expect(seen).toMatchObject({ title: 'Desk, longer', conflicts: [] });
  });

  it('discards conflicts only for a device that has seen them', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('First'), { secondsAgo: 60 });
    await save(writer, space, text('Second'), { secondsAgo: 50 });
    const seen = await save(writer, space, text('Third'), { base: 2, secondsAgo: 40 });
    expect([seen?.version, titlesOf(seen)]).toEqual([3, ['Third', 'First']]);
    await save(writer, space, text('Unseen'), { base: 1, secondsAgo: 30 });
    const discard = { discard_conflicts: true };
    const late = await save(writer, space, text('Fourth'), { ...discard, base: 3 });
    expect(titlesOf(late)).toEqual(['Fourth', 'Unseen', 'Third', 'First']);
    const done = await save(writer, space, text('Fourth'), { ...discard, base: late?.version ?? 0 });
    expect(titlesOf(done)).toEqual(['Fourth']);
  });

  it('keeps every text when several devices save at the same time', async () => {
    const { space, writer } = await newScene();
    await Promise.all(['One', 'Two', 'Three'].map((title) => save(writer, space, text(title))));
    const draft = await read(writer, space);
    expect([draft?.title, ...(draft?.conflicts ?? []).map(({ title }) => title)].sort()).toEqual([
      'One',
      'Three',
      'Two',
    ]);
  });

  it('is deleted when it is posted, and a late save does not restore it', async () => {
    const { space, writer } = await newScene();
    const client_id = newId();
    await save(writer, space, text('A title', { body: '<p>Text</p>' }), { client_id });
    const device = await listen(server.url, writer);
    await device.subscribe(`user:${writer.user.id}`);
    const post = { space_id: space.id, client_id, title: 'A title', body: '<p>Text</p>' };
    await Promise.allSettled([
      writer.call('create_post', post),
      save(writer, space, text('A title', { body: '<p>Text and' }), { client_id, base: 1 }),
    ]);
    expect(await read(writer, space)).toBeNull();
    await expect(save(writer, space, text('Late'), { client_id })).rejects.toMatchObject({
      code: 'draft_already_posted',
    });
    await writer.call('create_post', post);
    device.close();
    const elsewhere = await newSpace(writer);
    expect(await save(writer, elsewhere, text('Kept'), { client_id })).toMatchObject({ title: 'Kept' });
  });

  it('stays when its post is rejected or another draft is posted', async () => {
    const { space, writer } = await newScene();
    const client_id = newId();
    await save(writer, space, text('Kept'), { client_id });
    await expect(
      writer.call('create_post', { space_id: space.id, client_id, title: 'Kept', body: '' }),
    ).rejects.toMatchObject({ code: 'post_empty' });
    await writer.call('create_post', {
      space_id: space.id,
      client_id: newId(),
      title: 'Another',
      body: '<p>x</p>',
    });
    expect(await read(writer, space)).toMatchObject({ title: 'Kept' });
  });

  it('is replaced by the conflict of another device when it is posted', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('Other', { body: '<p>o</p>' }), { secondsAgo: 60 });
    const client_id = newId();
    await save(writer, space, text('Mine', { body: '<p>m</p>' }), { client_id });
    await writer.call('create_post', { space_id: space.id, client_id, title: 'Mine', body: '<p>m</p>' });
    const remaining = await read(writer, space);
    expect(remaining).toMatchObject({ title: 'Other', conflicts: [] });
    expect(remaining?.client_id).not.toBe(client_id);
  });

  it('is deleted when it is emptied or discarded', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('Soon gone'));
    expect(await save(writer, space, text(' '), { base: 1 })).toBeNull();
    expect(await read(writer, space)).toBeNull();
    await save(writer, space, text('Again'));
    for (let times = 0; times < 2; times += 1) await writer.call('discard_draft', { space_id: space.id });
    expect(await read(writer, space)).toBeNull();
  });

  it.each<[string, (writer: TestPerson, space: Space, client_id: string) => Promise<unknown>]>([
    ['discarded', (writer, space) => writer.call('discard_draft', { space_id: space.id })],
    ['emptied', (writer, space, client_id) => save(writer, space, text(''), { client_id, base: 1 })],
    [
      'posted',
      (writer, space, client_id) =>
        writer.call('create_post', { space_id: space.id, client_id, title: 'A title', body: '<p>x</p>' }),
    ],
  ])('leaves drafts in other spaces and of other members alone when it is %s', async (_how, end) => {
    const { space, writer } = await newScene();
    const other = await newSpace(writer);
    const neighbor = await newMember(server, space);
    const client_id = newId();
    const elsewhere = await newImage(writer, other.id);
    await save(writer, space, text('Ends'), { client_id });
    await save(writer, other, text('Elsewhere', { upload_ids: [elsewhere] }));
    await save(neighbor, space, text('Of another member'));
    await end(writer, space, client_id);
    expect(await read(writer, space)).toBeNull();
    expect(await read(writer, other)).toMatchObject({ title: 'Elsewhere', upload_ids: [elsewhere] });
    expect(await read(neighbor, space)).toMatchObject({ title: 'Of another member' });
    const { rows } = await sql<{ upload_id: string }>`
      select upload_id from draft_uploads where user_id = ${writer.user.id}::uuid`.execute(server.db);
    expect(rows).toEqual([{ upload_id: elsewhere }]);
  });

  it('protects its images from the cleanup job, so that it can be posted days later', async () => {
    const { space, writer } = await newScene();
    const [saved, unused] = [await newImage(writer, space.id), await newImage(writer, space.id)];
    const client_id = newId();
    await save(writer, space, text('Slowly', { upload_ids: [saved] }), { client_id });
    const created_at = new Date(Date.now() - 5 * 86_400_000).toISOString();
    await server.db.updateTable('uploads').set({ created_at }).where('id', 'in', [saved, unused]).execute();
    for (const { name, run } of uploads.jobs?.(server.running.platform) ?? []) {
      if (name === 'sweep-uploads') await run({} as never);
    }
    const remaining = await server.db
      .selectFrom('uploads')
      .select('id')
      .where('id', 'in', [saved, unused])
      .execute();
    expect(remaining).toEqual([{ id: saved }]);
    expect(
      await save(writer, space, text('Slowly but', { upload_ids: [saved] }), { client_id, base: 1 }),
    ).toMatchObject({
      upload_ids: [saved],
    });
    const { post } = await writer.call('create_post', {
      space_id: space.id,
      client_id,
      title: 'Slowly',
      body: '',
      upload_ids: [saved],
    });
    expect(post.attachments.map(({ id }) => id)).toEqual([saved]);
  });

  it('drops images uploaded by someone else and keeps the text', async () => {
    const { space, writer } = await newScene();
    const other = await newMember(server, space);
    const theirs = await newImage(other, space.id);
    expect(await save(writer, space, text('Mine', { upload_ids: [theirs, newId()] }))).toMatchObject({
      title: 'Mine',
      upload_ids: [],
    });
  });

  it('is returned without images that are deleted, in the order of the others, as are its conflicts', async () => {
    const { space, writer } = await newScene();
    const images = [await newImage(writer, space.id), await newImage(writer, space.id)];
    const [first = '', second = ''] = images;
    const gone = await newImage(writer, space.id);
    await save(writer, space, text('One', { upload_ids: [gone, second] }), { secondsAgo: 60 });
    await save(writer, space, text('Two', { upload_ids: [second, gone, first] }));
    await server.db.deleteFrom('draft_uploads').where('upload_id', '=', gone).execute();
    await server.db.deleteFrom('uploads').where('id', '=', gone).execute();
    const draft = await read(writer, space);
    expect(draft).toMatchObject({
      upload_ids: [second, first],
      attachments: [{ id: second }, { id: first }],
    });
    expect(draft?.conflicts).toMatchObject([{ upload_ids: [second], attachments: [{ id: second }] }]);
  });

  it('is returned with whether the version of the device was taken, and whose id it has', async () => {
    const { space, writer } = await newScene();
    const send = (title: string, client_id: string, secondsAgo: number) =>
      writer.call('save_draft', {
        space_id: space.id,
        client_id,
        base_version: 0,
        client_edited_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
        content: text(title),
        discard_conflicts: false,
      });
    const [phone, desk] = [newId(), newId()];
    expect(await send('Desk', desk, 10)).toMatchObject({ accepted: true, draft: { client_id: desk } });
    expect(await send('Phone', phone, 60)).toMatchObject({
      accepted: false,
      draft: { client_id: desk, title: 'Desk', conflicts: [{ title: 'Phone' }] },
    });
    expect(await send('Phone, later', phone, 5)).toMatchObject({
      accepted: true,
      draft: { client_id: phone },
    });
    expect(await send('', phone, 0)).toMatchObject({ accepted: true });
  });

  it('counts as edited now if the clock of the device is fast, so that others can still win', async () => {
    const { space, writer } = await newScene();
    const fast = await save(writer, space, text('Fast'), { secondsAgo: -3600 });
    expect(Date.parse(fast?.client_edited_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(titlesOf(await save(writer, space, text('Right')))).toEqual(['Right', 'Fast']);
    const slow = await save(writer, await newSpace(writer), text('Slow'), { secondsAgo: 3600 });
    expect(Date.parse(slow?.client_edited_at ?? '')).toBeLessThan(Date.now() - 3_500_000);
  });

  it('contains no scripts after sanitizing', async () => {
    const { space, writer } = await newScene();
    const draft = await save(
      writer,
      space,
      text('x', { body: '<p>a<img src=x onerror=pwned()><script>pwned()</script></p>' }),
    );
    expect(findHarm(draft?.body ?? '')).toEqual([]);
  });
});
