import { describe, expect, it } from 'vitest';
import type { DraftContent } from '#contract/drafts.ts';
import { maxStoredHtml } from '#contract/limits.ts';
import type { Space } from '#contract/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { findHarm } from '#testing/hostile-html.ts';
import { newUpload, newUploadedImage } from '#testing/images.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { uploads } from '../uploads/index.ts';

const server = withTestServer();

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

/** Saves as a device does that last saw `base_version`. `secondsAgo`: when it was typed. */
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

const links = (count: number) => '<a href="https://x.example/"></a>'.repeat(count);

const read = async (writer: TestPerson, space: Space) =>
  (await writer.call('get_draft', { space_id: space.id })).draft;

describe('a draft', () => {
  it('is kept and read back whatever sanitising adds to it, or refused with a sentence', async () => {
    const { space, writer } = await newScene();
    // Each link grows from 32 to 88 characters, and those are what the limit counts.
    const most = Math.floor(maxStoredHtml.post / 88);
    const kept = await save(writer, space, text('Links', { body: links(most) }));
    expect(kept?.body.length).toBe(88 * most);
    expect((await read(writer, space))?.body).toBe(kept?.body);
    const more = save(writer, space, text('Links', { body: links(most + 1) }), { base: kept?.version ?? 0 });
    await expect(more).rejects.toMatchObject({
      status: 400,
      code: 'post_too_long',
      message: '400 post_too_long: This text has too many links or too much formatting.',
    });
    expect((await read(writer, space))?.body).toBe(kept?.body);
    const again = await save(writer, space, text('Other', { body: kept?.body ?? '' }), {
      base: kept?.version ?? 0,
    });
    expect(again?.body).toBe(kept?.body);
  });

  it('that was kept before the limit counted what is stored can still be read, and replaced', async () => {
    const { space, writer } = await newScene();
    const kept = await save(writer, space, text('Old'));
    const body = `<p>${'x'.repeat(150_000)}</p>`;
    await server.db
      .updateTable('drafts')
      .set({ content: JSON.stringify(text('Old', { body })) })
      .where('space_id', '=', space.id)
      .execute();
    expect((await read(writer, space))?.body).toBe(body);
    const next = await save(writer, space, text('New'), { base: kept?.version ?? 0 });
    expect(next?.body).toBe('');
  });

  it('comes back on any device, with everything in it, and is nobody else’s', async () => {
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

  it('is told to the person’s other devices', async () => {
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

  it('of a device that did not know the newer one stands if typed last; the other text is offered', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('On the phone'), { secondsAgo: 60 });
    const onTop = await save(writer, space, text('On the phone, longer'), { base: 1, secondsAgo: 50 });
    expect(onTop).toMatchObject({ version: 2, conflicts: [] });
    const beside = await save(writer, space, text('At the desk'), { base: 1, secondsAgo: 10 });
    expect(beside).toMatchObject({
      title: 'At the desk',
      version: 3,
      conflicts: [{ title: 'On the phone, longer' }],
    });
    const late = await save(writer, space, text('Typed before, sent late'), { base: 1, secondsAgo: 300 });
    expect(late).toMatchObject({ title: 'At the desk', version: 4 });
    expect(late?.conflicts.map(({ title }) => title)).toEqual([
      'Typed before, sent late',
      'On the phone, longer',
    ]);
    const tidied = await save(writer, space, text('At the desk'), { base: 4, discard_conflicts: true });
    expect(tidied).toMatchObject({ title: 'At the desk', conflicts: [] });
  });

  it('written by two devices at once loses neither text', async () => {
    const { space, writer } = await newScene();
    await Promise.all(['One', 'Two', 'Three'].map((title) => save(writer, space, text(title))));
    const draft = await read(writer, space);
    expect([draft?.title, ...(draft?.conflicts ?? []).map(({ title }) => title)].sort()).toEqual([
      'One',
      'Three',
      'Two',
    ]);
  });

  it('ends when it is posted, in the same moment; what is saved late does not bring it back', async () => {
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
  });

  it('that was not posted stays: a refused post, and one of another draft, leave it', async () => {
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

  it('leaves the text of the other device when it is posted', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('Other', { body: '<p>o</p>' }), { secondsAgo: 60 });
    const client_id = newId();
    await save(writer, space, text('Mine', { body: '<p>m</p>' }), { client_id });
    await writer.call('create_post', { space_id: space.id, client_id, title: 'Mine', body: '<p>m</p>' });
    const left = await read(writer, space);
    expect(left).toMatchObject({ title: 'Other', conflicts: [] });
    expect(left?.client_id).not.toBe(client_id);
  });

  it('that is emptied or thrown away is gone', async () => {
    const { space, writer } = await newScene();
    await save(writer, space, text('Soon gone'));
    expect(await save(writer, space, text(' '), { base: 1 })).toBeNull();
    expect(await read(writer, space)).toBeNull();
    await save(writer, space, text('Again'));
    for (let times = 0; times < 2; times += 1) await writer.call('discard_draft', { space_id: space.id });
    expect(await read(writer, space)).toBeNull();
  });

  it('keeps its pictures from the sweep, and can be posted days later', async () => {
    const { space, writer } = await newScene();
    const [kept, unused] = [await newImage(writer, space.id), await newImage(writer, space.id)];
    const client_id = newId();
    await save(writer, space, text('Slowly', { upload_ids: [kept] }), { client_id });
    const created_at = new Date(Date.now() - 5 * 86_400_000).toISOString();
    await server.db.updateTable('uploads').set({ created_at }).where('id', 'in', [kept, unused]).execute();
    for (const { name, run } of uploads.jobs?.(server.running.platform) ?? []) {
      if (name === 'sweep-uploads') await run({} as never);
    }
    const left = await server.db
      .selectFrom('uploads')
      .select('id')
      .where('id', 'in', [kept, unused])
      .execute();
    expect(left).toEqual([{ id: kept }]);
    expect(
      await save(writer, space, text('Slowly but', { upload_ids: [kept] }), { client_id, base: 1 }),
    ).toMatchObject({
      upload_ids: [kept],
    });
    const { post } = await writer.call('create_post', {
      space_id: space.id,
      client_id,
      title: 'Slowly',
      body: '',
      upload_ids: [kept],
    });
    expect(post.attachments.map(({ id }) => id)).toEqual([kept]);
  });

  it('takes no picture of somebody else, and keeps the text', async () => {
    const { space, writer } = await newScene();
    const other = await newMember(server, space);
    const theirs = await newImage(other, space.id);
    expect(await save(writer, space, text('Mine', { upload_ids: [theirs, newId()] }))).toMatchObject({
      title: 'Mine',
      upload_ids: [],
    });
  });

  it('holds nothing to run', async () => {
    const { space, writer } = await newScene();
    const draft = await save(
      writer,
      space,
      text('x', { body: '<p>a<img src=x onerror=pwned()><script>pwned()</script></p>' }),
    );
    expect(findHarm(draft?.body ?? '')).toEqual([]);
  });
});
