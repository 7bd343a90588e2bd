import { sql } from 'kysely';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { uploadPurposes } from '#contract/features/uploads/uploads.ts';
import { newEvent } from '#testing/events.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newChatters, newGroup } from '#testing/samples/conversations.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { newVideoUpload, startVideoUpload } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { features } from './app.ts';
import { findUpload } from './features/uploads/uploads.queries.ts';
import { insertRendition } from './features/videos/encoding/renditions.queries.ts';
import { nowIso } from './platform/clock.ts';
import { attachedFile, photo } from './platform/files/upload-forms.ts';
import {
  collectUploadUses,
  purposesOf,
  requireUploadForm,
  type UploadUse,
} from './platform/files/upload-uses.ts';
import { newId } from './platform/ids.ts';

const server = sharedServer();

/** Drafts contain uploads before anything uses them; saving the draft again keeps them. */
const unattached = 'draft_uploads.upload_id';
/** What is known about a video, which doesn't use its file. */
const described = 'videos.upload_id';

/** Lets each column that uses declare refer to an upload to which no other column refers. Returns the uploads. */
async function useEveryColumn(): Promise<string[]> {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const upload = async (purpose: (typeof uploadPurposes)[number]) =>
    (await newUpload(owner, { purpose, space_id: space.id })).id;
  const [ofPost, ofRevision, ofComment, ofVersion, ofEvent, ofCourse, ofPage, ofLink] = [
    await upload('post_image'),
    await upload('post_image'),
    await upload('comment_image'),
    await upload('comment_image'),
    await upload('event_cover'),
    await upload('course_cover'),
    await upload('course_image'),
    await upload('post_image'),
  ];
  const { id: post_id, revision } = await newPost(owner, space, { upload_ids: [ofRevision] });
  await owner.call('update_post', {
    post_id,
    revision,
    title: 'Edited',
    body: '<p>Edited.</p>',
    upload_ids: [ofPost],
  });
  const { comment } = await owner.call('create_comment', {
    post_id,
    client_id: newId(),
    body: '<p>See the image.</p>',
    upload_id: ofVersion,
  });
  await owner.call('update_comment', {
    comment_id: comment.id,
    body: '<p>See another.</p>',
    upload_id: ofComment,
  });
  await newEvent(owner, space, { cover_upload_id: ofEvent });
  const course = await newCourse(owner, space, { cover_upload_id: ofCourse });
  await newPage(owner, course, { content: `<img src="/files/${ofPage}/original">` });
  await sql`update uploads set purpose = 'link_image' where id = ${ofLink}::uuid`.execute(server.db);
  const preview = { url: `https://example.com/${newId()}`, status: 'ready', image_id: ofLink };
  await server.db.insertInto('link_previews').values(preview).execute();
  return [
    ofPost,
    ofRevision,
    ofComment,
    ofVersion,
    ofEvent,
    ofCourse,
    ofPage,
    ofLink,
    await usePoster(owner, space),
    await useRendition(owner, space),
    ...(await useInChat()),
  ];
}

/** Returns the poster of a video. */
async function usePoster(owner: TestPerson, space: Space): Promise<string> {
  const { id } = await newUpload(owner, { purpose: 'video_poster', space_id: space.id });
  const video_upload_id = await startVideoUpload(server, owner, space);
  await owner.call('finish_video_upload', { video_upload_id, poster_upload_id: id });
  return id;
}

/** Returns what is stored as another size of a video. */
async function useRendition(owner: TestPerson, space: Space): Promise<string> {
  const { id } = await newUpload(owner, { purpose: 'video_poster', space_id: space.id });
  await sql`update uploads set purpose = 'video_rendition' where id = ${id}::uuid`.execute(server.db);
  const upload_id = await newVideoUpload(server, owner, space);
  const size = { short_side: 360, width: 640, height: 360, bits_per_second: 1, playlist: '' };
  await insertRendition(server.db, { ...size, upload_id, space_id: space.id, rendition_upload_id: id });
  return id;
}

/** The same for the columns of chat. */
async function useInChat(): Promise<string[]> {
  const [person, other] = await newChatters(server, 2);
  if (!person || !other) throw new Error('no people');
  const { id: icon } = await newUpload(person, { purpose: 'chat_icon' });
  const { id: image } = await newUpload(person, { purpose: 'chat_image' });
  const group = await newGroup(person, [other]);
  await person.call('update_group', { conversation_id: group.id, icon_upload_id: icon });
  await person.call('send_message', { conversation_id: group.id, client_id: newId(), upload_ids: [image] });
  return [icon, image];
}

