import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newPage } from '#testing/samples/courses.ts';
import { captionsFile, newVideoPage } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let stranger: TestPerson;
let space: Space;

beforeAll(async () => {
  [owner, stranger] = [await newPerson(server), await newPerson(server)];
  space = await newSpace(owner);
  member = await newMember(server, space);
  await owner.call('update_space', { space_id: space.id, is_private: true });
});

async function newVideo() {
  const { course, page_id, upload_id } = await newVideoPage(server, owner, space);
  const at = { page_id, upload_id };
  const setCaptions = (language = 'en', file = captionsFile) =>
    owner.call('set_video_captions', { ...at, language, file });
  const read = (person: TestPerson, language = 'en') =>
    person.call('get_video_captions', { ...at, language });
  return { course, at, setCaptions, read };
}

describe('The captions of a video', () => {
  it('are set, replaced and deleted by language', async () => {
    const { at, setCaptions, read } = await newVideo();
    expect(await setCaptions('pt-BR')).toEqual({ caption_count: 1 });
    await setCaptions();
    await setCaptions('en', captionsFile.replace('Mix', 'Sift'));
    const languages = async () => (await member.call('get_page_video', at)).video.caption_languages;
    expect(await languages()).toEqual(['en', 'pt-BR']);
    expect((await read(member)).captions).toEqual([{ start: 1, end: 4, text: 'Sift the flour.' }]);
    for (let round = 0; round < 2; round += 1)
      await owner.call('delete_video_captions', { ...at, language: 'en' });
    expect(await languages()).toEqual(['pt-BR']);
    expect(await outcomeOf(read(member))).toBe('captions_not_found');
  });

  it('are announced to readers of published pages, and drafts with the video to editors only', async () => {
    const { course, page, page_id, upload_id, content } = await newVideoPage(server, owner, space);
    const draft = await newPage(owner, course, { content, is_published: false });
    const announced = async (channel: string) => {
      const events = await publishedEvents(server, channel, 'course.tree_changed');
      return events.filter(({ course_id }) => course_id === course.id).at(-1)?.page_ids;
    };
    for (const from of [page_id, draft.id]) {
      await owner.call('set_video_captions', {
        page_id: from,
        upload_id,
        language: 'en',
        file: captionsFile,
      });
      expect(await announced(`space:${space.id}`)).toEqual([page.id]);
      expect(await announced(`user:${owner.user.id}`)).toEqual([draft.id]);
    }
    expect(await announced(`user:${member.user.id}`)).toBeUndefined();
  });

  it('are refused in other formats, and in more than 20 languages', async () => {
    const { setCaptions } = await newVideo();
    expect(await outcomeOf(setCaptions('en', '<script>'))).toBe('captions_unreadable');
    expect(await outcomeOf(setCaptions('../en'))).toBe('invalid_input');
    const letters = [...'abcdefghijklmnopqrst'];
    for (const letter of letters) await setCaptions(`a${letter}`);
    expect(await outcomeOf(setCaptions('zz'))).toBe('too_many_caption_languages');
    expect(await outcomeOf(setCaptions('aa'))).toBe('done');
  });

  it('are hidden with their page, and belong to its videos only', async () => {
    const { course, at, setCaptions, read } = await newVideo();
    await setCaptions();
    expect(await outcomeOf(read(stranger))).toBe('page_not_found');
    const { id: page_id } = await newPage(owner, course, { content: '<p>No video</p>' });
    const elsewhere = { ...at, page_id, language: 'en' };
    expect(await outcomeOf(owner.call('get_video_captions', elsewhere))).toBe('video_not_found');
    expect(await outcomeOf(owner.call('set_video_captions', { ...elsewhere, file: captionsFile }))).toBe(
      'video_not_found',
    );
    await owner.call('update_course_page', { page_id: at.page_id, is_published: false });
    expect(await outcomeOf(read(member))).toBe('page_not_found');
    expect((await read(owner)).captions).toHaveLength(1);
  });

  it('are locked with their page', async () => {
    const { course, at, setCaptions, read } = await newVideo();
    await setCaptions();
    const item = { course_id: course.id, item_kind: 'course', item_id: course.id } as const;
    await owner.call('set_course_access', { ...item, match: 'all', rules: [{ kind: 'grant' }] });
    expect(await outcomeOf(read(member))).toBe('page_locked');
    expect((await read(owner)).captions).toHaveLength(1);
    await owner.call('give_course_access', {
      ...item,
      client_id: crypto.randomUUID(),
      to: { user_id: member.user.id },
    });
    expect((await read(member)).captions).toHaveLength(1);
    expect(await outcomeOf(member.call('set_video_chapters', { ...at, chapters: [] }))).toBe('not_allowed');
  });

  it('need as many statements for many as for few', async () => {
    const { setCaptions, read } = await newVideo();
    const counts = [];
    for (const count of [1, 3000]) {
      const cues = Array.from({ length: count }, () => '00:01.000 --> 00:04.000\nx');
      await setCaptions('en', ['WEBVTT', ...cues].join('\n\n'));
      counts.push(await countQueries(() => read(member)));
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(3);
  });
});

describe('The chapters of a video', () => {
  const chapters = [
    { start: 0, title: 'Flour' },
    { start: 12.5, title: 'Water' },
  ];

  it('are set in their order', async () => {
    const { at } = await newVideo();
    const set = (list: typeof chapters) => owner.call('set_video_chapters', { ...at, chapters: list });
    await set(chapters);
    expect((await member.call('get_page_video', at)).video.chapters).toEqual(chapters);
    expect(await outcomeOf(set([...chapters].reverse()))).toBe('invalid_input');
    expect(await outcomeOf(set([{ start: 0, title: ' ' }]))).toBe('invalid_input');
    await set([]);
    expect((await member.call('get_page_video', at)).video.chapters).toEqual([]);
  });
});

describe('Only editors of the course', () => {
  it('change captions and chapters', async () => {
    const { at } = await newVideo();
    for (const [person, code] of [
      [member, 'not_allowed'],
      [stranger, 'page_not_found'],
    ] as const) {
      const captions = { ...at, language: 'en' };
      expect(await outcomeOf(person.call('set_video_captions', { ...captions, file: captionsFile }))).toBe(
        code,
      );
      expect(await outcomeOf(person.call('delete_video_captions', captions))).toBe(code);
      expect(await outcomeOf(person.call('set_video_chapters', { ...at, chapters: [] }))).toBe(code);
    }
    expect((await owner.call('get_page_video', at)).video.can_edit).toBe(true);
    expect((await member.call('get_page_video', at)).video.can_edit).toBe(false);
  });
});