/** Whether a column, as `table.column`, refers to upload `u`. */
const refersToUpload = (name: string) => {
  const [table = '', column = ''] = name.split('.');
  return sql<boolean>`exists (select from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = u.id)`;
};

describe('Uses of uploads', () => {
  const uses = collectUploadUses(features);
  const declared = uses.flatMap(({ columns }) => columns);

  it('are declared by one feature for each purpose', () => {
    const [first] = features.filter(({ uploads }) => uploads);
    const others = features.filter((feature) => feature !== first);
    expect(() => collectUploadUses(others)).toThrow('0 features declare how uploads for space_icon are used');
    expect(() => collectUploadUses([...features, ...features])).toThrow('2 features declare');
  });

  it('are declared for every column that refers to uploads', async () => {
    const { rows } = await sql<{ name: string }>`
      select t.relname || '.' || a.attname as name from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'uploads'::regclass`.execute(server.db);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...declared, unattached, described].toSorted());
  });

  it('keep an upload to which only one of the declared columns refers', async () => {
    const uploads = await useEveryColumn();
    const checked = [];
    for (const { columns, isInUse } of uses)
      for (const name of columns) {
        const others = declared.filter((other) => other !== name).map(refersToUpload);
        const { rows } = await sql<{ is_in_use: boolean }>`
          select ${isInUse(nowIso())} as is_in_use from uploads u
          where u.id = any(${uploads}::uuid[]) and ${refersToUpload(name)}
            and not (${sql.join(others, sql` or `)})`.execute(server.db);
        checked.push([name, rows.map((row) => row.is_in_use)]);
      }
    expect(checked).toEqual(declared.map((name) => [name, [true]]));
  });

  it('say who can upload for each purpose, and who can download it while it is shown', () => {
    expectTypeOf<Omit<UploadUse, 'uploadAccess'>>().not.toExtend<UploadUse>();
    const rights = uses.flatMap((use) => {
      const { uploadAccess, shownTo } = use;
      return purposesOf([use]).map((purpose) => [
        purpose,
        `${uploadAccess}, ${typeof shownTo === 'string' ? shownTo : 'condition'}`,
      ]);
    });
    expect(Object.fromEntries(rights)).toEqual({
      avatar: 'signed-in, everyone',
      space_icon: 'space-editor, everyone',
      space_cover: 'space-editor, everyone',
      space_intro: 'space-editor, everyone',
      space_intro_video: 'space-editor, everyone',
      event_cover: 'space-editor, space',
      course_cover: 'space-editor, condition',
      course_image: 'space-editor, condition',
      course_video: 'space-editor, condition',
      course_file: 'space-editor, condition',
      video_poster: 'space-editor, condition',
      video_rendition: 'space-editor, condition',
      post_image: 'space-member, condition',
      post_file: 'space-member, condition',
      comment_image: 'space-member, condition',
      comment_file: 'space-member, condition',
      link_image: 'server, everyone',
      chat_image: 'signed-in, condition',
      chat_file: 'signed-in, condition',
      chat_voice: 'signed-in, condition',
      chat_icon: 'signed-in, condition',
    });
  });

  it('say how the uploads for each purpose are stored, as their endpoint accepts them', () => {
    const withForm = (form: object) =>
      features.map((feature) =>
        feature.name === 'calendar'
          ? {
              ...feature,
              uploads: feature.uploads?.map((use) => ({ ...use, purposes: { event_cover: form } })),
            }
          : feature,
      ) as typeof features;
    expect(collectUploadUses(withForm(photo))).toHaveLength(uses.length);
    expect(() => collectUploadUses(withForm(attachedFile))).toThrow("event_cover aren't declared as image");
    expect(
      requireUploadForm(uses, 'avatar', 'image')
        .sizesOf(5000)
        .map(({ width }) => width),
    ).toEqual([48, 96, 192]);
    expect(requireUploadForm(uses, 'space_intro_video', 'file').max_bytes).toEqual({
      video: 100 * 1024 * 1024,
    });
    expect(() => requireUploadForm(uses, 'avatar', 'file')).toThrow("avatar aren't declared as file");
  });

  it('hide attached uploads unless a use declares that they are shown', async () => {
    expectTypeOf<Omit<UploadUse, 'shownTo'>>().not.toExtend<UploadUse>();
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const { id } = await newUpload(owner, { purpose: 'post_image', space_id: space.id });
    await newPost(owner, space, { upload_ids: [id] });
    const others = uses.filter(({ purposes }) => !('post_image' in purposes));
    expect(await findUpload(server.db, id, uses)).toMatchObject({ is_hidden: false });
    expect(await findUpload(server.db, id, others)).toMatchObject({ is_hidden: true });
  });
});
